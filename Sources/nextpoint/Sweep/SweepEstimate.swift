import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import TouchInput

/// What a sweep would do, and how long it would take, measured on a part of it.
struct SweepEstimate {
  private let run: ScoringRun
  private let sets: LoadedSets

  /// How many predictors, spread over the list, are tried.
  private static let tried = 6
  /// How many samples they are tried on, at least.
  private static let samples = 2000

  init(_ run: ScoringRun, sets: LoadedSets) {
    self.run = run
    self.sets = sets
  }

  /// Prints the counts and the estimate.
  func describe() async throws {
    let samples = sets.datasets.reduce(0) { $0 + $1.sampleCount }
    let (predictors, horizons) = (run.subjects.predictors.count, max(run.plan.horizons.count, 1))
    // As a number that does not overflow, whatever the counts.
    let predictions = FixedPoint.text(
      Double(predictors) * Double(horizons) * Double(samples), decimals: 0)
    let programs = run.subjects.predictors.flatMap(\.externalCommands)
    let timed = run.subjects.predictors.filter(\.externalCommands.isEmpty)
    let seconds = try await secondsPerSample(of: timed) * Double(samples) * Double(timed.count)
    let pieces = SweepDivision(
      samples: sets.datasets.map(\.sampleCount), subjects: predictors, horizons: horizons
    ).pieces.count
    let each = ProgressBar.timeText(seconds / Double(max(pieces, 1)))
    Terminal.write(
      """
      \(predictors) predictors × \(horizons) horizons on \(sets.datasets.count) data sets, \
      \(samples) samples: \(predictions) predictions
      about \(ProgressBar.timeText(seconds / Double(run.jobs))) with \(run.jobs) workers
      \(pieces) pieces to share out by --shard, about \(each) of one core each

      """)
    if let first = programs.first {
      Terminal.note(
        "note: without the time of \(programs.count) external "
          + "\(programs.count == 1 ? "program" : "programs"), such as "
          + "'\(ShownText(first, limit: 200))': a dry run starts none, and those that a plan file names "
          + "run only with --allow-programs")
    }
    for problem in sets.problems { Terminal.warn(problem) }
  }

  /// Seconds a sample and predictor, over all horizons, on one core.
  private func secondsPerSample(of all: [ConfiguredPredictor]) async throws -> Double {
    guard let dataset = sets.datasets.first else { return 0 }
    let recordings = try firstRecordings(of: dataset)
    let evaluator = Evaluator(plan: run.plan)
    let part = EvaluationDataset(name: dataset.name, recordings: recordings)
    let prepared = await evaluator.prepare(part, jobs: 1).recordings
    let stride = max(all.count / Self.tried, 1)
    let tried = all.indices.filter { $0 % stride == 0 }.map { EvaluationSubject.predictor(all[$0]) }
    let started = ContinuousClock.now
    await evaluator.evaluate(
      tried, on: prepared, dataset: dataset.name, jobs: 1, finished: { _, _ in })
    let count = recordings.reduce(0) { $0 + $1.sampleCount } * tried.count
    return (ContinuousClock.now - started) / .seconds(1) / Double(max(count, 1))
  }

  /// Recordings from the start, or the beginnings of them, of enough samples.
  private func firstRecordings(of dataset: LoadedDataset) throws -> [Recording] {
    var samples = 0
    guard dataset.isSurvey else {
      return Array(
        dataset.recordings.prefix { recording in
          defer { samples += recording.sampleCount }
          return samples < Self.samples
        })
    }
    var recordings = dataset.recordings
    var strokes = DatasetStrokes(dataset)
    while let (recording, stroke) = try strokes.next() {
      recordings[recording].strokes.append(stroke)
      samples += stroke.samples.count
      if samples >= Self.samples { break }
    }
    return recordings.filter { !$0.strokes.isEmpty }
  }
}
