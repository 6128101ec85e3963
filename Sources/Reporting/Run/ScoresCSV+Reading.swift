import Datasets
import Evaluation
import TouchInput

extension ScoresCSV {
  /// The contents of a file.
  public struct Contents: Hashable, Sendable {
    /// The table.
    public var table: ScoreTable
    /// The measures without a definition here, kept as numbers without unit or order.
    public var unknownMeasures: [String]
    /// The line on which each row of the table begins, 1 being the header's.
    package var lines: [Int]
  }

  /// Reads a file that `text(_:)` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name, for messages.
  ///   - metrics: The definitions of the measures that are known.
  /// - Returns: The table; a column without a definition stays in it as a number without unit.
  /// - Throws: `ScoresCSVError` for the first thing that cannot be read.
  public static func read(
    _ bytes: [UInt8], file: String, metrics: [MetricDefinition]
  ) throws(ScoresCSVError) -> Contents {
    var records = try RunFileRecords(bytes, file: file)
    guard let header = try records.next() else {
      throw ScoresCSVError(
        file: file, line: 1, problem: "the file is empty", remedy: "run the sweep again")
    }
    let columns = try Columns(header, file: file, metrics: metrics)
    var rows: [ScoreRow] = []
    var lines: [Int] = []
    while let record = try records.next() {
      rows.append(try columns.row(record, file: file))
      lines.append(record.line)
    }
    let table = ScoreTable(
      metrics: columns.measures, sweptNames: columns.sweptNames, rows: rows)
    return Contents(table: table, unknownMeasures: columns.unknownMeasures, lines: lines)
  }
}

/// A place in a run's CSV file that cannot be read, with a remedy.
public struct ScoresCSVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var file: String
  /// The line, 1 being the header.
  public var line: Int
  /// The column's name; nil where the problem is not in one column.
  package var column: String?
  /// The value as written; nil where the problem is not one value.
  package var value: String?
  /// What is wrong.
  package var problem: String
  /// What to do.
  package var remedy: String

  /// Makes an error.
  package init(
    file: String, line: Int, column: String? = nil, value: String? = nil, problem: String,
    remedy: String
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.value = value
    self.problem = problem
    self.remedy = remedy
  }

  init(file: String, _ failure: CSVRecords.Failure) {
    self.init(file: file, line: failure.line, problem: failure.problem, remedy: failure.remedy)
  }

  /// The message: file, line, column, value, problem, remedy.
  public var description: String {
    let place = column.map { "\(file):\(line): column '\($0)': " } ?? "\(file):\(line): "
    let subject = value.map { "'\($0)' " } ?? ""
    return "\(place)\(subject)\(problem); \(remedy)"
  }
}

/// The meaning of each column of one file.
private struct Columns {
  let header: [String]
  let hasRecordings: Bool
  let sweptNames: [String]
  let measures: [MetricDefinition]
  let unknownMeasures: [String]

  /// Where the columns after the swept ones begin.
  private var trailingStart: Int { ScoresCSV.leading.count + sweptNames.count }
  private var recordingColumn: Int { trailingStart + ScoresCSV.trailing.count }
  private var measuresStart: Int { recordingColumn + (hasRecordings ? 1 : 0) }

  init(
    _ record: CSVRecords.Record, file: String, metrics: [MetricDefinition]
  ) throws(ScoresCSVError) {
    let names = record.fields
    let anchor = ScoresCSV.trailing[0]
    try Self.check(names, beginWith: ScoresCSV.leading, at: 0, file: file, line: record.line)
    guard let end = names.firstIndex(of: anchor) else {
      throw ScoresCSVError(
        file: file, line: record.line, column: anchor, problem: "the column is missing",
        remedy: "this is not a scores.csv of nextpoint, or its header was edited")
    }
    try Self.check(names, beginWith: ScoresCSV.trailing, at: end, file: file, line: record.line)
    let rest = names[(end + ScoresCSV.trailing.count)...]
    hasRecordings = rest.first == ScoresCSV.recording
    let measureNames = Array(rest.dropFirst(hasRecordings ? 1 : 0))
    let swept = names[ScoresCSV.leading.count..<end].map {
      SweptColumn.name(of: $0, measures: measureNames)
    }
    try Self.checkUnique(names, file: file, line: record.line)
    let known = Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    header = names
    sweptNames = swept
    measures = measureNames.map { known[$0] ?? .unknown($0) }
    unknownMeasures = measureNames.filter { known[$0] == nil }
  }

  func row(_ record: CSVRecords.Record, file: String) throws(ScoresCSVError) -> ScoreRow {
    let cell = try RunFileRow(record.fields, line: record.line, header: header, file: file)
    let fields = cell.fields
    let firstSwept = ScoresCSV.leading.count
    var values: [Double?] = []
    for column in measuresStart..<header.count { values.append(try cell[column].optionalNumber()) }
    return ScoreRow(
      dataset: try cell[0].name(), participant: fields[1], task: fields[2],
      predictor: try cell[3].name(),
      parameters: fields[4], swept: Array(fields[firstSwept..<trailingStart]),
      framesAhead: try cell[trailingStart].optionalNumber(),
      horizon: try cell[trailingStart + 1].seconds(),
      aggregation: try cell[trailingStart + 2].choice(ScoreRow.Aggregation.self),
      unit: try cell[trailingStart + 3].choice(LengthUnit.self),
      device: try cell[trailingStart + 4].optionalChoice(DeviceClass.self),
      part: try cell[trailingStart + 5].part(),
      recording: hasRecordings ? fields[recordingColumn] : "",
      pareto: try cell[trailingStart + 6].optionalChoice(ParetoStanding.self),
      note: try cell[trailingStart + 7].optionalChoice(ScoreRow.Note.self),
      values: values)
  }

  private static func check(
    _ names: [String], beginWith expected: [String], at start: Int, file: String, line: Int
  ) throws(ScoresCSVError) {
    for (offset, name) in expected.enumerated() {
      let found = start + offset < names.count ? names[start + offset] : nil
      guard found != name else { continue }
      throw ScoresCSVError(
        file: file, line: line, column: name, value: found,
        problem: found == nil ? "the column is missing" : "is in the place of this column",
        remedy: "the header of scores.csv begins with " + ScoresCSV.leading.joined(separator: ",")
          + " and, after the swept parameters, "
          + ScoresCSV.trailing.joined(separator: ","))
    }
  }

  private static func checkUnique(
    _ names: [String], file: String, line: Int
  ) throws(ScoresCSVError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ScoresCSVError(
        file: file, line: line, column: name, problem: "the column appears twice",
        remedy: "rename or remove one of them")
    }
  }
}

extension MetricDefinition {
  /// Returns a measure that is known only by name, without unit and order.
  fileprivate static func unknown(_ name: String) -> MetricDefinition {
    MetricDefinition(
      name, name, .behavior, .ratio, perfect: nil, .none,
      formula: "Not defined in this version of nextpoint.", source: "scores.csv")
  }
}
