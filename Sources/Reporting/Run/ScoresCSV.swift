import Datasets
import Evaluation
import TouchInput

/// The file `scores.csv`: a table of scores as RFC 4180 text.
///
/// The columns are `dataset,participant,task,predictor,parameters`, one for each swept parameter,
/// `frames_ahead,horizon_ms,aggregation,unit,device,part,pareto,note`, then the measures. UTF-8, line feeds,
/// numbers in the shortest decimals that read back as the same number. An empty field is a missing
/// value or, for participant, task, device and part, all of them pooled. A table with rows of single
/// recordings has the column `recording` after `note`.
public enum ScoresCSV {
  static let leading = ["dataset", "participant", "task", "predictor", "parameters"]
  static let trailing = [
    "frames_ahead", "horizon_ms", "aggregation", "unit", "device", "part", "pareto", "note",
  ]

  /// The column of the recording, which only tables with rows of single recordings have.
  static let recording = "recording"

  /// Returns the table as text.
  ///
  /// Equal tables give equal bytes. Values that are not finite are written as missing. A swept
  /// parameter with the name of another column gets the suffix `_swept`, which reading removes.
  public static func text(_ table: ScoreTable) -> String {
    let measures = table.metrics.map(\.name)
    let swept = table.sweptNames.map { SweptColumn.header(of: $0, measures: measures) }
    let hasRecordings = table.rows.contains { !$0.recording.isEmpty }
    let header = leading + swept + trailing + (hasRecordings ? [recording] : []) + measures
    var result = header.map(CSVFields.cell).joined(separator: ",") + "\n"
    for row in table.rows {
      result += line(
        of: row, swept: swept.count, measures: measures.count, hasRecordings: hasRecordings)
      result += "\n"
    }
    return result
  }

  private static func line(
    of row: ScoreRow, swept: Int, measures: Int, hasRecordings: Bool
  ) -> String {
    var fields = [row.dataset, row.participant, row.task, row.predictor, row.parameters]
    for index in 0..<swept { fields.append(index < row.swept.count ? row.swept[index] : "") }
    fields.append(row.framesAhead.map(DecimalNumber.text) ?? "")
    fields.append(DecimalNumber.milliseconds(ofSeconds: row.horizon))
    fields.append(row.aggregation.rawValue)
    fields.append(row.unit.rawValue)
    fields.append(row.device?.rawValue ?? "")
    fields.append(row.part?.name ?? "")
    fields.append(row.pareto?.rawValue ?? "")
    fields.append(row.note?.rawValue ?? "")
    if hasRecordings { fields.append(row.recording) }
    for index in 0..<measures {
      let value = index < row.values.count ? row.values[index] : nil
      fields.append(value.map(DecimalNumber.text) ?? "")
    }
    return fields.map(CSVFields.cell).joined(separator: ",")
  }
}

/// The name of a swept parameter as a column among other columns.
enum SweptColumn {
  private static let suffix = "_swept"

  /// Returns the column of a parameter, with a suffix where another column has its name.
  ///
  /// A name that already ends in suffixes gets one more, so that every column maps back to one
  /// parameter.
  static func header(of name: String, measures: [String]) -> String {
    isReserved(stem(of: name), measures) ? name + suffix : name
  }

  /// The parameter of a column.
  static func name(of header: String, measures: [String]) -> String {
    guard header.hasSuffix(suffix), isReserved(stem(of: header), measures) else { return header }
    return String(header.dropLast(suffix.count))
  }

  private static func stem(of name: String) -> String {
    var result = name
    while result.hasSuffix(suffix) { result = String(result.dropLast(suffix.count)) }
    return result
  }

  private static func isReserved(_ name: String, _ measures: [String]) -> Bool {
    ScoresCSV.leading.contains(name) || ScoresCSV.trailing.contains(name)
      || name == ScoresCSV.recording || measures.contains(name)
  }
}
