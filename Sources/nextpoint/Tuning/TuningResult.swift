import Evaluation
import MotionNumerics
import MotionPrediction
import Reporting

/// The result for one spelling: the settings tried, those chosen, and the scores of the choice.
struct TunedSpace {
  let space: TuningSpace
  let outcome: TuningSearch.Outcome
  /// How often each setting was chosen, by its place among those tried.
  let counts: [Int: Int]
  /// The choice for each participant left out; empty for one choice.
  let folds: [NestedTuning.Fold]
  /// The scores of the choice and of the predictors that it is compared with.
  var compared: [ComparedWithTuned]

  /// The values chosen that are the first or the last on their axis, so that a better one may lie
  /// beyond; each once.
  var atAnEnd: [PredictorSpec.Setting] {
    var result: [PredictorSpec.Setting] = []
    for trial in counts.keys.sorted() {
      for (axis, chosen) in zip(space.axes, outcome.settings[trial].swept)
      where axis.ordered && axis.values.count > 2 && !result.contains(chosen) {
        if chosen.value == axis.values.first || chosen.value == axis.values.last {
          result.append(chosen)
        }
      }
    }
    return result
  }
}

/// A predictor that the choice is compared with.
struct ComparedWithTuned {
  /// Why it is included.
  enum Role: String {
    case chosen
    case untuned
    case reference
  }

  let role: Role
  let trial: TuningTrial
  let mean: ParticipantMean
  /// The choice's scores less this one's; nil for the choice itself.
  let comparison: PairedComparison?
  /// The p of that, corrected for all of the command.
  var corrected: Double?
}

/// All that `tune` found.
struct TuningResult {
  var spaces: [TunedSpace]
  /// The reported rows of scores, with their warnings and failures.
  var outcome: ScoringRun.Outcome
  /// What the search was handed.
  let searchedOn: [DatasetIdentity]
  /// The parts that the search saw, with their participants as trials name them.
  let parts: [(part: String, participants: [String])]
  let scorer: TuningScorer

  /// The settings that were chosen: one a spelling, or one for each participant left out.
  var chosen: [String] {
    spaces.flatMap { tuned in
      tuned.folds.isEmpty
        ? tuned.counts.keys.sorted().map { tuned.outcome.trials[$0].spelling }
        : tuned.folds.map(\.choice.spelling)
    }
  }

  /// Corrects the p of all comparisons for one another.
  mutating func correct() {
    let ps = spaces.flatMap { $0.compared.compactMap { $0.comparison?.test.p } }
    var corrected = HolmCorrection.corrected(ps)[...]
    for space in spaces.indices {
      for place in spaces[space].compared.indices
      where spaces[space].compared[place].comparison != nil {
        spaces[space].compared[place].corrected = corrected.popFirst() ?? nil
      }
    }
  }
}

/// What was chosen, in sentences for people.
struct TuningSummary {
  private let result: TuningResult
  private let request: TuningRequest

  init(_ result: TuningResult, request: TuningRequest) {
    self.result = result
    self.request = request
  }

  /// For each spelling the sentences, and the table of what the choice came to.
  var text: String {
    let tables = TuningTables(result, goal: request.goal)
    return result.spaces.map { tuned in
      (lines(of: tuned) + [heading]).map { "\($0)\n" }.joined()
        + tables.comparison(of: tuned).rendered(as: .table)
    }.joined(separator: "\n")
  }

  private func lines(of tuned: TunedSpace) -> [String] {
    let tried =
      "\(tuned.space.spelling): \(tuned.outcome.trials.count) of "
      + "\(tuned.space.settings.count) settings tried (\(request.search.name))"
    guard !tuned.folds.isEmpty else {
      let chosen = tuned.counts.keys.sorted().map { tuned.outcome.trials[$0] }
      return [tried] + chosen.map { "  chosen: \($0.spelling), \(standing(of: $0, in: tuned))" }
    }
    let order = tuned.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [tried]
      + order.map {
        "  chosen \($0.value) of \(tuned.folds.count) times: \(tuned.outcome.trials[$0.key].spelling)"
      }
  }

  private func standing(of trial: TuningTrial, in tuned: TunedSpace) -> String {
    let participants = tuned.outcome.trials.participants
    let objective = trial.standing(over: participants, for: request.goal).objective
    let parts = result.parts.map(\.part).joined(separator: " and ")
    let value = request.goal.objective.dimension.cell(objective, decimals: 3).forPeople
    return
      "\(request.goal.objective.name) \(value) over \(participants.count) participants of \(parts)"
  }

  /// What the table below is of.
  private var heading: String {
    let horizons = result.outcome.plan.horizons.map {
      FixedPoint.text($0.milliseconds, decimals: 1)
    }
    let over = result.parts.isEmpty ? "each participant by the choice of the others" : "test"
    return "\(request.goal.objective.name) at \(horizons.joined(separator: ", ")) ms on \(over), "
      + "mean over participants:"
  }
}
