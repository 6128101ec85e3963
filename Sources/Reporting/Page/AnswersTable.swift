import Evaluation

/// The error of the selected predictors' answers, and how often they answer, at each horizon.
struct AnswersTable {
  /// The pooled scores: the shares of all targets.
  let scores: DatasetScores
  let lines: [LineSelection.Line]

  /// The measures, in the order of the columns.
  private static let names = [
    "error_mean", "answered_share", "answered_error_mean", "answered_hold_mean", "answered_ratio",
    "silent_hold_mean",
  ]

  private var formats: [MeasureFormat] {
    Self.names.compactMap { scores.metric($0).map(scores.format) }
  }

  /// The table, with a row for each predictor and horizon; empty where the run has no such measures.
  var html: String {
    guard scores.metric("answered_share") != nil, !lines.isEmpty else { return "" }
    let formats = formats
    let rows = lines.flatMap { line in
      scores.moments.map { moment -> [OutputTable.Cell] in
        [.text(line.configuration.spelling), .text(HorizonText.full(moment))]
          + formats.map { format in
            format.cell(
              scores.value(
                of: line.configuration.spelling, at: moment.seconds, named: format.metric.name))
          }
      }
    }
    return HTMLTable(
      table: OutputTable(
        columns: [.init("predictor"), .init("horizon")]
          + formats.map { OutputTable.Column($0.axisTitle) }, rows: rows),
      caption:
        "The mean error with abstentions scored as hold, as everywhere else on this page, and "
        + "the mean errors of the answers alone and of hold at the same targets. All predictions are pooled.",
      codeColumns: [0], rightAligned: Set(2..<(2 + formats.count))
    ).html
  }
}
