import TouchInput

/// One row of a table, with the numbers in its fields.
///
/// A number may have a decimal comma where no comma separates fields, and in quotation marks.
struct PlainCSVRow {
  /// An error in a field.
  struct Fault: Error {
    var column: String
    /// The index of the field.
    var index: Int
    var message: String
    var remedy = "correct the field or remove the line"
  }

  /// Indicates whether a number had a decimal comma.
  private(set) var hasDecimalCommas = false
  /// Indicates whether the commas of all numbers so far may separate thousands, as in `1,234`.
  private(set) var commasMayGroup = true
  private var columns = CSVFields()

  /// The fields of the row that was split last.
  var fields: [CSVFields.Field] { columns.fields }

  /// Creates a row of a table with a mark between fields.
  init(separator: UInt8) { columns.separator = separator }

  /// Splits the line in the range into `fields`.
  mutating func split(_ bytes: [UInt8], _ range: Range<Int>) throws(CSVFields.Fault) {
    try columns.split(bytes, range, allowsQuotesInside: true)
  }

  /// Returns whether the row has a field for each column, and nothing behind them.
  func fits(_ header: PlainCSVHeader) -> Bool {
    fields.count == header.count
      || fields.count > header.count
        && fields[header.count...].allSatisfy { $0.range.isEmpty }
  }

  /// Returns the sample in the row.
  mutating func sample(
    _ bytes: [UInt8], _ header: PlainCSVHeader
  ) throws(Fault) -> TouchSample {
    var sample = TouchSample(
      time: try required(.time, header.time, bytes, header, exponent: header.timeExponent),
      position: SIMD2(
        try required(.x, header.x, bytes, header), try required(.y, header.y, bytes, header)),
      force: try optional(.force, header.force, bytes, header),
      altitude: try optional(.altitude, header.altitude, bytes, header),
      azimuth: try optional(.azimuth, header.azimuth, bytes, header))
    if header.altitudeFactor != 1 {
      sample.altitude = sample.altitude.map { $0 * header.altitudeFactor }
    }
    if header.azimuthFactor != 1 {
      sample.azimuth = sample.azimuth.map { $0 * header.azimuthFactor }
    }
    if hasDecimalCommas { try checkPoints(bytes, header) }
    return sample
  }

  /// Returns the exact position in the row; nil if it has none.
  mutating func exactPosition(
    _ bytes: [UInt8], _ header: PlainCSVHeader
  ) throws(Fault) -> SIMD2<Double>? {
    guard let indexX = header.trueX, let indexY = header.trueY else { return nil }
    let x = try optional(.trueX, indexX, bytes, header)
    let y = try optional(.trueY, indexY, bytes, header)
    if let x, let y { return SIMD2(x, y) }
    guard x == nil, y == nil else {
      let target = x == nil ? ColumnMapping.Target.trueX : .trueY
      throw Fault(
        column: header.names[target] ?? target.usualName, index: x == nil ? indexX : indexY,
        message: "one half of the exact position is missing")
    }
    return nil
  }

  /// Returns the kind of stroke that the row states; nil if it states none.
  func kind(_ bytes: [UInt8], _ header: PlainCSVHeader) throws(Fault) -> Stroke.Kind? {
    guard let index = header.labels.kind else { return nil }
    let range = DecimalNumber.trimmed(bytes, fields[index].range)
    guard !range.isEmpty else { return nil }
    guard let kind = Stroke.Kind(rawValue: String(decoding: bytes[range], as: UTF8.self)) else {
      throw Fault(
        column: header.names[.kind] ?? "kind", index: index,
        message: "not a kind of stroke: contact, hover or motion")
    }
    return kind
  }

  private mutating func required(
    _ target: ColumnMapping.Target, _ index: Int, _ bytes: [UInt8], _ header: PlainCSVHeader,
    exponent: Int = 0
  ) throws(Fault) -> Double {
    let range = fields[index].range
    if let value = DecimalNumber.value(bytes, range, exponent: exponent) { return value }
    let comma = CSVFields.comma
    guard let value = DecimalNumber.value(bytes, range, exponent: exponent, point: comma) else {
      throw Fault(
        column: header.names[target] ?? target.usualName, index: index,
        message: "not a finite number")
    }
    hasDecimalCommas = true
    if commasMayGroup { commasMayGroup = Self.mayGroup(bytes[range]) }
    return value
  }

  private mutating func optional(
    _ target: ColumnMapping.Target, _ index: Int?, _ bytes: [UInt8], _ header: PlainCSVHeader
  ) throws(Fault) -> Double? {
    guard let index else { return nil }
    let range = DecimalNumber.trimmed(bytes, fields[index].range)
    return range.isEmpty ? nil : try required(target, index, bytes, header)
  }

  /// Refuses a decimal point in a table with decimal commas: one of the two separates thousands.
  private func checkPoints(_ bytes: [UInt8], _ header: PlainCSVHeader) throws(Fault) {
    for (target, index) in [
      (ColumnMapping.Target.time, header.time), (.x, header.x), (.y, header.y),
    ] where bytes[fields[index].range].contains(0x2E) {
      throw Fault(
        column: header.names[target] ?? target.usualName, index: index,
        message: "a decimal point in a table with decimal commas",
        remedy: "use one of the two in all rows, and no mark between thousands")
    }
  }

  /// Returns whether a number with a comma is like `1,234`.
  private static func mayGroup(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x2B }
    guard let comma = digits.firstIndex(of: CSVFields.comma) else { return true }
    return digits.count - comma == 4 && (1...3).contains(comma) && digits.first != 0x30
  }
}

/// The rows of a table whose number of fields is not that of its header.
struct MisfitRows {
  /// The rows with one number of fields.
  private struct Group {
    let problem: Int
    let line: Int
    let value: String
    var count = 1
    var hasPoints: Bool
  }

  private var groups: [Int: Group] = [:]

  /// Counts a row; the first with its number of fields is a problem.
  mutating func add(
    _ fields: Int, line: Int, _ bytes: ArraySlice<UInt8>, expected: Int, to log: inout ProblemLog
  ) {
    let hasPoints = bytes.contains(0x2E)
    if var group = groups[fields] {
      group.count += 1
      group.hasPoints = group.hasPoints || hasPoints
      groups[fields] = group
      return
    }
    let value = ReadProblem.displayed(bytes)
    groups[fields] = Group(problem: log.count, line: line, value: value, hasPoints: hasPoints)
    log.add(
      line: line, value: value,
      message: "the row has \(fields) fields, but the header has \(expected)",
      remedy: "give every row one field for each column")
  }

  /// States the numbers of rows, and what the cause probably is.
  func finish(_ log: inout ProblemLog, rows: Int, header: PlainCSVHeader) {
    for (fields, group) in groups where group.count > 1 || rows == 1 {
      let hasCommas =
        fields > header.count && !group.hasPoints && header.separator == CSVFields.comma
      log.replace(
        at: group.problem, line: group.line, value: group.value,
        message: "\(group.count) of \(rows) rows have \(fields) fields where the header has "
          + "\(header.count)" + (hasCommas ? ": the numbers probably have decimal commas" : ""),
        remedy: hasCommas
          ? "save the table with decimal points, or with semicolons between the columns"
          : "give every row one field for each column")
    }
  }
}
