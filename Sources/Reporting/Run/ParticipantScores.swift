import Evaluation

/// The participants of a data set: their own scores, and the mean over them with its interval.
struct ParticipantScores: Sendable {
  /// The scores of each, in the order of the table; empty where the run has no rows by participant.
  let people: [DatasetScores]
  /// How participants are drawn again.
  let resampling: PairedComparison.Resampling

  /// The value of each participant who has one, with the name.
  func values(
    of spelling: String, at seconds: Double, named measure: String
  ) -> [(name: String, value: Double)] {
    people.compactMap { person in
      guard let configuration = person.configuration(spelling),
        let moment = person.moments.firstIndex(where: { $0.seconds == seconds }),
        let value = person.value(configuration, at: moment, named: measure)
      else { return nil }
      return (person.group.participant, value)
    }
  }

  /// The 95 % interval of the mean over participants; nil for fewer than two who have a value.
  func interval(
    of spelling: String, at seconds: Double, named measure: String
  ) -> ClosedRange<Double>? {
    let values = values(of: spelling, at: seconds, named: measure).map(\.value)
    guard values.count > 1 else { return nil }
    return ParticipantMean(values, resampling: resampling)?.interval?.range
  }

  /// The rows of a predictor at a horizon, one a participant.
  func rows(of spelling: String, at seconds: Double) -> [ScoreRow] {
    people.compactMap { person in
      guard let configuration = person.configuration(spelling),
        let moment = person.moments.firstIndex(where: { $0.seconds == seconds })
      else { return nil }
      return person.row(configuration, at: moment)
    }
  }

  /// What an interval is, and how far it can be trusted, in sentences.
  var explanation: String {
    switch people.count {
    case 0:
      return
        "No intervals: the run has no rows by participant; make it with --group-by participant."
    case 1:
      return "No intervals: there is one participant, from whom nothing follows for others."
    default:
      let method =
        "95\u{A0}% percentile intervals of the mean over \(people.count) participants, drawn again "
        + "\(HTMLFragment.grouped(resampling.replicates)) times (seed \(resampling.seed))."
      guard people.count < PairedComparison.fewParticipants else { return method }
      return method + " With fewer than \(PairedComparison.fewParticipants) participants such "
        + "intervals are too narrow."
    }
  }
}
