import TouchInput

/// The recordings of one data set as an evaluation takes them: at hand, or read as they are needed.
package enum EvaluationSource: Sendable {
  /// All of them at hand, still to be made ready.
  case held(EvaluationDataset)
  /// All of them at hand, made ready before, with what does not go with the plan.
  case prepared(name: String, recordings: [PreparedRecording], failures: [EvaluationFailure])
  /// Read stroke by stroke, as often as needed.
  case streamed(StreamedRecordings)

  /// How many recordings there are.
  package var recordingCount: Int {
    switch self {
    case .held(let dataset): dataset.recordings.count
    case .prepared(_, let recordings, _): recordings.count
    case .streamed(let source): source.recordings.count
    }
  }
}

extension Evaluator {
  /// Called before any result with the recordings that the rows are of, and with what does not go
  /// with the plan; streamed recordings are without strokes.
  package typealias OnRecordings = ([PreparedRecording], [EvaluationFailure]) -> Void

  /// Scores every subject on the recordings of a source; the rows are the same whichever it is.
  ///
  /// - Parameters:
  ///   - subjects: What is evaluated.
  ///   - source: The recordings.
  ///   - jobs: The number of workers, at least 1. The rows do not depend on it.
  ///   - advanced: Called for each subject and recording that was played, from any worker.
  ///   - onRecordings: Called once, before `finished`.
  ///   - finished: Called with each subject's result, one at a time, in the order of the subjects;
  ///     never where no recording goes with the plan.
  /// - Throws: What kept streamed strokes from being read; nothing is handed on of a reading that failed.
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
