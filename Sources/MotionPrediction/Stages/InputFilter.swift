import TouchInput

/// A stage before a predictor that changes the samples it receives.
///
/// A value, like a predictor, and bound by the same laws: nothing it does may depend on a sample
/// that has not come yet. It may move a sample in time; the chain then asks the predictor for a
/// horizon that is longer or shorter by the same time, so that the moment asked for stays the same.
public protocol InputFilter: Sendable {
  /// Begins a new contact.
  mutating func beginStroke()

  /// Returns the sample as the predictor receives it; `sample` is finite.
  mutating func filter(_ sample: TouchSample) -> TouchSample

  /// Resets the filter to its initial state.
  mutating func reset()
}

/// A predictor that sees filtered samples.
///
/// p̂(h) is the inner predictor's answer at h + t_n − t'_n, where t'_n is the newest sample's time as
/// filtered: the same moment, whatever the filter did to the time.
struct FilteredPredictor: Predictor {
  private var filter: AnyInputFilter
  private var predictor: AnyPredictor
  /// t_n − t'_n of the newest sample, in seconds.
  private var shift = 0.0

  init(_ filter: AnyInputFilter, before predictor: AnyPredictor) {
    self.filter = filter
    self.predictor = predictor
  }

  mutating func beginStroke() {
    filter.beginStroke()
    predictor.beginStroke()
    shift = 0
  }

  mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    let filtered = filter.filter(sample)
    guard filtered.isFinite else { return }
    shift = sample.time - filtered.time
    predictor.observe(filtered)
  }

  mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    predictor.observeDevicePredictions(samples)
  }

  mutating func endStroke(at time: Double) { predictor.endStroke(at: time - shift) }

  func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite else { return nil }
    return predictor.predict(ahead: horizon + shift)
  }

  mutating func reset() {
    filter.reset()
    predictor.reset()
    shift = 0
  }
}
