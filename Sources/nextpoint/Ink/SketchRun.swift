import DigitalInk
import TouchInput

/// Sends batches to a drawing app without a screen, with what a person does meanwhile.
struct SketchRun {
  typealias Session = SketchSession<DrawingArguments.Mode>

  private var session: Session
  private var predictions: StandInPredictions?
  private var waiting: ArraySlice<SketchScript.Step>
  private var warnings: ToldWarnings

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - session: The app, without strokes.
  ///   - predictions: What predicts in the place of the device; nil where the device's are taken.
  ///   - script: What is done beside drawing.
  ///   - source: Where the events come from, for warnings.
  init(
    _ session: Session, predictions: StandInPredictions?, script: SketchScript, source: String
  ) {
    self.session = session
    self.predictions = predictions
    waiting = script.steps[...]
    warnings = ToldWarnings(of: source)
  }

  /// Takes in all batches.
  ///
  /// An action comes before the first batch with a report that is later than it; what is left comes
  /// after the last.
  ///
  /// - Returns: The app in the end.
  mutating func process(_ batches: [TouchBatch]) -> Session {
    let start = batches.lazy.compactMap(\.newestReport).first ?? 0
    for batch in batches {
      if let newest = batch.newestReport { act(until: newest, from: start) }
      tell(session.receive(predictions?.process(batch) ?? batch))
    }
    act(until: .infinity, from: start)
    warnings.finish()
    return session
  }

  private mutating func act(until end: Double, from start: Double) {
    while let step = waiting.first, start + step.time < end {
      tell(session.advance(to: start + step.time))
      session.perform(step.action, at: start + step.time)
      waiting = waiting.dropFirst()
    }
  }

  private mutating func tell(_ outcome: RecogniserOutcome) {
    for warning in outcome.warnings { warnings.tell(warning) }
  }
}

extension TouchBatch {
  /// The time of the newest report that is neither a prediction nor a correction; nil for none.
  fileprivate var newestReport: Double? {
    events.lazy.filter { !$0.isPrediction && !$0.isUpdate }.map(\.timestamp)
      .filter(\.isFinite).max()
  }
}
