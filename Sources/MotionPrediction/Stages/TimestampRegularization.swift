import TouchInput

/// Removes the jitter of delivery from timestamps by a running model of a steady clock.
///
/// A device samples at a steady rate, but the times that reach an application are those of delivery:
/// rounded, late by varying amounts, and equal or nearly so for samples that were delivered together.
/// The predictor sees the samples at the times of a steady clock, and is asked ahead of how old the
/// latest one is. With T the interval (from the context's nominal rate, then learned), t'_n the
/// steady time, o its offset from recorded times and a ≥ 0 how much later than its measurement a
/// sample of a bunch is expected to be delivered,
///
/// r = t_n − o − t'_{n−1},   k = max(1, round((r − a) / T)),   t'_n = t'_{n−1} + k·T,
/// e = r − k·T, less what lies between 0 and a,   o ← o + `gain`·e,   T ← T + `rate-gain`·e/k.
///
/// - Samples closer than a quarter of T are a bunch: each is one interval after the one before. The
///   next sample may come later by as many intervals as recent bunches had further samples: a is
///   that number times T, less T for each sample of the bunch so far.
/// - If |e| is greater than `tolerance` intervals, or k than 4, the clock starts anew: the sample
///   counts as new at its recorded time. Only in a gap, k above 4, does t' advance as recorded.
/// - Intervals that agree among themselves and not with T replace it.
///
/// `gain` = 1 takes each sample to be as new as its recorded time says; 0 trusts the model alone.
/// On recordings whose jitter is delivery noise, a steady clock predicts better than the recorded
/// times; on truly uneven sampling it predicts worse.
///
/// Source: a second-order delay-locked loop in the manner of Adriaensen, "Using a DLL to filter
/// time", Linux Audio Conference 2005; bunches are our addition.
struct TimestampRegularization: CatalogueFilter {
  static let kind = "regularise"
  static let summary = "Removes delivery jitter from timestamps by a running clock"
  static let references = [
    "Adriaensen, Using a DLL to filter time, Linux Audio Conference 2005"
  ]

  struct Parameters: PredictorParameters {
    var gain = 0.1
    var rateGain = 0.005
    var tolerance = 0.75

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "gain", get: { $0.gain }, set: { $0.gain = $1 }, in: 0...1, source: "nextpoint",
        "Share of a time's deviation that is believed"),
      .number(
        "rate-gain", get: { $0.rateGain }, set: { $0.rateGain = $1 }, in: 0...1,
        source: "nextpoint, gain²/2 for critical damping",
        "Share of a time's deviation by which the interval is corrected"),
      .number(
        "tolerance", get: { $0.tolerance }, set: { $0.tolerance = $1 }, in: 0...10,
        unit: "intervals", source: "nextpoint",
        "Deviation beyond which the clock starts anew"),
    ]
  }

  /// The most intervals between two samples that are counted; more are a gap.
  private static let longestStep = 4.0

  private let parameters: Parameters
  private var interval: ClockInterval
  private var bunch = DeliveryBunch()
  /// The recorded and the steady time of the latest sample; nil before the first of a stroke.
  private var last: (recorded: Double, steady: Double)?
  /// Recorded time less steady time of a sample that is delivered as it is measured.
  private var offset = 0.0

  private(set) var age: Double? = 0

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    guard context.nominalRate.isFinite, context.nominalRate > 0 else {
      throw ParameterError(
        field: "nominal rate", value: "\(context.nominalRate)", problem: "is not above 0 Hz")
    }
    self.parameters = parameters
    interval = ClockInterval(nominal: 1 / context.nominalRate)
  }

  mutating func beginStroke() { last = nil }

  mutating func filter(_ sample: TouchSample) -> TouchSample {
    var filtered = sample
    filtered.time = steadyTime(sample.time)
    last = (sample.time, filtered.time)
    age = sample.time - offset - filtered.time
    return filtered
  }

  mutating func reset() {
    last = nil
    age = 0
    interval = ClockInterval(nominal: interval.nominal)
  }

  /// Returns the steady time of the next sample, and adjusts the clock.
  private mutating func steadyTime(_ time: Double) -> Double {
    guard let last else {
      bunch = DeliveryBunch(at: time)
      interval.restart()
      offset = 0
      return time
    }
    let elapsed = time - last.recorded
    guard elapsed.isFinite else {
      offset = 0
      return time
    }
    // A sample that is dated before the last one is late or the clock was set: see `OrderedWindow`.
    guard elapsed >= 0 else { return last.steady + elapsed }
    if let ended = bunch.add(time, within: interval.seconds * DeliveryBunch.closeness) {
      interval.measure(ended.interval, isBunch: ended.count > 1)
    }
    let late = bunch.expectedLateness * interval.seconds
    let passed = time - offset - last.steady
    let steps = max(((passed - late) / interval.seconds).rounded(), 1)
    guard steps <= Self.longestStep else {
      offset = time - (last.steady + elapsed)
      return last.steady + elapsed
    }
    let steady = last.steady + steps * interval.seconds
    adjust(by: passed - steps * interval.seconds, late: late, steps: steps, to: time - steady)
    return steady
  }

  /// Corrects offset and interval by a deviation, or starts the clock anew at an offset.
  private mutating func adjust(by deviation: Double, late: Double, steps: Double, to anew: Double) {
    let deviation = deviation < 0 ? deviation : max(0, deviation - late)
    guard abs(deviation) <= parameters.tolerance * interval.seconds else {
      offset = anew
      return
    }
    offset += parameters.gain * deviation
    interval.correct(by: parameters.rateGain * deviation / steps)
  }
}

/// The samples that are delivered together, and how many those before them were.
private struct DeliveryBunch {
  /// Samples closer than this share of the interval were delivered together.
  static let closeness = 0.25
  /// The share of its further samples that a bunch keeps in what is expected after the next one.
  private static let memory = 0.75

  private var began: Double
  private var latest: Double
  private var count = 1
  /// How many samples a bunch is expected to have.
  private var expected: Double

  init(at time: Double = 0, expected: Double = 1) {
    (began, latest) = (time, time)
    self.expected = expected
  }

  /// The intervals by which the latest sample is expected to be delivered late.
  var expectedLateness: Double { max(0, expected - Double(count)) }

  /// Adds a sample to the bunch, or begins the next one with it.
  ///
  /// - Returns: For the bunch that ended: its number of samples, and the time until the next one for
  ///   each of them.
  mutating func add(_ time: Double, within distance: Double) -> (count: Int, interval: Double)? {
    guard time - latest >= distance else {
      count += 1
      latest = time
      return nil
    }
    let ended = (count: count, interval: (time - began) / Double(count))
    self = DeliveryBunch(
      at: time, expected: max(Double(count), 1 + Self.memory * (expected - 1)))
    return ended
  }
}

/// The interval of a steady clock as it is learned.
private struct ClockInterval {
  /// The interval of the nominal rate, in seconds.
  let nominal: Double
  /// The interval, in seconds.
  private(set) var seconds: Double
  private var previous = 0.0
  private var agreeing = 0

  init(nominal: Double) {
    self.nominal = nominal
    seconds = nominal
  }

  /// Forgets measured intervals of another stroke.
  mutating func restart() { (previous, agreeing) = (0, 0) }

  /// Corrects the interval by a small amount.
  mutating func correct(by amount: Double) { seconds = bounded(seconds + amount) }

  /// Replaces an interval with which several measured ones in a row do not agree, but with each other.
  mutating func measure(_ interval: Double, isBunch: Bool) {
    let agrees = abs(interval - previous) < (isBunch ? 0.25 : 0.1) * interval
    let isOff = interval < 0.75 * seconds || interval > seconds / 0.75
    previous = interval
    agreeing = agrees && isOff && bounded(interval) == interval ? agreeing + 1 : 0
    guard agreeing >= (isBunch ? 2 : 3) else { return }
    seconds = interval
    agreeing = 0
  }

  /// Frames hold up to eight samples where the nominal rate is that of frames.
  private func bounded(_ interval: Double) -> Double {
    min(max(interval, nominal / 8), 2 * nominal)
  }
}
