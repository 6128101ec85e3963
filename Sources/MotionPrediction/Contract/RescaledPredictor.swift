import TouchInput

/// A predictor whose constants have a unit of their own, with positions converted to it.
///
/// Positions are multiplied by `factor` on the way in and divided by it on the way out, so that
/// constants published in pixels mean the pixels that they were published for.
struct RescaledPredictor: Predictor {
  var predictor: AnyPredictor
  /// From the recorded unit to the predictor's.
  private let factor: Double

  init(_ predictor: AnyPredictor, factor: Double) {
    self.predictor = predictor
    self.factor = factor
  }

  mutating func beginStroke() { predictor.beginStroke() }

  mutating func observe(_ sample: TouchSample) { predictor.observe(scaled(sample)) }

  mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    predictor.observeDevicePredictions(samples.map(scaled))
  }

  mutating func endStroke(at time: Double) { predictor.endStroke(at: time) }

  func predict(ahead horizon: Double) -> Prediction? {
    guard var prediction = predictor.predict(ahead: horizon) else { return nil }
    prediction.position /= factor
    prediction.velocity = prediction.velocity.map { $0 / factor }
    prediction.covariance = prediction.covariance.map {
      let square = factor * factor
      return PositionCovariance(xx: $0.xx / square, xy: $0.xy / square, yy: $0.yy / square)
    }
    return prediction.ifFinite
  }

  var forgetsStrokes: Bool { predictor.forgetsStrokes }

  mutating func reset() { predictor.reset() }

  private func scaled(_ sample: TouchSample) -> TouchSample {
    var scaled = sample
    scaled.position *= factor
    return scaled
  }
}
