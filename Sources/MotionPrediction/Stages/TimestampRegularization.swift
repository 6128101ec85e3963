import TouchInput

/// Removes the jitter of delivery from timestamps by a running model of a steady clock.
///
/// A device samples at a steady rate, but the times that reach an application are those of delivery,
/// rounded and late by varying amounts. The filter keeps a phase-locked estimate of the clock: with
/// T the interval (from the context's nominal rate, then learned) and k the number of intervals since
/// the last sample, rounded, at least 1,
///
/// t̂ = t'_{n−1} + k·T,   e = t_n − t̂,   t'_n = t̂ + `gain`·e,   T ← T + `rate-gain`·e/k.
///
/// A gap or a jump (|e| greater than `tolerance` intervals) restarts the clock at the recorded
/// time. `gain` = 1 leaves the times as they are; 0 trusts the model alone. On recordings whose
/// jitter is delivery noise, a steady clock predicts better than the recorded times.
///
/// Source: a second-order delay-locked loop in the manner of Adriaensen, "Using a DLL to filter
/// time", Linux Audio Conference 2005.
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

  /// The least time between two filtered samples, in intervals.
  private static let leastStep = 0.1

  private let parameters: Parameters
  private let nominalInterval: Double
  private var interval: Double
  private var last: Double?

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    guard context.nominalRate.isFinite, context.nominalRate > 0 else {
      throw ParameterError(
        field: "nominal rate", value: "\(context.nominalRate)", problem: "is not above 0 Hz")
    }
    self.parameters = parameters
    nominalInterval = 1 / context.nominalRate
    interval = nominalInterval
  }

  mutating func beginStroke() { last = nil }

  mutating func filter(_ sample: TouchSample) -> TouchSample {
    var filtered = sample
    filtered.time = regularized(sample.time)
    // Where the model ran ahead of a recorded time, time goes on in small steps rather than back.
    if let last, last - sample.time < interval {
      filtered.time = max(filtered.time, last + Self.leastStep * interval)
    }
    last = filtered.time
    return filtered
  }

  mutating func reset() {
    last = nil
    interval = nominalInterval
  }

  private mutating func regularized(_ time: Double) -> Double {
    guard let last else { return time }
    let steps = max(((time - last) / interval).rounded(), 1)
    let expected = last + steps * interval
    let deviation = time - expected
    // A sample with the time of the one before may be a duplicate or a burst; both are measured one
    // interval apart at most, which the model cannot tell, so it keeps to the recorded time.
    guard deviation.isFinite, abs(deviation) <= parameters.tolerance * interval, steps <= 4 else {
      return time
    }
    let corrected = interval + parameters.rateGain * deviation / steps
    interval = min(max(corrected, 0.5 * nominalInterval), 2 * nominalInterval)
    return expected + parameters.gain * deviation
  }
}
