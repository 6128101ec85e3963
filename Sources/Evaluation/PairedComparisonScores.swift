/// Pairs two predictors' rows of scores by participant.
public struct PairedComparisonScores: Sendable {
  /// Those who have both scores, on the same number of targets.
  public private(set) var participants: [PairedComparison.Participant] = []
  /// Those left out, because one of the scores is missing or is over other targets.
  public private(set) var leftOut: [String] = []

  /// Pairs rows by participant, in the order of the reference's rows.
  ///
  /// - Parameters:
  ///   - reference: The rows of the reference, one a participant.
  ///   - score: Those of the predictor.
  ///   - metric: The place of the measure in the rows' values.
  ///   - metrics: The measures of the rows.
  public init(
    reference: [ScoreRow], score: [ScoreRow], metric: Int, metrics: [MetricDefinition]
  ) {
    let scored = metrics.firstIndex { $0.name == "scored" }
    let measure = metrics[metric]
    for first in reference {
      guard let second = score.first(where: { $0.participant == first.participant }),
        let before = first.values[metric], let after = second.values[metric],
        scored.map({ first.values[$0] == second.values[$0] }) ?? true
      else {
        leftOut.append(first.participant)
        continue
      }
      participants.append(
        PairedComparison.Participant(
          name: first.participant, reference: measure.badness(before),
          score: measure.badness(after)))
    }
    for second in score where !reference.contains(where: { $0.participant == second.participant }) {
      leftOut.append(second.participant)
    }
  }
}
