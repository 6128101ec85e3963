import Evaluation
import TouchInput

/// Scores as a table that fits a terminal, with the key measures.
public enum ScoreSummary {
  /// The measures that are shown by default.
  public static let measures = [
    HeadlineMeasure.error.name, "error_p95", HeadlineMeasure.overshoot.name,
    HeadlineMeasure.noise.name, "residual_lag_ms", "wrong_direction_share", "abstention_share",
  ]

  /// Returns every row of a table with some of its measures.
  ///
  /// Identifier columns that carry no information are left out: participant and task without
  /// groups, frames where horizons are times, the aggregation where there is only one. Titles of
  /// lengths state the unit; where rows differ in unit, a column does.
  ///
  /// - Parameters:
  ///   - table: The scores.
  ///   - measures: The names of the measures; those that the table lacks are left out.
  /// - Returns: One row for each row of `table`, in its order.
  public static func table(
    _ table: ScoreTable, measures: [String] = ScoreSummary.measures
  ) -> OutputTable {
    let units = Set(table.rows.map(\.unit))
    let commonUnit = units.count == 1 ? units.first : nil
    let identifiers = identifierColumns(table, mixesUnits: units.count > 1)
    let places = measures.compactMap { table.index(of: $0) }
    let columns = places.map { place in
      column(MeasureFormat(metric: table.metrics[place], lengthUnit: commonUnit))
    }
    let rows = table.rows.map { row in
      identifiers.map { $0.cell(row) }
        + places.map { place in
          MeasureFormat(metric: table.metrics[place], lengthUnit: row.unit)
            .cell(place < row.values.count ? row.values[place] : nil)
        }
    }
    return OutputTable(columns: identifiers.map(\.column) + columns, rows: rows)
  }

  private struct Identifier {
    let column: OutputTable.Column
    let cell: (ScoreRow) -> OutputTable.Cell
  }

  private static func identifierColumns(_ table: ScoreTable, mixesUnits: Bool) -> [Identifier] {
    let rows = table.rows
    var result = [Identifier(column: .init("dataset")) { .text($0.dataset) }]
    if rows.contains(where: { !$0.participant.isEmpty }) {
      result.append(Identifier(column: .init("participant")) { text($0.participant) })
    }
    if rows.contains(where: { !$0.task.isEmpty }) {
      result.append(Identifier(column: .init("task")) { text($0.task) })
    }
    if rows.contains(where: { $0.device != nil }) {
      result.append(Identifier(column: .init("device")) { text($0.device?.rawValue ?? "") })
    }
    if rows.contains(where: { !$0.recording.isEmpty }) {
      result.append(Identifier(column: .init("recording")) { text($0.recording) })
    }
    if rows.contains(where: { $0.part != nil }) {
      result.append(Identifier(column: .init("part")) { text($0.part?.name ?? "") })
    }
    result.append(Identifier(column: .init("predictor")) { .text($0.spelling) })
    if rows.contains(where: { $0.framesAhead != nil }) {
      result.append(
        Identifier(column: .init("frames_ahead", title: "frames")) { row in
          .number(row.framesAhead, decimals: fractionDigits(row.framesAhead))
        })
    }
    result.append(
      Identifier(column: .init("horizon_ms", title: "horizon (ms)")) {
        .number($0.horizon * 1000, decimals: 1)
      })
    if Set(rows.map(\.aggregation)).count > 1 {
      result.append(
        Identifier(column: .init("aggregation")) { .text($0.aggregation.title) })
    }
    if mixesUnits {
      result.append(Identifier(column: .init("unit")) { .text($0.unit.symbol) })
    }
    return result
  }

  private static func column(_ format: MeasureFormat) -> OutputTable.Column {
    let metric = format.metric
    let name =
      switch metric.dimension {
      case .length: format.lengthUnit.map { "\(metric.name)_\($0.rawValue)" } ?? metric.name
      case .share: "\(metric.name)_percent"
      default: metric.name
      }
    return .init(name, title: format.axisTitle)
  }

  private static func text(_ text: String) -> OutputTable.Cell {
    text.isEmpty ? .text("all") : .text(text)
  }

  private static func fractionDigits(_ frames: Double?) -> Int {
    frames.map { $0 == $0.rounded() ? 0 : 2 } ?? 0
  }
}

extension ScoreRow.Aggregation {
  /// Its name in tables for people.
  var title: String {
    switch self {
    case .pooled: "pooled"
    case .participantMean: "participant mean"
    }
  }
}
