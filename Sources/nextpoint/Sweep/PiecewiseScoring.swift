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
    let storage = ValueStorage.ofRun(streamed: false)
    let evaluator = run.evaluator(for: run.plan, storage: storage)
    let began = ContinuousClock.now
    let prepared = await evaluator.prepare(dataset.forEvaluation, jobs: run.jobs)
    for failure in prepared.failures { Terminal.warn(failure) }
    if failsFast, let failure = prepared.failures.first {
      throw SweepStop.failed(failure.description, folder.path)
    }
    let (stops, stopping) = AsyncStream<any Error>.makeStream()
    let collector = PieceCollector(
      PieceCollector.Job(
        dataset: dataset, subjects: subjects, pieces: pieces, record: record, share: share,
        folder: folder, sweptNames: run.subjects.sweptNames, failsFast: failsFast,
        external: external, unprepared: prepared.failures,
        preparing: (ContinuousClock.now - began) / .seconds(1),
        floors: OracleFloors(
          plan: run.plan, dataset: dataset.name, recordings: prepared.recordings),
        environment: .current),
      stop: { stopping.yield($0) })
    guard !prepared.recordings.isEmpty else {
      try collector.takeNothing()
      return prepared.failures.count
    }
    let bar = ProgressBar(dataset.name, total: subjects.count * prepared.recordings.count)
    let jobs = run.jobs
    let work = Task {
      await evaluator.evaluate(
        subjects, on: prepared.recordings, dataset: dataset.name, jobs: jobs,
        advanced: { bar.advance() },
        finished: { index, result in collector.take(result, of: index) })
      stopping.finish()
    }
    for await error in stops {
      work.cancel()
      await work.value
      bar.finish()
      throw error
    }
    bar.finish()
    if let problem = storage.problem { throw problem }
    return prepared.failures.count + collector.failures
  }
}
