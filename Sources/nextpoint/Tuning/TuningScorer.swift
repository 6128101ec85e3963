import Datasets
import Evaluation
import MotionPrediction
import Synchronization
import TouchInput

/// Scores settings on data sets by participant; the recordings are prepared once.
struct TuningScorer: Sendable {
  /// One setting's trial, with the rows that it was made of.
  struct Scored: Sendable {
    let trial: TuningTrial
    let rows: [ScoreRow]
  }

  let plan: EvaluationPlan
  let goal: TuningGoal
  let jobs: Int
  private let sets: [(name: String, source: EvaluationSource)]
  private let unprepared: UnpreparedRecordings
  private let sweptNames: [String]

  /// Makes the recordings ready.
  ///
  /// - Throws: `CommandFailure` where they are in different units, so that there is no mean.
  init(
    _ loaded: LoadedSets, plan: EvaluationPlan, goal: TuningGoal, sweptNames: [String], jobs: Int
  ) async throws {
    (self.plan, self.goal, self.jobs, self.sweptNames) = (plan, goal, jobs, sweptNames)
    var sets: [(name: String, source: EvaluationSource)] = []
    var units: [LengthUnit] = []
    let unprepared = UnpreparedRecordings()
    for dataset in loaded.datasets {
      // Of what is streamed the units are known, and strokes are made ready whenever they are read.
      let ready = await Evaluator(plan: plan).prepare(dataset.forEvaluation, jobs: jobs)
      units += ready.recordings.map(\.unit)
      guard !dataset.isSurvey else {
        sets.append((dataset.name, dataset.source))
        continue
      }
      let (recordings, failures) = ready
      unprepared.set(failures, of: dataset.name)
      sets.append(
        (
          dataset.name,
          .prepared(name: dataset.name, recordings: recordings, failures: failures)
        ))
    }
    (self.sets, self.unprepared, unit) = (sets, unprepared, units.first)
    guard Set(units).count < 2 else {
      throw CommandFailure.usage(
        "the recordings are in different units, and there is no mean over them; give --unit mm or px, "
          + "or tune on one data set at a time")
    }
  }

  /// The unit of lengths; nil if nothing could be prepared.
  let unit: LengthUnit?

  /// The recordings that could not be prepared; for streamed sets known after the first score.
  var failures: [EvaluationFailure] { sets.flatMap { unprepared.of($0.name) } }

  /// The number of recordings: the pieces of work in one setting.
  var recordingCount: Int { sets.reduce(0) { $0 + $1.source.recordingCount } }

  /// Scores settings, in one pass over each data set.
  ///
  /// A setting that fails on a recording has no score at all: its mean would be over less than the
  /// others'.
  func scored(
    _ predictors: [ConfiguredPredictor], progress: ProgressBar
  ) async throws -> (settings: [Scored], failures: [EvaluationFailure]) {
    let collected = CollectedRows(predictors.count)
    for set in sets {
      var storage: ValueStorage?
      if case .streamed = set.source { storage = .ofRun(streamed: true) }
      try await Evaluator(plan: plan, sweptNames: sweptNames, storage: storage).evaluate(
        predictors.map(EvaluationSubject.predictor), on: set.source, jobs: jobs,
        advanced: { progress.advance() },
        onRecordings: { _, failures in unprepared.set(failures, of: set.name) },
        finished: { collected.add($1, of: $0) })
      if let problem = storage?.problem { throw problem }
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

/// The recordings that could not be prepared, by data set.
private final class UnpreparedRecordings: Sendable {
  private let failures = Mutex<[String: [EvaluationFailure]]>([:])

  func set(_ failures: [EvaluationFailure], of dataset: String) {
    self.failures.withLock { $0[dataset] = failures }
  }

  func of(_ dataset: String) -> [EvaluationFailure] { failures.withLock { $0[dataset] ?? [] } }
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
