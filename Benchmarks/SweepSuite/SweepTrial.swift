import Datasets
import Evaluation
import MotionPrediction

/// A grid of polynomials to be scored on a small synthetic set: degrees 1–3, windows 2–32 that can be
/// fitted, and eight horizons.
struct SweepTrial: Sendable {
  /// The configurations.
  let subjects: [EvaluationSubject]
  private let recordings: [PreparedRecording]
  private let evaluator: Evaluator

  private static let grid = "polynomial:degree=1..3,window=2..32"
  /// Every so many of the set's recordings are taken.
  private static let stride = 4

  /// Reads the grid and makes the recordings ready.
  static func prepared() async throws -> SweepTrial {
    let set = SyntheticDataset(rate: 60, variant: .noisy)
    let expansion = try PredictorCatalogue.standard.expand(grid)
    let plan = EvaluationPlan(
      datasets: [set.name], predictors: [grid],
      horizons: (1...8).map { Horizon(frames: Double($0), rate: 60) })
    let evaluator = Evaluator(plan: plan, sweptNames: ["degree", "window"])
    let recordings = set.recordings()
    let taken = Swift.stride(from: 0, to: recordings.count, by: stride).map { recordings[$0] }
    let (ready, failures) = await evaluator.prepare(
      EvaluationDataset(name: set.name, recordings: taken), jobs: 1)
    precondition(failures.isEmpty, "\(failures)")
    return SweepTrial(
      subjects: expansion.predictors.map(EvaluationSubject.predictor), recordings: ready,
      evaluator: evaluator)
  }

  /// Scores all configurations in one evaluation, as a sweep does.
  func evaluateTogether(jobs: Int) async { await evaluate(subjects, jobs: jobs) }

  /// Scores each configuration in an evaluation of its own.
  func evaluateAlone() async {
    for subject in subjects { await evaluate([subject], jobs: 1) }
  }

  /// Scores one configuration.
  func evaluateFirst() async { await evaluate(Array(subjects.prefix(1)), jobs: 1) }

  private func evaluate(_ subjects: [EvaluationSubject], jobs: Int) async {
    await evaluator.evaluate(subjects, on: recordings, dataset: "synthetic", jobs: jobs) {
      _, result in precondition(!result.rows.isEmpty)
    }
  }
}
