import TouchInput

/// A stage behind a predictor: it changes what the predictor says.
///
/// A value, like a predictor, and bound by the same laws. It sees the samples as they were observed,
/// and may ask the predictor for any horizon.
public protocol OutputModifier: Sendable {
  /// Begins a new contact.
  mutating func beginStroke()

  /// Takes in a sample, which is finite, after the predictor has.
  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor)

  /// What to say of `horizon` seconds ahead, which is finite.
  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction?

  /// Puts the modifier back as it was made.
  mutating func reset()
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
