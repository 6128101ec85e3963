import TouchInput

/// A stage before a predictor that changes the samples it receives.
///
/// A value, like a predictor, and bound by the same laws: nothing it does may depend on a sample
/// that has not come yet. It may move a sample in time; the chain then asks the predictor for a
/// horizon that is longer or shorter by `age`: by the same time unless the filter states another, so
/// that the moment asked for stays the same.
public protocol InputFilter: Sendable {
  /// Begins a new contact.
  mutating func beginStroke()

  /// Returns the sample as the predictor receives it; `sample` is finite.
  mutating func filter(_ sample: TouchSample) -> TouchSample

  /// How long before its recorded time the latest sample was measured, in seconds.
  ///
  /// nil, the default, if that is by how much the filter moved its time.
  var age: Double? { get }

  /// Resets the filter to its initial state.
  mutating func reset()
}

extension InputFilter {
  /// nil: the latest sample is as old as the filter dates it back.
  public var age: Double? { nil }
}

/// A predictor that sees filtered samples.
///
/// p̂(h) is the inner predictor's prediction at h + a, where a is the age of the latest sample
/// (`InputFilter.age`), by default t_n − t'_n, with t'_n the latest sample's time as filtered: the same
/// moment, whatever the filter did to the time.
struct FilteredPredictor: Predictor {
  private var filter: AnyInputFilter
  private var predictor: AnyPredictor
  /// t_n − t'_n of the latest sample, in seconds.
  private var shift = 0.0
  /// The age of the latest sample, in seconds.
  private var age = 0.0

  init(_ filter: AnyInputFilter, before predictor: AnyPredictor) {
    self.filter = filter
    self.predictor = predictor
  }

  mutating func beginStroke() {
    filter.beginStroke()
    predictor.beginStroke()
    (shift, age) = (0, 0)
  }

  mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    let filtered = filter.filter(sample)
    guard filtered.isFinite else { return }
    shift = sample.time - filtered.time
    age = filter.age ?? shift
    predictor.observe(filtered)
  }

  mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    predictor.observeDevicePredictions(samples)
  }

  mutating func endStroke(at time: Double) { predictor.endStroke(at: time - shift) }

  func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite else { return nil }
    return predictor.predict(ahead: horizon + age)
  }

  mutating func reset() {
    filter.reset()
    predictor.reset()
    (shift, age) = (0, 0)
  }
}
