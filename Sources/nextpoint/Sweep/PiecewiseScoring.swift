import Datasets
import Evaluation
import Foundation
import Reporting

/// Scores the missing pieces of a sweep, with all workers on one data set after another.
///
/// The subjects of all missing pieces of a data set are handed to the evaluator at once, so that the
/// division costs no worker any waiting and no pass over the data.
struct PiecewiseScoring {
  let run: ScoringRun
  let record: SweepRecord
  let folder: SweepFolder
  let share: SweepShare
  let failsFast: Bool
  let external: ExternalPrograms

  /// Scores pieces and writes each as soon as it is done.
  ///
  /// - Returns: How many failures were listed.
  func score(_ pieces: [SweepDivision.Piece], on sets: LoadedSets) async throws -> Int {
    var failures = 0
    for (place, dataset) in sets.datasets.enumerated() {
      let mine = pieces.filter { $0.dataset == place }
      if !mine.isEmpty { failures += try await score(mine, of: dataset) }
    }
    return failures
  }

  private func score(
    _ pieces: [SweepDivision.Piece], of dataset: LoadedDataset
  ) async throws -> Int {
    let subjects = pieces.flatMap { run.subjects.predictors[$0.subjects] }
      .map(EvaluationSubject.predictor)
    let storage = ValueStorage.ofRun(streamed: dataset.isSurvey)
    let evaluator = run.evaluator(for: run.plan, storage: storage)
    let (stops, stopping) = AsyncStream<any Error>.makeStream()
    let collector = PieceCollector(
      PieceCollector.Job(
        dataset: dataset, subjects: subjects, pieces: pieces, record: record, share: share,
        folder: folder, sweptNames: run.subjects.sweptNames, failsFast: failsFast,
        external: external, environment: .current),
      stop: {
        stopping.yield($0)
        stopping.finish()
      })
    let source = dataset.source
    let bar = ProgressBar(dataset.name, total: subjects.count * source.recordingCount)
    let jobs = run.jobs
    let work = Task {
      defer { stopping.finish() }
      let began = ContinuousClock.now
      try await evaluator.evaluate(
        subjects, on: source, jobs: jobs, advanced: { bar.advance() },
        onRecordings: { recordings, failures in
          // What is streamed is made ready as it is scored.
          let seconds = dataset.isSurvey ? 0 : (ContinuousClock.now - began) / .seconds(1)
          collector.begin(recordings, failures: failures, seconds: seconds)
        },
        finished: { index, result in collector.take(result, of: index) })
    }
    for await error in stops {
      work.cancel()
      _ = await work.result
      bar.finish()
      throw error
    }
    bar.finish()
    try await work.value
    if let problem = storage.problem { throw problem }
    return collector.failures
  }
}
