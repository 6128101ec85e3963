import ArgumentParser
import Datasets
import TouchInput

/// Sends batches through a pipeline, and warns about events that do not fit.
struct InkRun {
  private var pipeline: InkPipeline
  private var warnings: WarningLog

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - pipeline: The stages, which have seen nothing.
  ///   - source: Where the events come from, for warnings.
  init(_ pipeline: InkPipeline, source: String) {
    self.pipeline = pipeline
    warnings = WarningLog(of: source)
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
      for warning in pipeline.takeWarnings() { warnings.warn(warning) }
      afterEach(now)
      end = now
    }
    warnings.finish()
    return end
  }
}

/// How the events of a file are grouped into batches.
enum InkBatching: EnumerableFlag {
  /// Each event alone, even if the file has callbacks.
  case byEvent
  /// As an application met them: by the file's callbacks, or, if it has none, as `TouchBatching`
  /// divides them.
  case byBatch

  static func help(for value: InkBatching) -> ArgumentHelp? {
    switch value {
    case .byEvent: "Process each event alone, even if the file has callbacks."
    case .byBatch:
      ArgumentHelp(
        "Process a file without callbacks in batches up to each run of predictions or, without "
          + "predictions, to each refresh at 60 Hz.")
    }
  }

  /// Returns the batches of a file: as chosen, else its callbacks, else single events.
  static func batches(of file: TouchEventFile, _ choice: InkBatching?) -> [TouchBatch] {
    switch choice {
    case .byBatch: file.applicationBatches
    case .byEvent: single(file.batches)
    case nil: file.keepsBatches ? file.batches : single(file.batches)
    }
  }

  /// Every event as a batch; a callback's name comes with its last event.
  private static func single(_ batches: [TouchBatch]) -> [TouchBatch] {
    batches.flatMap { batch in
      batch.events.enumerated().map { index, event in
        let isLast = index == batch.events.count - 1
        return TouchBatch(identifier: isLast ? batch.identifier : "", events: [event])
      }
    }
  }
}
