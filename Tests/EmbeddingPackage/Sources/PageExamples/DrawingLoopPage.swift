import MotionPrediction
import TouchInput

/// A report of an application's own.
struct Report {
  var timestamp: Double
  var x: Double
  var y: Double
}

/// The examples of MotionPrediction.docc/PredictInYourDrawingLoop.md.
func drawingLoopPage(
  _ event: Report, displayTime: Double, newestSampleTime: Double, newestPosition: SIMD2<Double>
) throws -> SIMD2<Double> {
  var predictor = try RecommendedPredictor(
    .init(), context: PredictorContext(horizons: [0.033], nominalRate: 120))

  predictor.beginStroke()
  predictor.observe(TouchSample(time: event.timestamp, position: SIMD2(event.x, event.y)))

  let ahead = displayTime - newestSampleTime
  let tip = predictor.position(ahead: ahead) ?? newestPosition
  return tip
}
