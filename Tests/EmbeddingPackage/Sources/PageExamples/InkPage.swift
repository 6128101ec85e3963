import DigitalInk
import MotionPrediction
import TouchInput

/// The examples of docs/ink/README.md.
func inkPage(_ batch: TouchBatch, _ context: PredictorContext) throws {
  var pipeline = TouchPathStream()
    .then(PolylineStream())
    .then(FilterStream(SavitzkyGolay()))
    .then(FilterStream(DouglasPeucker()))
    .then(ElementStream(AntigrainSmoother()))

  let update = pipeline.update(batch)  // a TouchBatch: the events of one callback
  update.lines  // all strokes as move, line and curve elements
  update.deltas  // what to redraw: .updated(line: 0, indices: 41...46)
  pipeline.first.first.first.first.takeWarnings()  // events that did not fit
  try replaced(batch, context)

  func replaced(_ batch: TouchBatch, _ context: PredictorContext) throws {
    let linear = try PredictorCatalogue.standard.predictor("linear").make(context)
    var standIn = StandInPredictions(linear, horizons: [0.008, 0.016])
    let update = pipeline.update(standIn.process(batch))
    _ = update
  }
}
