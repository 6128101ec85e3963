import Evaluation

/// The scores of a data set's participants, and their mean with its interval.
struct ParticipantScores: Sendable {
  /// The scores of each, in the order of the table; empty where the run has no rows by participant.
  let people: [DatasetScores]
  /// How participants are resampled.
  let resampling: PairedComparison.Resampling

  /// Returns the value of each participant who has one, with the name.
  func values(
    of spelling: String, at seconds: Double, named measure: String
  ) -> [(name: String, value: Double)] {
    people.compactMap { person in
      person.value(of: spelling, at: seconds, named: measure).map { (person.group.participant, $0) }
    }
  }

  /// Returns the 95 % interval of the mean over participants; nil for fewer than two with a value.
  func interval(
    of spelling: String, at seconds: Double, named measure: String
  ) -> ClosedRange<Double>? {
    let values = values(of: spelling, at: seconds, named: measure).map(\.value)
    guard values.count > 1 else { return nil }
    return ParticipantMean(values, resampling: resampling)?.interval?.range
  }

  /// The rows of a predictor at a horizon, one per participant.
  func rows(of spelling: String, at seconds: Double) -> [ScoreRow] {
    people.compactMap { $0.row(of: spelling, at: seconds) }
  }

  /// What the intervals are and how far they can be trusted.
  var explanation: String {
    switch people.count {
    case 0:
      return
        "No intervals: the run has no scores by participant; rerun it with --group-by participant."
    case 1:
      return "No intervals: there is only one participant."
    default:
      let method =
        "Intervals are 95\u{A0}% percentile intervals of the mean over \(people.count) participants, "
        + "from \(HTMLFragment.grouped(resampling.replicates)) bootstrap resamples (seed "
        + "\(resampling.seed))."
      guard people.count < PairedComparison.fewParticipants else { return method }
      return method + " With fewer than \(PairedComparison.fewParticipants) participants, they "
        + "are too narrow."
    }
  }
}
