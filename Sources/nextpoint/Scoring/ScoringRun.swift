import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import Synchronization

/// Does a plan: reads the data sets, makes them ready, scores every predictor on each.
struct ScoringRun {
  var plan: EvaluationPlan
  let subjects: PredictorSubjects
  let jobs: Int
  let keepsRaw: Bool
  /// Whether the floor of each family is looked for.
  var findsFloors = false
  /// How many of the worst recordings and strokes of each predictor are looked for; nil for none.
  var worstCount: Int?

  /// The reference for ranking the worst cases.
  static let worstReference = "hold"

  /// What a plan gave.
  struct Outcome {
    var table: ScoreTable
    /// The plan with the horizons that were used.
    var plan: EvaluationPlan
    var datasets: [DatasetIdentity]
    var failures: [EvaluationFailure] = []
    /// What could not be read.
    var problems: [LoadingProblem]
    var warnings: [String] = []
    var timings: [Timing] = []
    /// How low each family's error could have been.
    var floors: [OracleFloor] = []
    /// Where predictors' errors are greatest relative to `hold`.
    var worst: [WorstCases.Case] = []
    /// The measure that counts what was scored.
    static let countName = "scored"

    /// Whether something was left out, so that the command ends with 3.
    var isIncomplete: Bool { !problems.isEmpty || !failures.isEmpty }
    /// All warnings that accompany the scores.
    var remarks: [String] {
      warnings + problems.map(\.description) + failures.map(\.description)
    }

    /// Ends the command if nothing was scored.
    ///
    /// - Parameter causes: What is known of the reasons; nil if the data sets are not at hand.
    /// - Throws: `CommandFailure` with the causes.
    func checkScored(_ causes: @autoclosure () -> UnscoredCauses?) throws(CommandFailure) {
      let scored = table.index(of: Self.countName)
      let hasScores = table.rows.contains { row in
        scored.map { (row.values[$0] ?? 0) > 0 } ?? row.values.contains { $0 != nil }
      }
      guard !hasScores else { return }
      let causes = causes()
      let found = failures.map(\.description) + (causes == nil ? problems.map(\.description) : [])
      let message = "nothing could be scored\(found.map { "\n  \($0)" }.joined())"
      guard let causes, !causes.sentences.isEmpty || found.isEmpty else { throw .noData(message) }
      try causes.fail(message)
    }
  }

  /// How long a stage took.
  struct Timing: Codable {
    var dataset: String
    var stage: String
    /// The predictor; empty for a stage that serves all.
    var predictor = ""
    var seconds: Double
    /// The number of predictions, if the stage makes any.
    var predictions: Int?
  }

  /// Takes every single prediction of a subject on a data set.
  typealias RawSink =
    @Sendable (LoadedDataset, EvaluationSubject, [Horizon], [RawPrediction]) -> Void

  /// Does the plan on data sets that were read.
  ///
  /// - Parameters:
  ///   - sets: The data sets.
  ///   - supplied: Predictions made elsewhere, to be scored with the predictors, for each data set.
  ///   - raw: Takes every single prediction, where they are kept.
  /// - Returns: The scores, with their warnings and failures.
  /// - Throws: `CommandFailure` where the horizons do not go with the recordings, and where nothing
  ///   could be scored.
  func run(
    on sets: LoadedSets,
    supplied: (LoadedDataset, [Horizon]) throws -> [SuppliedPredictions] = { _, _ in [] },
    raw: @escaping RawSink = { _, _, _, _ in }
  ) async throws -> Outcome {
    var outcome = Outcome(
      table: ScoreTable(
        metrics: plan.metrics, sweptNames: subjects.sweptNames, rows: []),
      plan: plan, datasets: sets.datasets.map(\.identity), problems: sets.problems)
    outcome.plan.horizons = try horizons(for: sets.datasets)
    for dataset in sets.datasets {
      let storage = ValueStorage.ofRun(streamed: dataset.isSurvey)
      let evaluator = evaluator(for: outcome.plan, storage: storage)
      let all =
        subjects.predictors.map(EvaluationSubject.predictor)
        + (try supplied(dataset, outcome.plan.horizons)).map(EvaluationSubject.supplied)
      try await score(dataset, all, evaluator, raw, &outcome)
      if let problem = storage.problem { throw problem }
    }
    outcome.table = ParetoRanking.ranked(outcome.table)
    do {
      try outcome.checkScored(UnscoredCauses(sets, horizons: outcome.plan.horizons))
    } catch {
      // A unit of times that is probably another may be the reason.
      for warning in outcome.warnings { Terminal.warn(warning) }
      throw error
    }
    return outcome
  }

  /// What scores on one data set after another, with the horizons that are used.
  func evaluator(for plan: EvaluationPlan, storage: ValueStorage) -> Evaluator {
    Evaluator(
      plan: plan, sweptNames: subjects.sweptNames, keepsRaw: keepsRaw,
      findsFloors: findsFloors || worstCount != nil,
      storage: storage, clock: { ProcessInfo.processInfo.systemUptime })
  }

  private func score(
    _ dataset: LoadedDataset, _ all: [EvaluationSubject], _ evaluator: Evaluator,
    _ raw: @escaping RawSink, _ outcome: inout Outcome
  ) async throws {
    outcome.warnings += warnings(about: dataset)
    let started = ContinuousClock.now
    var ready = started
    let source = dataset.source
    let bar = ProgressBar(dataset.name, total: all.count * source.recordingCount)
    let collected = CollectedResults()
    let horizons = outcome.plan.horizons
    try await evaluator.evaluate(
      all, on: source, jobs: jobs, advanced: { bar.advance() },
      onRecordings: { recordings, failures in
        collected.begin(
          failures,
          worstCount.map { _ in
            WorstCases(dataset: dataset.name, horizons: horizons, recordings: recordings)
          })
        // What is streamed is made ready as it is scored.
        if !dataset.isSurvey { ready = .now }
      },
      finished: { index, result in
        collected.append(result, of: all[index], dataset: dataset.name)
        if keepsRaw { raw(dataset, all[index], horizons, result.raw) }
      })
    bar.finish()
    outcome.timings.append(
      Timing(dataset: dataset.name, stage: "prepare", seconds: (ready - started) / .seconds(1)))
    outcome.add(collected, of: dataset, since: ready)
    if let worstCount { outcome.worst += collected.worst(worstCount) }
  }

  /// The plan's horizons, or those of the device's own predictions.
  func horizons(for datasets: [LoadedDataset]) throws -> [Horizon] {
    guard plan.replay.targets == .recorded else { return plan.horizons }
    let recorded = try RecordedHorizons.all(of: datasets.map(\.source))
    guard !recorded.isEmpty else {
      throw CommandFailure.noData(
        "no recording carries the device's own predictions; use --targets all")
    }
    guard !plan.horizons.isEmpty else { return recorded }
    let chosen = recorded.filter { horizon in plan.horizons.contains { $0.frames == horizon.frames }
    }
    guard !chosen.isEmpty else {
      let steps = recorded.compactMap { $0.frames.map(DecimalNumber.text) }.joined(separator: ", ")
      throw CommandFailure.usage(
        "with --targets recorded, frames are the device's own intervals, and its predictions are "
          + "\(steps) ahead; give some of these to --frames-ahead, or leave it out")
    }
    return chosen
  }

  func warnings(about dataset: LoadedDataset) -> [String] {
    var result = dataset.warnings.map(\.description)
    let leftOut = KindCounts(dataset.strokeKinds, plan.replay).leftOut
    if plan.replay.kinds == nil, !leftOut.isEmpty {
      result.append(
        "\(dataset.name): \(KindCounts.text(leftOut)) strokes are left out, since contacts are "
          + "scored where there are any; score them too with --kind all, or apart with --group-by "
          + "kind")
    }
    if let stops = stops(of: dataset), stops.unreported > 0 {
      result.append(
        "\(dataset.name): \(stops.unreported) of \(stops.stops) stops have no target, since the "
          + "device reports nothing while the contact rests; score them with --rests hold")
    }
    if dataset.recordings.contains(where: { $0.scale.unitsPerMillimeter == nil }) {
      result.append(
        "\(dataset.name): the scale is not known, so measures with a threshold in millimeters are "
          + "empty; give pixelsPerMillimetre in dataset.json to have them")
    }
    return result
      + subjects.models.warnings(
        dataset: dataset.name, sha256: dataset.sha256,
        participants: dataset.recordings.map(\.participant))
  }
}

extension ScoringRun {
  /// The stops of the scored strokes; nil if the protocol asks for none of them, or holds rests.
  private func stops(of dataset: LoadedDataset) -> StopCounts? {
    let replay = plan.replay
    guard let gap = replay.maximumGap, replay.name == .sample, replay.targets == .all,
      replay.clock == .recorded, !replay.holdsRests
    else { return nil }
    let recordings = dataset.recordings
    let kinds = dataset.strokeKinds.map { replay.scoredKinds(of: $0.keys) }
    var counts = StopCounts()
    // What cannot be read a second time is reported where it is scored.
    try? dataset.forEachStroke { recording, stroke in
      guard kinds[recording].contains(stroke.kind) else { return }
      counts.add(stroke, longestGap: gap / recordings[recording].nominalRate)
    }
    return counts
  }
}

extension ScoringRun.Outcome {
  /// Adds what was gathered on a data set.
  fileprivate mutating func add(
    _ collected: CollectedResults, of dataset: LoadedDataset, since started: ContinuousClock.Instant
  ) {
    table.rows += collected.rows
    failures += collected.failures
    timings.append(
      ScoringRun.Timing(
        dataset: dataset.name, stage: "score",
        seconds: (ContinuousClock.now - started) / .seconds(1)))
    timings += collected.timings
  }
}

/// Results gathered from the evaluator's workers.
private final class CollectedResults: Sendable {
  private struct State {
    var rows: [ScoreRow] = []
    var failures: [EvaluationFailure] = []
    var timings: [ScoringRun.Timing] = []
    var worst: WorstCases?
  }

  private let state = Mutex(State())

  var rows: [ScoreRow] { state.withLock { $0.rows } }
  var failures: [EvaluationFailure] { state.withLock { $0.failures } }
  var timings: [ScoringRun.Timing] { state.withLock { $0.timings } }

  /// Begins with what was wrong with recordings, and with no worst cases on the others where they
  /// are looked for.
  func begin(_ failures: [EvaluationFailure], _ worst: WorstCases?) {
    state.withLock { state in
      state.failures += failures
      state.worst = worst
    }
  }

  /// Returns the given number of worst recordings and strokes of each predictor.
  func worst(_ count: Int) -> [WorstCases.Case] {
    state.withLock { $0.worst?.cases(count, beside: ScoringRun.worstReference) ?? [] }
  }

  func append(_ result: SubjectResult, of subject: EvaluationSubject, dataset: String) {
    state.withLock { state in
      state.rows += result.rows
      state.failures += result.failures
      state.worst?.add(result, of: subject)
      state.timings.append(
        ScoringRun.Timing(
          dataset: dataset, stage: "replay", predictor: subject.spelling,
          seconds: result.replaySeconds, predictions: result.predictions))
    }
  }
}

extension ScoringRun.Outcome {
  /// `timings.csv`: how long each stage and each predictor took.
  var timingsText: String {
    OutputTable(
      columns: [
        .init("dataset"), .init("stage"), .init("predictor"), .init("seconds"),
        .init("predictions"), .init("nanoseconds_per_prediction"),
      ],
      rows: timings.map { timing in
        let each = timing.predictions.flatMap { $0 > 0 ? 1e9 * timing.seconds / Double($0) : nil }
        return [
          .text(timing.dataset), .text(timing.stage), .text(timing.predictor),
          .number(timing.seconds, decimals: 3), timing.predictions.map { .integer($0) } ?? .empty,
          .number(each, decimals: 0),
        ]
      }
    ).rendered(as: .csv)
  }

  /// `failures.csv`: what could not be read or scored.
  var failuresText: String {
    let rows: [[OutputTable.Cell]] =
      problems.map { [.text($0.dataset), .text($0.source), .empty, .text($0.problem)] }
      + failures.map {
        [.text($0.dataset), .text($0.source), .text($0.predictor), .text($0.problem)]
      }
    return OutputTable(
      columns: [.init("dataset"), .init("source"), .init("predictor"), .init("problem")], rows: rows
    ).rendered(as: .csv)
  }
}

/// The predictions at the compared horizon, by data set and subject.
final class KeptPredictions: Sendable {
  private struct Key: Hashable {
    let dataset: String
    let subject: String
  }

  /// The horizon aimed at, in milliseconds.
  let milliseconds: Double
  private let predictions = Mutex<[Key: [RawPrediction]]>([:])

  /// Makes an empty collection for the horizon nearest to a number of milliseconds.
  init(nearest milliseconds: Double) { self.milliseconds = milliseconds }

  /// Keeps a subject's predictions on a data set.
  func add(
    _ raw: [RawPrediction], of subject: EvaluationSubject, on dataset: String, horizons: [Horizon]
  ) {
    guard let slot = horizons.slot(nearest: milliseconds) else { return }
    let kept = raw.filter { $0.slot == slot }
    predictions.withLock { $0[Key(dataset: dataset, subject: subject.spelling)] = kept }
  }

  /// Returns a subject's predictions on a data set; nil if there are none.
  func of(_ subject: String, on dataset: String) -> [RawPrediction]? {
    predictions.withLock { $0[Key(dataset: dataset, subject: subject)] }
  }
}
