import Evaluation
import MotionNumerics
import MotionPrediction

/// What one spelling came to: the settings tried, those chosen, and how the choice does.
struct TunedSpace {
  let space: TuningSpace
  let outcome: TuningSearch.Outcome
  /// How often each setting was chosen, by its place among those tried.
  let counts: [Int: Int]
  /// The choice for each participant left out; empty for one choice.
  let folds: [NestedTuning.Fold]
  /// The choice's scores where it is reported, and those of what stands beside it.
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

/// A predictor beside the one that was chosen.
struct ComparedWithTuned {
  /// Why it is there.
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
  /// The rows of scores of what is reported, with all that has to be said beside them.
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
