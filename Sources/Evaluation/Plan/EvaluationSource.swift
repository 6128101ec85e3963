import TouchInput

/// The recordings of one data set: in memory, or read as needed.
package enum EvaluationSource: Sendable {
  /// Recordings in memory, not yet prepared.
  case held(EvaluationDataset)
  /// Prepared recordings in memory, and those that do not fit the plan.
  case prepared(name: String, recordings: [PreparedRecording], failures: [EvaluationFailure])
  /// Recordings read stroke by stroke, as often as needed.
  case streamed(StreamedRecordings)

  /// The number of recordings.
  package var recordingCount: Int {
    switch self {
    case .held(let dataset): dataset.recordings.count
    case .prepared(_, let recordings, _): recordings.count
    case .streamed(let source): source.recordings.count
    }
  }
}

extension Evaluator {
  /// Called before any result with the scored recordings and with the failures of those that do not
  /// fit the plan.
  ///
  /// Streamed recordings have no strokes.
  package typealias OnRecordings = ([PreparedRecording], [EvaluationFailure]) -> Void

  /// Scores every subject on the recordings of a source.
  ///
  /// The rows do not depend on its kind.
  ///
  /// - Parameters:
  ///   - subjects: The predictors to score.
  ///   - source: The recordings.
  ///   - jobs: The number of workers, at least 1. Rows do not depend on it.
  ///   - advanced: Called from any worker after each subject has been scored on a recording.
  ///   - onRecordings: Called once, before `finished`.
  ///   - finished: Called with each subject's result, one at a time, in the order of the subjects.
  ///     Not called if no recording fits the plan.
  /// - Throws: The error that stopped the reading of strokes. A failed reading gives no results.
  package func evaluate(
    _ subjects: [EvaluationSubject], on source: EvaluationSource, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}, onRecordings: OnRecordings,
    finished: @escaping Finished
  ) async throws {
    switch source {
    case .held(let dataset):
      let ready = await prepare(dataset, jobs: jobs)
      try await evaluate(
        subjects,
        on: .prepared(
          name: dataset.name, recordings: ready.recordings, failures: ready.failures),
        jobs: jobs, advanced: advanced, onRecordings: onRecordings, finished: finished)
    case .prepared(let name, let recordings, let failures):
      onRecordings(recordings, failures)
      guard !Task.isCancelled else { return }
      await evaluate(
        subjects, on: recordings, dataset: name, jobs: jobs, advanced: advanced,
        finished: finished)
    case .streamed(let recordings):
      try await evaluate(
        subjects, on: recordings, jobs: jobs, advanced: advanced, onRecordings: onRecordings,
        finished: finished)
    }
  }
}
