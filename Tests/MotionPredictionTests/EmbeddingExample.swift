import MotionPrediction
import TouchInput

/// Returns where a contact will be `seconds` after its last sample, or nil if that cannot be predicted.
func position(after samples: [TouchSample], ahead seconds: Double) throws -> SIMD2<Double>? {
  var predictor = try PolynomialPredictor(
    .init(degree: 1, window: 3), context: PredictorContext(horizons: [seconds]))
  predictor.beginStroke()
  for sample in samples { predictor.observe(sample) }
  return predictor.predict(ahead: seconds)?.position
}
