import MotionPrediction
import TouchInput

/// Where a contact will be, `seconds` after the last of its samples; nil where nobody can say.
func position(after samples: [TouchSample], ahead seconds: Double) throws -> SIMD2<Double>? {
  var predictor = try PolynomialPredictor(
    .init(degree: 1, window: 3), context: PredictorContext(horizons: [seconds]))
  predictor.beginStroke()
  for sample in samples { predictor.observe(sample) }
  return predictor.predict(ahead: seconds)?.position
}
