import MotionNumerics
import TouchInput

/// One refresh of the screen during a stroke.
struct DisplayFrame: Hashable, Sendable {
  /// The number of the tick since the origin.
  var tick: Int
  /// When the tick is, in seconds.
  var time: Double
  /// When what is shown was drawn: `time`, or the tick of the last frame that was not dropped.
  var drawnAt: Double
  /// The index of the newest sample that the predictor had observed when it was drawn.
  var sample: Int
}

/// A sample that a predictor observes at a refresh, with the position that had been delivered by then.
struct PolledSample: Hashable, Sendable {
  /// When the refresh is, in seconds.
  var time: Double
  /// The index of the newest sample that had been delivered.
  var sample: Int
}

/// The refreshes of a screen while a stroke is drawn, and what is delivered at each.
///
/// They run from the first delivery of the stroke to that of its last sample; see `DisplayPipeline`
/// for the ticks. A sample that a later arrival outdates (`MotionTrack`) is delivered with it.
/// While nothing arrives, the screen keeps predicting until the newest sample has been out of date for
/// longer than the longest gap, or through a rest whose truth is known. From then to the next delivery
/// nothing is asked or counted, since there is no truth for that time, just as there is none between
/// strokes. If positions are polled, every refresh up to the last delivery reads one. A dropped
/// frame shows what the last frame did; before the first good frame nothing of the stroke is on
/// screen.
///
/// Cost: O(samples + refreshes). A stroke of more than 2²⁰ refreshes is refused.
struct DisplayFrames: Sendable {
  /// The refreshes at which something of the stroke is on screen, in order.
  let frames: [DisplayFrame]
  /// The samples that reach the predictor, in order of arrival; nil for all.
  let delivered: [Int]?
  /// What the predictor observes in place of the samples; nil unless positions are polled.
  let polled: [PolledSample]?

  /// Why a stroke cannot be shown.
  enum Refusal: Error {
    /// A time is so far from the origin that ticks have no number there.
    case tooFar
    /// There are more refreshes than the limit.
    case tooMany

    /// What is wrong with a stroke, and what to do about it.
    var sentences: (problem: String, remedy: String) {
      switch self {
      case .tooFar:
        (
          "has a time too far from the first sample of the recording to count the refreshes between "
            + "them", "correct its times, or remove the stroke"
        )
      case .tooMany:
        (
          "would be shown for more than \(mostFrames) refreshes",
          "give a lower --refresh-rate or --max-gap, or --rests gap, or shorten the stroke"
        )
      }
    }
  }

  /// A stroke of more refreshes than this (4.8 hours at 60 Hz) is refused.
  static let mostFrames = 1 << 20

  /// The refreshes of a stroke.
  ///
  /// - Parameters:
  ///   - times: When its samples were taken, in the order of their arrival.
  ///   - ticks: The ticks of the screen.
  ///   - track: The true track, which says how long nothing may arrive before the screen is taken to
  ///     rest, and where the contact rests.
  ///   - dropped: Which refreshes are dropped.
  /// - Throws: `Refusal` if ticks cannot be counted, or are too many.
  init(
    times: [Double], ticks: RefreshTicks, track: MotionTrack, dropped: DroppedFrames
  ) throws(Refusal) {
    let deliveries = try Self.deliveries(of: times, ticks)
    let shown = Self.shown(
      try Self.refreshes(deliveries, times, ticks, track), dropped)
    (frames, polled) =
      ticks.pipeline.delivery == .polled ? Self.polling(shown) : (shown, nil)
    delivered = ticks.pipeline.delivery == .newest ? deliveries.map(\.sample) : nil
  }

  /// At which ticks something is delivered, and the newest sample of each delivery.
  private static func deliveries(
    of times: [Double], _ ticks: RefreshTicks
  ) throws(Refusal) -> [(tick: Int, sample: Int)] {
    var result: [(tick: Int, sample: Int)] = []
    var due = Double.infinity
    for sample in times.indices.reversed() {
      due = min(due, times[sample])
      guard let tick = ticks.first(notBefore: due + ticks.pipeline.inputLatency) else {
        throw .tooFar
      }
      if result.last?.tick != tick { result.append((tick, sample)) }
    }
    return result.reversed()
  }

  /// Every refresh, as if none were dropped.
  private static func refreshes(
    _ deliveries: [(tick: Int, sample: Int)], _ times: [Double], _ ticks: RefreshTicks,
    _ track: MotionTrack
  ) throws(Refusal) -> [DisplayFrame] {
    var result: [DisplayFrame] = []
    for (index, delivery) in deliveries.enumerated() {
      var last = delivery.tick
      if index + 1 < deliveries.count {
        let latest = times[delivery.sample]
        let most = deliveries[index + 1].tick - 1
        let end = latest + ticks.pipeline.inputLatency + track.longestGap
        last = max(
          last,
          track.rests(after: latest) || ticks.pipeline.delivery == .polled
            ? most : ticks.last(notAfter: end, most: most))
      }
      guard last - delivery.tick < mostFrames - result.count else { throw .tooMany }
      for tick in delivery.tick...last {
        let time = ticks.time(tick)
        result.append(
          DisplayFrame(tick: tick, time: time, drawnAt: time, sample: delivery.sample))
      }
    }
    return result
  }

  /// The same frames, with the samples that are read at those that are not dropped.
  private static func polling(
    _ shown: [DisplayFrame]
  ) -> (frames: [DisplayFrame], polled: [PolledSample]) {
    var frames = shown
    var polled: [PolledSample] = []
    for index in frames.indices {
      if frames[index].drawnAt == frames[index].time {
        polled.append(PolledSample(time: frames[index].time, sample: frames[index].sample))
      }
      frames[index].sample = polled.count - 1
    }
    return (frames, polled)
  }

  /// What is on screen: on a dropped frame what the last good one drew, before the first nothing.
  private static func shown(_ all: [DisplayFrame], _ dropped: DroppedFrames) -> [DisplayFrame] {
    var result: [DisplayFrame] = []
    result.reserveCapacity(all.count)
    for var frame in all {
      if dropped.contains(frame.tick) {
        guard let before = result.last else { continue }
        (frame.drawnAt, frame.sample) = (before.drawnAt, before.sample)
      }
      result.append(frame)
    }
    return result
  }
}

/// The targets of the protocol `display`: what is on screen at each refresh, and where the contact
/// is.
extension StrokePreparation {
  /// A target at each refresh whose newest sample is the `history`-th or later.
  ///
  /// At the tick τ the predictor is asked for (τ − t_n) + h, so that the question is exactly h
  /// where the newest sample is as old as the tick. The answer is on screen, and is compared with
  /// the contact, at τ + h; on a dropped frame the answer of the frame before is, at that frame's
  /// own moment. The question being the same as before, so is the answer.
  mutating func displayTargets(
    at latency: Horizon, on screen: DisplayFrames
  ) throws(PreparationError) -> [Target] {
    guard latency.seconds >= 0 else {
      throw PreparationError(
        source: source,
        problem: "an output latency of \(latency.milliseconds) ms would show frames before they "
          + "are drawn", remedy: "give horizons of at least 0 to the protocol display")
    }
    var (hint, frameHint) = (0, 0)
    var result: [Target] = []
    var tickBefore: Int?
    for frame in screen.frames where frame.sample >= replay.history - 1 {
      let time = frame.time + latency.seconds
      var target = target(
        sample: frame.sample,
        ahead: (frame.drawnAt - samples[frame.sample].time) + latency.seconds, time: time,
        truth: truth(at: time, hint: &hint), follows: tickBefore == frame.tick - 1)
      target.frameTruth = truth(at: frame.time, hint: &frameHint)
      target.frameNext = track.next(after: frame.time, hint: &frameHint)
      result.append(target)
      tickBefore = frame.tick
    }
    return result
  }
}

/// The screen on which a recording's strokes are shown.
struct DisplayScreen: Sendable {
  /// When it refreshes, and what comes between a sample and a refresh.
  let ticks: RefreshTicks
  private let seed: UInt64
  private let recording: Int

  /// The screen of a recording; nil if the protocol simulates none.
  ///
  /// - Parameters:
  ///   - replay: The protocol.
  ///   - start: The time of the recording's first scored sample; nil if it has none.
  ///   - index: The index of the recording in its data set.
  ///   - seed: The seed of dropped frames.
  init?(_ replay: EvaluationProtocol, clockStart start: Double?, index: Int, seed: UInt64) {
    guard replay.name == .display else { return nil }
    ticks = RefreshTicks(
      pipeline: replay.pipeline ?? DisplayPipeline(),
      origin: replay.clock == .index ? 0 : start ?? 0)
    self.seed = seed
    self.recording = index
  }

  /// The refreshes of a stroke whose samples were taken at `times`.
  func frames(
    of times: [Double], stroke: Int, track: MotionTrack
  ) throws(DisplayFrames.Refusal) -> DisplayFrames {
    try DisplayFrames(
      times: times, ticks: ticks, track: track,
      dropped: DroppedFrames(
        share: ticks.pipeline.droppedFrames, seed: seed, recording: recording, stroke: stroke))
  }
}

/// When a screen refreshes: τ_k = origin + phase + k / rate, for every whole number k.
struct RefreshTicks: Sendable {
  /// What the screen is part of.
  let pipeline: DisplayPipeline
  /// The moment from which phases count, in seconds, on the clock that the predictor sees.
  let origin: Double

  /// When a tick is.
  func time(_ tick: Int) -> Double {
    origin + pipeline.phase + Double(tick) / pipeline.refreshRate
  }

  /// The first tick at or after `time`, to a nanosecond; nil if ticks cannot be counted there.
  func first(notBefore time: Double) -> Int? {
    countable((place(of: time) - tolerance).rounded(.up))
  }

  /// The last tick at or before `time`, to a nanosecond, but none after `most`.
  func last(notAfter time: Double, most: Int) -> Int {
    countable(min((place(of: time) + tolerance).rounded(.down), Double(most))) ?? most
  }

  private func place(of time: Double) -> Double {
    (time - (origin + pipeline.phase)) * pipeline.refreshRate
  }

  private var tolerance: Double { TimeTolerance.seconds * pipeline.refreshRate }

  /// Whole numbers up to 2⁵³ are all different as floating-point numbers; those beyond are not.
  private func countable(_ place: Double) -> Int? {
    abs(place) < 0x1p53 ? Int(place) : nil
  }
}

/// Which refreshes of a stroke are dropped: the same ones for every predictor and any workers.
///
/// A refresh is dropped where a hash of the seed, the recording, the stroke and the tick, taken as
/// a number in 0..<1, is below the share; nothing is drawn in sequence, so that the order of the
/// work does not matter.
struct DroppedFrames: Sendable {
  private let share: Double
  private let key: UInt64

  init(share: Double, seed: UInt64, recording: Int, stroke: Int) {
    self.share = share
    key = Self.mixed(Self.mixed(seed, recording), stroke)
  }

  /// Whether the refresh at a tick is dropped.
  func contains(_ tick: Int) -> Bool {
    guard share > 0 else { return false }
    return Double(Self.mixed(key, tick) >> 11) * 0x1p-53 < share
  }

  private static func mixed(_ key: UInt64, _ number: Int) -> UInt64 {
    var first = SplitMix64(seed: key)
    var second = SplitMix64(seed: first.next() ^ UInt64(bitPattern: Int64(number)))
    return second.next()
  }
}
