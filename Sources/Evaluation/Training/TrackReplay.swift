import MotionNumerics
import TouchInput

/// A recorded stroke that can be replayed at another speed and sampled at another rate.
///
/// Replays turn what one device recorded into what many might have: a model fitted to one clock and
/// one range of speeds does not generalize, and motion that is fast for its sampling rate is what
/// it must have seen to work elsewhere.
///
/// The samples are put on an even clock (the nominal interval, except for intervals of at least 1.5
/// of them), and a cubic spline is fitted through them. Each replay has its own log-uniform speed
/// and rate and a random phase. Positions get a little noise and are rounded to one of three grids;
/// times get a little jitter and, in half the cases, are rounded to milliseconds. The truth is the
/// spline, up to its end. A share of the replays has rough delivery (`RoughDelivery`); there the truth
/// is the line through the delivered positions without noise at the reported times, as an evaluation
/// of such a recording would take it.
struct TrackReplay {
  /// What is asked at a sample of a replay.
  struct Question: Hashable, Sendable {
    /// The number of the sample.
    let sample: Int
    /// How far ahead, in seconds.
    let horizon: Double
    /// Where the contact then is, in the recording's unit.
    let truth: SIMD2<Double>
  }

  /// One replay of the stroke.
  struct Replayed: Hashable, Sendable {
    /// What is seen of it.
    var samples: [TouchSample] = []
    /// What is asked, by rising sample.
    var questions: [Question] = []
    /// How much faster it is than the recording.
    var speed = 1.0
  }

  private let spline: CubicSpline
  private let sampleCount: Int
  private let settings: ReplaySettings
  private let unitsPerMillimeter: Double

  /// A shorter stroke is not replayed.
  private static let leastSamples = 6
  /// A longer stroke, in seconds, is not replayed: its times are wrong.
  private static let longest = 10_000.0
  /// The length of a pause, in nominal intervals; pauses keep their recorded length.
  private static let pause = 1.5
  /// Two samples nearer than this, in seconds, are one.
  private static let leastInterval = 0.001
  /// The greatest standard deviation of the jitter of times, in seconds.
  private static let jitter = 0.000_2
  /// Grids on which positions lie, in millimeters; 0 if there are none.
  private static let grids = [0, 0.0786, 0.0959]
  private static let tick = 0.001
  /// How often each chosen sample is asked.
  static let questions = 4
  /// The nearest and farthest horizons, in seconds.
  static let nearest = 0.003
  private static let farthest = 0.12

  /// Fits the spline; nil for a stroke that is too short or too long.
  ///
  /// - Parameters:
  ///   - samples: As recorded.
  ///   - nominalRate: How often the device reports, in hertz.
  ///   - unitsPerMillimeter: Units of the positions to the millimeter; without one there is no
  ///     noise and no grid.
  ///   - settings: The ranges.
  init?(
    _ samples: [TouchSample], nominalRate: Double, unitsPerMillimeter: Double?,
    settings: ReplaySettings
  ) {
    var (times, positions) = ([Double](), [SIMD2<Double>]())
    var before = 0.0
    for sample in samples {
      guard let last = times.last else {
        (times, positions, before) = ([0], [sample.position], sample.time)
        continue
      }
      let interval = sample.time - before
      guard interval >= Self.leastInterval else { continue }
      let isSteady = interval < Self.pause / nominalRate
      times.append(last + (isSteady ? 1 / nominalRate : interval))
      positions.append(sample.position)
      before = sample.time
    }
    guard times.count >= Self.leastSamples, times[times.count - 1] <= Self.longest,
      let spline = CubicSpline(times: times, positions: positions)
    else { return nil }
    self.spline = spline
    sampleCount = times.count
    self.settings = settings
    self.unitsPerMillimeter = unitsPerMillimeter ?? 0
  }

  /// The duration of what is replayed at the recorded speed, at most, in seconds; 0 if nothing is.
  static func duration(of samples: [TouchSample], nominalRate: Double) -> Double {
    guard samples.count >= leastSamples, let first = samples.first, let last = samples.last else {
      return 0
    }
    let duration = max(last.time - first.time, Double(samples.count) / nominalRate)
    return duration < 2 * longest ? min(duration, longest) : 0
  }

  /// One replay; nil if it has become too short.
  func played(_ generator: inout Xoshiro256StarStar) -> Replayed? {
    let speed = generator.logUniform(settings.slowest, settings.fastest)
    let rate = generator.logUniform(settings.lowestRate, settings.highestRate)
    let end = spline.end / speed
    let (sampled, moments, truth) = samples(rate: rate, speed: speed, end: end, &generator)
    guard sampled.count >= Self.leastSamples else { return nil }
    var replayed = Replayed(samples: sampled, speed: speed)
    // Without the last, and never more than were recorded, so that slow replays do not rule.
    let (first, last) = (1, sampled.count - 1)
    var wanted = min(sampleCount, last - first)
    for index in first..<last {
      guard generator.nextInt(below: last - index) < wanted else { continue }
      wanted -= 1
      for number in 0..<Self.questions {
        let horizon = Self.horizon(number, &generator)
        let time = moments[index] + horizon
        let asked: SIMD2<Double>?
        if truth.isEmpty {
          asked = time <= end ? spline.position(at: time * speed) : nil
        } else {
          asked = Self.position(sampled, truth, from: index, at: time)
        }
        guard let asked else { continue }
        replayed.questions.append(Question(sample: index, horizon: horizon, truth: asked))
      }
    }
    return replayed
  }

  /// Every other horizon log-uniform, which asks about short ones, the others uniform.
  private static func horizon(
    _ number: Int, _ generator: inout Xoshiro256StarStar
  ) -> Double {
    number % 2 == 0
      ? generator.logUniform(nearest, farthest)
      : nearest + generator.nextUnit() * (farthest - nearest)
  }

  /// The position on the line through positions without noise at the stamps of the samples; nil after the last.
  private static func position(
    _ samples: [TouchSample], _ truth: [SIMD2<Double>], from index: Int, at time: Double
  ) -> SIMD2<Double>? {
    guard let after = samples[index...].firstIndex(where: { $0.time >= time }), after > index
    else { return nil }
    let (a, b) = (samples[after - 1].time, samples[after].time)
    let share = b > a ? (time - a) / (b - a) : 1
    return truth[after - 1] + share * (truth[after] - truth[after - 1])
  }

  /// The samples, the moments from which horizons are counted, and, of a rough delivery, the positions
  /// of the samples without noise: what a recording of such a delivery would take for the truth.
  private func samples(
    rate: Double, speed: Double, end: Double, _ generator: inout Xoshiro256StarStar
  ) -> (samples: [TouchSample], moments: [Double], truth: [SIMD2<Double>]) {
    let interval = 1 / rate
    let phase = generator.nextUnit() * interval
    let jitter = Self.jitter * generator.nextUnit()
    let isWhole = generator.nextInt(below: 2) == 1
    let grid = Self.grids[generator.nextInt(below: Self.grids.count)] * unitsPerMillimeter
    let noise = settings.noise * unitsPerMillimeter * generator.nextUnit()
    let count = end > phase ? Int((end - phase) / interval) + 1 : 0
    // Nothing is drawn without the setting, so that trainings without it stay what they were.
    let delivery =
      settings.rough > 0 && generator.nextUnit() < settings.rough
      ? RoughDelivery(bursts: settings.bursts, &generator) : nil
    var samples: [TouchSample] = []
    samples.reserveCapacity(count)
    var moments: [Double] = []
    var truth: [SIMD2<Double>] = []
    var latest = -Double.infinity
    for index in 0..<count {
      let moment = phase + Double(index) * interval
      let clean = spline.position(at: moment * speed)
      var position = clean + noise * SIMD2(generator.nextNormal(), generator.nextNormal())
      if grid > 0 { position = (position / grid).rounded(.toNearestOrEven) * grid }
      var time = moment + jitter * generator.nextNormal()
      if isWhole { time = (time / Self.tick).rounded() * Self.tick }
      guard let delivery else {
        latest = max(time, latest + 1e-6)
        samples.append(TouchSample(time: latest, position: position))
        moments.append(latest)
        continue
      }
      guard delivery.delivers(position, after: samples.last?.position, &generator) else { continue }
      if let late = delivery.heldBack(index, phase: phase, interval: interval) {
        time = late
      } else {
        time += delivery.unevenness * interval * generator.nextNormal()
      }
      latest = max(delivery.stamp(time), latest)
      samples.append(TouchSample(time: latest, position: position))
      moments.append(latest)
      truth.append(clean)
    }
    return (samples, moments, truth)
  }
}

extension Xoshiro256StarStar {
  /// A number between two above 0, all ratios equally likely.
  fileprivate mutating func logUniform(_ least: Double, _ most: Double) -> Double {
    least * Elementary.power(most / least, nextUnit())
  }
}

/// The settings of training replays: how often, how fast and on what clock.
package struct ReplaySettings: Hashable, Sendable, Codable {
  /// How often each stroke is replayed; 0 for recordings alone.
  package var count = 0
  /// The slowest speed, as a multiple of that recorded.
  package var slowest = 0.3
  /// The greatest speed.
  package var fastest = 4.0
  /// The lowest rate at which a replay is sampled, in hertz.
  package var lowestRate = 60.0
  /// The highest rate, in hertz.
  package var highestRate = 240.0
  /// The greatest standard deviation of the noise on positions, in millimeters.
  package var noise = 0.008
  /// The share of replays that are delivered roughly: on coarse clocks, with reports left out.
  package var rough = 0.0
  /// The share of rough replays that begin with a burst: reports held back and then sent 1 ms apart.
  package var bursts = 0.0
  /// How many times an example as recorded counts, if there are replays.
  package var recordedWeight = 1.0

  /// Creates the defaults.
  package init() {}

  /// Throws if a value is out of range.
  func validate() throws(TrainingError) {
    try TrainingSettings.check("replays", count, in: 0...100)
    try TrainingSettings.check("replay-speeds: the slowest", slowest, in: 0.01...100)
    try TrainingSettings.check("replay-speeds: the fastest", fastest, in: slowest...100)
    try TrainingSettings.check("replay-rates: the lowest", lowestRate, in: 1...10_000)
    try TrainingSettings.check("replay-rates: the highest", highestRate, in: lowestRate...10_000)
    try TrainingSettings.check("replay-noise", noise, in: 0...1)
    try TrainingSettings.check("rough-replays", rough, in: 0...1)
    try TrainingSettings.check("bursts", bursts, in: 0...1)
    try TrainingSettings.check("recorded-weight", recordedWeight, in: 0...1000)
  }
}

/// A model of an operating system's event delivery: a coarse clock, reports early and late, bursts at the
/// start, dropped duplicates and lost reports.
///
/// Timestamps are rounded down to ticks of 1, 4, 8 or 15.625 ms (the timer of older Windows), so
/// several reports may share a time. Linux drops reports that change nothing, and some are lost
/// while a process is busy.
struct RoughDelivery {
  private let tick: Double
  private let leavesOutUnchanged: Bool
  private let lost: Double
  /// The standard deviation of how late or early a report is stamped, in intervals.
  let unevenness: Double
  /// How many reports are held back at the start.
  private let held: Int

  /// Seconds; 0 for stamps as they are.
  private static let ticks = [0, 0.001, 0.004, 0.008, 1.0 / 64]
  /// The greatest share of reports that are lost.
  private static let mostLost = 0.2
  private static let heldRange = 2...6
  private static let mostUneven = 0.35
  /// Between reports that were held back, in seconds.
  private static let burstInterval = 0.001

  /// Draws one.
  init(bursts: Double, _ generator: inout Xoshiro256StarStar) {
    let isBurst = bursts > 0 && generator.nextUnit() < bursts
    held =
      isBurst
      ? Self.heldRange.lowerBound + generator.nextInt(below: Self.heldRange.count) : 0
    unevenness =
      generator.nextInt(below: 2) == 1 ? Self.mostUneven * generator.nextUnit() : 0
    tick = Self.ticks[generator.nextInt(below: Self.ticks.count)]
    leavesOutUnchanged = generator.nextInt(below: 2) == 1
    lost = generator.nextInt(below: 2) == 1 ? Self.mostLost * generator.nextUnit() : 0
  }

  /// The time that a report of a moment bears, in seconds.
  func stamp(_ moment: Double) -> Double {
    tick > 0 ? (moment / tick).rounded(.down) * tick : moment
  }

  /// The time at which the `index`-th report of a burst is sent, in seconds; nil after the burst.
  func heldBack(_ index: Int, phase: Double, interval: Double) -> Double? {
    guard index < held, interval > Self.burstInterval else { return nil }
    return phase + Double(held) * interval - Double(held - index) * Self.burstInterval
  }

  /// Whether a report is passed on.
  func delivers(
    _ position: SIMD2<Double>, after last: SIMD2<Double>?, _ generator: inout Xoshiro256StarStar
  ) -> Bool {
    let isLost = lost > 0 && generator.nextUnit() < lost
    return !isLost && !(leavesOutUnchanged && position == last)
  }
}
