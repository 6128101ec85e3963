import MotionPrediction
import Testing

@testable import Evaluation

/// What a search chooses of its trials, and what it may not look at.
@Suite struct TuningChoiceTests {
  private static func metric(
    _ name: String, order: MetricDefinition.Order = .lower, perfect: Double = 0
  ) -> MetricDefinition {
    MetricDefinition(
      name, name, .error, .length, perfect: perfect, order,
      formula: "", source: "")
  }

  private static let plain = TuningGoal(objective: metric("error"))

  private static func bounded(_ most: Double) -> TuningGoal {
    TuningGoal(
      objective: metric("error"),
      guards: [.init(metric: metric("overshoot"), most: most, description: "overshoot<=\(most)")])
  }

  /// A trial of participants "a", "b", … with these objectives, and what is bounded.
  private static func trial(
    _ spelling: String, _ objectives: [Double?], bounded: Double? = nil
  ) -> TuningTrial {
    TuningTrial(
      spelling: spelling,
      scores: zip("abcdefgh", objectives).map { name, objective in
        (String(name), .init(objective: objective, guarded: [bounded]))
      })
  }

  @Test func theLeastMeanOverParticipantsIsChosen() throws {
    let choice = try TuningChoice(
      from: [Self.trial("x", [1, 5]), Self.trial("y", [2, 3]), Self.trial("z", [9, 1])],
      for: Self.plain)
    #expect(choice.spelling == "y" && choice.trial == 1 && choice.objective == 2.5)
  }

  /// Sums in another order differ in the last digit, which decides nothing.
  @Test func ofEqualSettingsTheFirstTriedIsChosen() throws {
    let first = [Self.trial("x", [2, 2.000_000_000_000_1]), Self.trial("y", [2, 2])]
    #expect(try TuningChoice(from: first, for: Self.plain).spelling == "x")
    let apart = [Self.trial("x", [2, 2.000_1]), Self.trial("y", [2, 2])]
    #expect(try TuningChoice(from: apart, for: Self.plain).spelling == "y")
  }

  @Test func aSettingThatBreaksABoundIsNotChosen() throws {
    let trials = [
      Self.trial("x", [1, 1], bounded: 3), Self.trial("y", [2, 2], bounded: 1),
      Self.trial("z", [1.5, 1.5], bounded: nil),
    ]
    #expect(try TuningChoice(from: trials, for: Self.bounded(1)).spelling == "y")
    #expect(try TuningChoice(from: trials, for: Self.bounded(3)).spelling == "x")
    let refusal = #expect(throws: TuningError.self) {
      _ = try TuningChoice(from: trials, for: Self.bounded(0.5))
    }
    let nearest = TuningError.Reached(bound: "overshoot<=0.5", least: 1, spelling: "y")
    #expect(refusal == .boundsExceeded([nearest], settings: 3))
  }

  /// Without the participant that is hard for everyone, "x" would look better than it is.
  @Test func aSettingWithoutAScoreForSomebodyIsNotChosen() throws {
    let trials = [Self.trial("x", [1, nil]), Self.trial("y", [2, 9]), Self.trial("z", [1])]
    #expect(try TuningChoice(from: trials, for: Self.plain).spelling == "y")
    #expect(throws: TuningError.nothingScored(measure: "error", settings: 1)) {
      _ = try TuningChoice(from: [Self.trial("x", [1, nil])], for: Self.plain)
    }
    #expect(throws: TuningError.nothingScored(measure: "error", settings: 0)) {
      _ = try TuningChoice(from: [], for: Self.plain)
    }
  }

  @Test func whatIsSealedOpensForAChoiceAlone() throws {
    let sealed = HeldOutData("test part")
    #expect(sealed.revealed(after: []) == nil)
    let choice = try TuningChoice(from: [Self.trial("x", [1])], for: Self.plain)
    #expect(sealed.revealed(after: [choice]) == "test part")
  }

  @Test func eachFoldChoosesWithoutTheOneLeftOut() throws {
    let trials = [Self.trial("x", [1, 1, 9]), Self.trial("y", [2, 2, 2])]
    let nested = try NestedTuning(trials, for: Self.plain)
    #expect(nested.folds.map(\.heldOut) == ["a", "b", "c"])
    // With c among the others "y" has the lower mean; without c "x" has.
    #expect(nested.folds.map(\.choice.spelling) == ["y", "y", "x"])
    #expect(nested.folds.map(\.score.objective) == [2, 2, 9])
    #expect(nested.counts == [0: 1, 1: 2])
    #expect(
      nested.trial(spelling: "nested").scores.mapValues(\.objective) == ["a": 2, "b": 2, "c": 9])
  }

  /// Whatever the one left out scores, their fold chooses the same.
  @Test(arguments: [-1e9, 0, 1e9, nil] as [Double?])
  func theScoreOfTheOneLeftOutDoesNotMatter(score: Double?) throws {
    let trials = [Self.trial("x", [1, 1, score]), Self.trial("y", [2, 2, 2])]
    let nested = try NestedTuning(trials, for: Self.plain)
    #expect(nested.folds.last?.heldOut == "c")
    #expect(nested.folds.last?.choice.spelling == "x")
    #expect(nested.folds.last?.choice.objective == 1)
  }

  @Test func nobodyCanBeLeftOutOfOne() {
    #expect(throws: TuningError.tooFewParticipants(1)) {
      _ = try NestedTuning([Self.trial("x", [1])], for: Self.plain)
    }
  }

  /// Rows as an evaluation gives them: for each horizon all, the mean, then each participant.
  private static func rows(
    _ values: [[Double?]], note: ScoreRow.Note? = nil
  ) -> [ScoreRow] {
    values.enumerated().flatMap { slot, scores in
      func row(
        _ value: Double?, participant: String = "",
        aggregation: ScoreRow.Aggregation = .pooled
      ) -> ScoreRow {
        ScoreRow(
          dataset: "set", participant: participant, predictor: "hold", horizon: Double(slot),
          aggregation: aggregation, unit: .millimeter, note: note, values: [10, value])
      }
      return [row(77), row(78, aggregation: .participantMean)]
        + zip(["", "p2"], scores).map { row($1, participant: $0) }
    }
  }

  private static func trial(rows: [ScoreRow], goal: TuningGoal) -> TuningTrial {
    TuningTrial(
      spelling: "hold", rows: rows, metrics: [metric("scored"), goal.objective], goal: goal
    ) { $0.participant.isEmpty ? "unknown" : $0.participant }
  }

  @Test func aTrialIsTheMeanOverHorizonsForEachParticipant() {
    let trial = Self.trial(rows: Self.rows([[1, 2], [3, 8]]), goal: Self.plain)
    #expect(trial.participants == ["unknown", "p2"])
    #expect(trial.scores["unknown"] == .init(objective: 2, guarded: [], targets: 20))
    #expect(trial.scores["p2"]?.objective == 5)
    #expect(trial.standing(over: trial.participants, for: Self.plain).objective == 3.5)
  }

  @Test func aMissingHorizonOrANoteGivesNoScore() {
    let missing = Self.trial(rows: Self.rows([[1, 2], [nil, 8]]), goal: Self.plain)
    #expect(missing.scores["unknown"]?.objective == nil && missing.scores["p2"]?.objective == 5)
    let noted = Self.trial(rows: Self.rows([[1, 2]], note: .scaleUnknown), goal: Self.plain)
    #expect(noted.scores.values.allSatisfy { $0.objective == nil })
  }

  @Test func aMeasureToBeNearItsBestIsTakenAsTheDistance() {
    let near = TuningGoal(objective: Self.metric("lag", order: .nearer, perfect: 1))
    let trial = Self.trial(rows: Self.rows([[-1, 1.5]]), goal: near)
    #expect(trial.scores["unknown"]?.objective == 2 && trial.scores["p2"]?.objective == 0.5)
  }

  @Test func aComparisonIsOverThoseWithBothScores() async throws {
    let chosen = Self.trial("x", [1, 2, nil, 4])
    let other = Self.trial("y", [2, 4, 6])
    let comparison = try #require(
      await PairedComparison(of: chosen, with: other, resampling: .init(replicates: 100), jobs: 1))
    #expect(comparison.participants.map(\.name) == ["a", "b"])
    #expect(comparison.participantMean.difference == -1.5 && comparison.improved == 2)
    let mean = try #require(
      ParticipantMean(of: chosen, resampling: .init(replicates: 100)))
    // (1 + 2 + 4) / 3, in another order of rounding.
    #expect(mean.count == 3 && abs(mean.mean - 7.0 / 3) < 1e-15)
    let interval = try #require(mean.interval)
    #expect(interval.low >= 1 && interval.high <= 4 && interval.low < interval.high)
  }
}
