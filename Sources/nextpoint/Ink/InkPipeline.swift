import DigitalInk
import TouchInput

/// The way from events to elements, with stages that are chosen at run time.
///
/// A chain of known types would need one type for every choice. Here a stage costs one dynamic call
/// a batch; the work inside knows its types.
struct InkPipeline {
  /// What every stage has after a batch, with what the batch changed.
  struct Outcome {
    let paths: LineUpdate<TouchPath>
    let polylines: LineUpdate<Polyline>
    let filtered: LineUpdate<Polyline>
    let elements: LineUpdate<ElementLine>
  }

  private var predictions: StandInPredictions?
  private var paths = TouchPathStream()
  private var polylines = PolylineStream()
  private var filters: [AnyFilterStage]
  private var smoother: AnySmootherStage

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - predictions: What predicts in the place of the device; nil where the device's are taken.
  ///   - filters: The filters, in order.
  ///   - smoother: What makes elements.
  init(
    predictions: StandInPredictions?, filters: [AnyFilterStage], smoother: AnySmootherStage
  ) {
    self.predictions = predictions
    self.filters = filters
    self.smoother = smoother
  }

  /// Takes in a batch.
  mutating func process(_ batch: TouchBatch) -> Outcome {
    let batch = predictions?.process(batch) ?? batch
    let pathUpdate = paths.update(batch)
    let polylineUpdate = polylines.update(pathUpdate)
    var filtered = polylineUpdate
    for index in filters.indices { filtered = filters[index].update(filtered) }
    return Outcome(
      paths: pathUpdate, polylines: polylineUpdate, filtered: filtered,
      elements: smoother.update(filtered))
  }

  /// What did not fit since the last call.
  mutating func takeWarnings() -> [InputWarning] { paths.takeWarnings() }
}
