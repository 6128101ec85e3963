import Evaluation

/// The drawn predictors with their scores and intervals.
struct EstimatedLines: Sendable {
  let scores: DatasetScores
  let selection: LineSelection
  /// The participants behind the intervals.
  let participants: ParticipantScores
  /// By measure, line and horizon; nil where there is none.
  private let intervals: [String: [[ClosedRange<Double>?]]]

  var lines: [LineSelection.Line] { selection.lines }

  /// Chooses the predictors of a data set and computes the intervals of the endpoints, which
  /// include the headline measures.
  init(_ scores: DatasetScores, participants: ParticipantScores) {
    let selection = LineSelection(scores)
    self.scores = scores
    self.selection = selection
    self.participants = participants
    // The interval is of the mean over participants: a pooled score has none of these.
    let isMean = scores.group.aggregation == .participantMean
    intervals = Dictionary(
      uniqueKeysWithValues: (isMean ? Differences.endpoints : []).map { measure in
        let lines = selection.lines.map { line in
          scores.moments.map { moment in
            participants.interval(
              of: line.configuration.spelling, at: moment.seconds, named: measure)
          }
        }
        return (measure, lines)
      })
  }

  /// A line's score.
  func value(_ line: Int, at moment: Int, named measure: String) -> Double? {
    scores.value(lines[line].configuration, at: moment, named: measure)
  }

  /// A line's interval; nil where there is none or no score.
  func interval(_ line: Int, at moment: Int, named measure: String) -> ClosedRange<Double>? {
    guard value(line, at: moment, named: measure) != nil else { return nil }
    return intervals[measure]?[line][moment]
  }
}
