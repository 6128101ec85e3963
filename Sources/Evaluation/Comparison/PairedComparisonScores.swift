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
    let scores = Dictionary(
      score.map { ($0.participant, $0) }, uniquingKeysWith: { first, _ in first })
    for first in reference {
      guard let second = scores[first.participant],
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
    let named = Set(reference.map(\.participant))
    for second in score where !named.contains(second.participant) {
      leftOut.append(second.participant)
    }
  }
}
