import TouchInput

/// Sends batches through a pipeline, and says what did not fit.
struct InkRun {
  private var pipeline: InkPipeline
  private var warnings: ToldWarnings

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - pipeline: The stages, which have seen nothing.
  ///   - source: Where the events come from, for warnings.
  init(_ pipeline: InkPipeline, source: String) {
    self.pipeline = pipeline
    warnings = ToldWarnings(of: source)
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
      for warning in pipeline.takeWarnings() { warnings.tell(warning) }
      afterEach(now)
      end = now
    }
    warnings.finish()
    return end
  }
}
