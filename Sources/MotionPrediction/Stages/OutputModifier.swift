import TouchInput

/// A stage after a predictor that changes its answers.
///
/// A modifier is a value, like a predictor, and obeys the same laws. It sees the samples as they were observed,
/// and may ask the predictor for any horizon.
public protocol OutputModifier: Sendable {
  /// Begins a new contact.
  mutating func beginStroke()

  /// Returns whether the predictor begins a new stroke with `sample`, which is finite and has not been
  /// observed yet; by default not.
  mutating func beginsStroke(with sample: TouchSample) -> Bool

  /// Observes a sample, which is finite, after the predictor has.
  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor)

  /// Returns the answer for `horizon` seconds ahead, a finite number.
  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction?

  /// Resets the modifier to its initial state.
  mutating func reset()
}

extension OutputModifier {
  /// By default no sample begins a new stroke.
  public mutating func beginsStroke(with sample: TouchSample) -> Bool { false }
}

/// A predictor whose answers are modified.
struct ModifiedPredictor: Predictor {
  private var predictor: AnyPredictor
  private var modifier: AnyOutputModifier

  init(_ predictor: AnyPredictor, by modifier: AnyOutputModifier) {
    self.predictor = predictor
    self.modifier = modifier
  }

  mutating func beginStroke() {
    predictor.beginStroke()
    modifier.beginStroke()
  }

  mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    if modifier.beginsStroke(with: sample) { predictor.beginStroke() }
    predictor.observe(sample)
    modifier.observe(sample, after: predictor)
  }

  mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    predictor.observeDevicePredictions(samples)
  }

  mutating func endStroke(at time: Double) { predictor.endStroke(at: time) }

  func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite else { return nil }
    return modifier.predict(ahead: horizon, with: predictor)?.ifFinite
  }

  mutating func reset() {
    predictor.reset()
    modifier.reset()
  }
}

/// A modifier whose only state is the newest samples.
protocol WindowedModifier: CatalogueModifier where Parameters: WindowParameters {
  /// The newest samples, as observed.
  var window: ObservationWindow { get set }

  /// Creates a modifier with valid parameters and an empty window.
  init(parameters: Parameters, window: ObservationWindow)
}

extension WindowedModifier {
  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.init(
      parameters: parameters,
      window: ObservationWindow(capacity: parameters.capacity, seconds: parameters.seconds))
  }

  mutating func beginStroke() { window.removeAll() }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    window.append(sample)
  }

  mutating func reset() { window.removeAll() }
}
