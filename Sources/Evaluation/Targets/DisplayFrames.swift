/// One refresh of the screen during a stroke.
struct DisplayFrame: Hashable, Sendable {
  /// The number of the tick since the origin.
  var tick: Int
  /// When the tick is, in seconds.
  var time: Double
  /// When what is shown was drawn: `time`, or the tick of the last frame that was not dropped.
  var drawnAt: Double
  /// The index of the newest sample that had been delivered when it was drawn.
  var sample: Int
}

/// The refreshes of a screen while a stroke is drawn, and what is delivered at each.
///
/// They run from the first delivery of the stroke to that of its last sample; see `DisplayPipeline`
/// for the ticks. A sample that a later arrival outdates (`MotionTrack`) is delivered with it. While
/// nothing arrives the screen goes on, until the newest sample has been out of date for longer than
/// the longest gap; from there to the next delivery nothing is asked and nothing is counted, since
/// truth has no more to say of that time than of the time between strokes. A dropped frame shows
/// what the last frame did; before the first good frame nothing of the stroke is on screen.
///
/// Cost: O(samples + refreshes). A stroke of more than 2²⁰ refreshes is refused.
struct DisplayFrames: Sendable {
  /// The refreshes at which something of the stroke is on screen, in order.
  let frames: [DisplayFrame]
  /// The samples that reach the predictor, in order of arrival; nil for all.
  let delivered: [Int]?

  /// Why a stroke cannot be shown.
  enum Refusal: Error {
    /// A time is so far from the origin that ticks have no number there.
    case tooFar
    /// There are more refreshes than are made.
    case tooMany

    /// What is wrong with a stroke, and what to do about it.
    var sentences: (problem: String, remedy: String) {
      switch self {
      case .tooFar:
        (
          "has a time so far from the first sample of the recording that refreshes between them "
            + "cannot be counted", "correct its times, or leave the stroke out"
        )
      case .tooMany:
        (
          "would be shown for more than \(mostFrames) refreshes",
          "give a lower --refresh-rate or --max-gap, or cut the stroke"
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
  ///   - longestGap: How long nothing may arrive before the screen is taken to rest, in seconds.
  ///   - dropped: Which refreshes are dropped.
  /// - Throws: `Refusal` where ticks cannot be counted, or are too many.
  init(
    times: [Double], ticks: RefreshTicks, longestGap: Double, dropped: DroppedFrames
  ) throws(Refusal) {
    let deliveries = try Self.deliveries(of: times, ticks)
    frames = Self.shown(
      try Self.refreshes(deliveries, times, ticks, longestGap: longestGap), dropped)
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
    longestGap: Double
  ) throws(Refusal) -> [DisplayFrame] {
    var result: [DisplayFrame] = []
    for (index, delivery) in deliveries.enumerated() {
      var last = delivery.tick
      if index + 1 < deliveries.count {
        let rest = times[delivery.sample] + ticks.pipeline.inputLatency + longestGap
        last = max(last, ticks.last(notAfter: rest, most: deliveries[index + 1].tick - 1))
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
