import TouchInput

/// Sends batches through a pipeline, and says what did not fit.
struct InkRun {
  private var pipeline: InkPipeline
  private let source: String
  private var warned = 0

  /// How many warnings are told one by one.
  private static let toldWarnings = 20
  /// How many characters of a warning are shown; names of events may be of any length.
  private static let shownCharacters = 300

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - pipeline: The stages, which have seen nothing.
  ///   - source: Where the events come from, for warnings.
  init(_ pipeline: InkPipeline, source: String) {
    self.pipeline = pipeline
    self.source = source
  }

  /// What the stages have after the last event.
  struct End {
    let outcome: InkPipeline.Outcome
    /// How many events were taken in.
    let events: Int
  }

  /// Takes in all batches.
  ///
  /// - Parameters:
  ///   - batches: The batches.
  ///   - afterEach: Called after each.
  /// - Returns: What the stages have in the end; nil where there is no batch.
  mutating func process(_ batches: [TouchBatch], afterEach: (End) -> Void) -> End? {
    var end: End?
    var events = 0
    for batch in batches {
      events += batch.events.count
      let now = End(outcome: pipeline.process(batch), events: events)
      for warning in pipeline.takeWarnings() { tell(warning) }
      afterEach(now)
      end = now
    }
    if warned > Self.toldWarnings {
      Terminal.warn("\(source): \(warned) events did not fit, of which the first were told")
    }
    return end
  }

  private mutating func tell(_ warning: InputWarning) {
    warned += 1
    guard warned <= Self.toldWarnings else { return }
    Terminal.warn("\(source): \(ShownText(warning.description, limit: Self.shownCharacters))")
  }
}
