import Datasets
import Evaluation
import MotionPrediction
import Synchronization
import TouchInput

/// Scores settings on data sets, participant by participant; the recordings are made ready once.
struct TuningScorer: Sendable {
  /// One setting's trial, with the rows that it was made of.
  struct Scored: Sendable {
    let trial: TuningTrial
    let rows: [ScoreRow]
  }

  let plan: EvaluationPlan
  let goal: TuningGoal
  let jobs: Int
  /// What could not be made ready.
  let failures: [EvaluationFailure]
  private let sets: [(name: String, recordings: [PreparedRecording])]
  private let sweptNames: [String]

  /// Makes the recordings ready.
  ///
  /// - Throws: `CommandFailure` where they are in different units, so that there is no mean.
  init(
    _ loaded: LoadedSets, plan: EvaluationPlan, goal: TuningGoal, sweptNames: [String], jobs: Int
  ) async throws {
    (self.plan, self.goal, self.jobs, self.sweptNames) = (plan, goal, jobs, sweptNames)
    var sets: [(name: String, recordings: [PreparedRecording])] = []
    var failures: [EvaluationFailure] = []
    for dataset in loaded.datasets {
      let prepared = await Evaluator(plan: plan).prepare(dataset.forEvaluation, jobs: jobs)
      sets.append((dataset.name, prepared.recordings))
      failures += prepared.failures
    }
    (self.sets, self.failures) = (sets, failures)
    guard Set(sets.flatMap { $0.recordings.map(\.unit) }).count < 2 else {
      throw CommandFailure.usage(
        "the recordings are in different units, and there is no mean over them; give --unit mm or px, "
          + "or tune on one data set at a time")
    }
  }

  /// The unit of lengths; nil where nothing could be made ready.
  var unit: LengthUnit? { sets.lazy.flatMap(\.recordings).first?.unit }

  /// The number of recordings: the pieces of work in one setting.
  var recordingCount: Int { sets.reduce(0) { $0 + $1.recordings.count } }

  /// Scores settings, in one pass over each data set.
  ///
  /// A setting that fails on a recording has no score at all: its mean would be over less than the
  /// others'.
  func scored(
    _ predictors: [ConfiguredPredictor], progress: ProgressBar
  ) async -> (settings: [Scored], failures: [EvaluationFailure]) {
    let collected = CollectedRows(predictors.count)
    for set in sets {
      await Evaluator(plan: plan, sweptNames: sweptNames).evaluate(
        predictors.map(EvaluationSubject.predictor), on: set.recordings, dataset: set.name,
        jobs: jobs, advanced: { progress.advance() }, finished: { collected.add($1, of: $0) })
    }
    let (rows, failures) = collected.all
    let settings = predictors.indices.map { index in
      let hasFailed = failures[index].isEmpty == false
      return Scored(
        trial: trial(predictors[index].spelling, rows: hasFailed ? [] : rows[index]),
        rows: rows[index])
    }
    return (settings, failures.flatMap(\.self))
  }

  /// The trial of one predictor's rows.
  func trial(_ spelling: String, rows: [ScoreRow]) -> TuningTrial {
    TuningTrial(spelling: spelling, rows: rows, metrics: plan.metrics, goal: goal, label: label)
  }

  /// What a row's participant is called.
  func label(_ row: ScoreRow) -> String {
    label(dataset: row.dataset, participant: row.participant)
  }

  /// What a participant is called: with the data set where there are several, since two sets may
  /// call different people the same.
  func label(dataset: String, participant: String) -> String {
    let name = participant.isEmpty ? "unknown" : participant
    return sets.count > 1 ? "\(dataset)/\(name)" : name
  }
}

/// Rows gathered from the evaluator's workers, by setting.
private final class CollectedRows: Sendable {
  private struct State {
    var rows: [[ScoreRow]]
    var failures: [[EvaluationFailure]]
  }

  private let state: Mutex<State>

  init(_ count: Int) {
    state = Mutex(
      State(
        rows: Array(repeating: [], count: count), failures: Array(repeating: [], count: count)))
  }

  var all: (rows: [[ScoreRow]], failures: [[EvaluationFailure]]) {
    state.withLock { ($0.rows, $0.failures) }
  }

  func add(_ result: SubjectResult, of setting: Int) {
    state.withLock { state in
      state.rows[setting] += result.rows
      state.failures[setting] += result.failures
    }
  }
}
