import Evaluation

/// On how many recordings and strokes the selected predictors are worse than holding still, at each
/// horizon, and how far their worst errors reach.
struct TailTable {
  /// The pooled scores: a share of participants' shares would hide small ones.
  let scores: DatasetScores
  let lines: [LineSelection.Line]

  /// The share of strokes on which a predictor is worse than holding still.
  static let strokesShare = "worse_strokes_share"
  /// The measures that are shown at every horizon.
  private static let shares = ["worse_recordings_share", strokesShare]
  /// The measures that are shown at the headline horizon.
  private static let quantiles = ["error_p99", "error_p999", "error_max"]
  /// With more horizons only the headline's are shown.
  private static let mostMoments = 6

  private var moments: [Int] {
    scores.moments.count > Self.mostMoments
      ? [scores.headlineMoment] : Array(scores.moments.indices)
  }

  /// A column of numbers: a measure at a horizon.
  private var columns: [(format: MeasureFormat, moment: Int)] {
    let formats = { (names: [String]) in
      names.compactMap { scores.metric($0).map(scores.format) }
    }
    return formats(Self.shares).flatMap { format in moments.map { (format, $0) } }
      + formats(Self.quantiles).map { ($0, scores.headlineMoment) }
  }

  /// The table; empty where the run has no such measures.
  var html: String {
    guard scores.metric(Self.shares[0]) != nil, !lines.isEmpty else { return "" }
    let columns = columns
    let rows = lines.map { line -> [OutputTable.Cell] in
      [.text(line.configuration.spelling)]
        + columns.map { column in
          column.format.cell(
            scores.value(
              of: line.configuration.spelling, at: scores.moments[column.moment].seconds,
              named: column.format.metric.name))
        }
    }
    let titles = columns.map {
      OutputTable.Column.init(HorizonText.full(scores.moments[$0.moment]))
    }
    let groups = Dictionary(grouping: columns, by: \.format.axisTitle)
    var names: [String] = []
    for column in columns where !names.contains(column.format.axisTitle) {
      names.append(column.format.axisTitle)
    }
    return HTMLTable(
      table: OutputTable(columns: [.init("predictor")] + titles, rows: rows),
      caption: "The share of recordings with at least 50 predictions, and of strokes with at least "
        + "10, whose mean error is more than 1\u{A0}% above that of hold, and the far end of the "
        + "error. All predictions are pooled. A dash: nothing could be judged.",
      codeColumns: [0], rightAligned: Set(1...columns.count),
      columnGroups: [("", 1)] + names.map { ($0, groups[$0]?.count ?? 0) }
    ).html
  }
}
