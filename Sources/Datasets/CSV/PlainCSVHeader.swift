/// The columns of a table of samples, by their position in a row, and the marks between its fields.
struct PlainCSVHeader: Equatable {
  /// The columns with text.
  struct Labels: Equatable {
    /// The stroke's name; nil if the rows of each participant and task are one stroke.
    var stroke: Int?
    var participant: Int?
    var task: Int?
    /// The stroke's kind.
    var kind: Int?
  }

  var labels: Labels
  var time: Int
  var x: Int
  var y: Int
  var force: Int?
  var altitude: Int?
  var azimuth: Int?
  var trueX: Int?
  var trueY: Int?
  /// The number of fields of a row.
  var count: Int
  /// The mark between fields.
  var separator = CSVFields.comma
  /// The power of ten of the unit of times in seconds.
  var timeExponent = 0
  /// The names of the read columns, for messages.
  var names: [ColumnMapping.Target: String] = [:]
  /// The factors from the unit of each angle to radians.
  var altitudeFactor = 1.0
  var azimuthFactor = 1.0

  /// The form that messages ask for.
  static let form =
    "stroke,t_s,x,y with, where known, participant,task,kind,force,altitude_rad,azimuth_rad,"
    + "true_x,true_y"

  /// The marks that may separate fields, in the order in which they are tried.
  static let separators = [",", ";", "\t", "|"].flatMap { Array($0.utf8) }

  /// The columns without which there is no sample.
  static let needed: [ColumnMapping.Target] = [.time, .x, .y]

  /// An error in a header.
  struct Fault: Error, Equatable {
    var column: String
    var message: String
    var remedy: String
    /// The columns that the table probably has instead; nil if nothing is probable.
    var guess: ColumnMapping?
  }

  /// The columns of lines without a header: `t_s,x,y`, and others behind them.
  init(separator: UInt8, options: ReadingOptions) {
    labels = Labels()
    (time, x, y, count) = (0, 1, 2, 3)
    self.separator = separator
    timeExponent = (options.timeUnit ?? .seconds).exponent
  }

  /// Finds the columns by name, in any order; columns of other names are left unread.
  ///
  /// - Parameters:
  ///   - names: The names in the header.
  ///   - options: The names that the columns have instead of the usual ones, and the unit of times.
  ///   - rows: Some rows, by which a message proposes a mapping.
  /// - Throws: `Fault` for a header without the needed columns.
  init(
    names: [String], options: ReadingOptions = ReadingOptions(), rows: () -> [[String]] = { [] }
  ) throws(Fault) {
    let mapping = options.columns ?? ColumnMapping()
    var found: [ColumnMapping.Target: Int] = [:]
    for target in ColumnMapping.Target.allCases {
      let wanted = mapping.names[target] ?? target.usualName
      let columns = names.indices.filter { Self.isSame(names[$0], wanted) }
      guard columns.count < 2 else {
        throw Fault(
          column: wanted, message: "the header names column '\(wanted)' twice",
          remedy: "keep one of the two")
      }
      if let column = columns.first {
        found[target] = column
        self.names[target] = names[column]
      }
    }
    let missing = ColumnMapping.Target.allCases.filter {
      found[$0] == nil && (Self.needed.contains($0) || mapping.names[$0] != nil)
    }
    guard missing.isEmpty, let time = found[.time], let x = found[.x], let y = found[.y] else {
      throw Self.missing(missing, mapping, names, rows)
    }
    (self.time, self.x, self.y) = (time, x, y)
    labels = Labels(
      stroke: found[.stroke], participant: found[.participant], task: found[.task],
      kind: found[.kind])
    force = found[.force]
    altitude = found[.altitude]
    azimuth = found[.azimuth]
    trueX = found[.trueX]
    trueY = found[.trueY]
    count = names.count
    timeExponent = (mapping.timeUnit ?? options.timeUnit ?? .seconds).exponent
    if mapping.degrees.contains(.altitude) { altitudeFactor = .pi / 180 }
    if mapping.degrees.contains(.azimuth) { azimuthFactor = .pi / 180 }
    if (trueX == nil) != (trueY == nil) {
      let missing = trueX == nil ? "true_x" : "true_y"
      throw Fault(
        column: missing, message: "the header has one column of a pair, but not '\(missing)'",
        remedy: "give both true_x and true_y, or neither")
    }
  }

  /// Reads the first line of a table.
  ///
  /// The mark between its fields is the one that divides it into the needed names.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The line, without its end.
  ///   - options: The names that the columns have instead of the usual ones, and the unit of times.
  ///   - separator: The mark, if the file states it.
  ///   - rows: Some rows by the mark between their fields, by which a message proposes a mapping.
  /// - Throws: `Fault` for a header without the needed columns.
  init(
    _ bytes: [UInt8], _ range: Range<Int>, options: ReadingOptions, separator: UInt8? = nil,
    rows: (UInt8) -> [[String]] = { _ in [] }
  ) throws(Fault) {
    var best: (names: [String], separator: UInt8)?
    let isText = Self.isText(bytes[range])
    for mark in separator.map({ [$0] }) ?? Self.separators {
      guard let names = Self.names(bytes, range, separator: mark) else { continue }
      if let header = try? PlainCSVHeader(names: names, options: options) {
        self = header
        self.separator = mark
        return
      }
      if names.count > best?.names.count ?? 0 { best = (names, mark) }
    }
    guard let best, isText else {
      throw Fault(
        column: "", message: "the first line is not a header",
        remedy: "the first line must name the columns: \(Self.form)")
    }
    self = try PlainCSVHeader(names: best.names, options: options) { rows(best.separator) }
  }

  /// Returns whether a line has no control characters but tabs.
  static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    !line.contains { $0 < 0x20 && $0 != 0x09 }
  }

  /// Returns the names in a line of UTF-8 or else Latin-1; nil if quotation marks are out of place.
  static func names(_ bytes: [UInt8], _ range: Range<Int>, separator: UInt8) -> [String]? {
    var row = CSVFields()
    row.separator = separator
    guard (try? row.split(bytes, range, allowsQuotesInside: true)) != nil else { return nil }
    let isUTF8 = String(validating: bytes[range], as: UTF8.self) != nil
    return row.fields.map { field in
      let text =
        isUTF8
        ? CSVFields.text(field, in: bytes)
        : String(String.UnicodeScalarView(bytes[field.range].map { Unicode.Scalar($0) }))
      return text.trimmedOfBlanks
    }
  }

  /// Returns whether two names are the same; the micro sign and the Greek letter are.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    first == second
      || first.replacing("\u{B5}", with: "\u{3BC}") == second.replacing("\u{B5}", with: "\u{3BC}")
  }

  private static func missing(
    _ missing: [ColumnMapping.Target], _ mapping: ColumnMapping, _ names: [String],
    _ rows: () -> [[String]]
  ) -> Fault {
    let wanted = missing.map { mapping.names[$0] ?? $0.usualName }
    guard !names.allSatisfy({ DecimalNumber.value($0) != nil || $0.isEmpty }) else {
      return Fault(
        column: wanted.first ?? "",
        message: "the first line holds numbers, and must name the columns \(listed(wanted))",
        remedy: "put a line such as \(usualHeader(names.count)) before it")
    }
    let shown = ReadProblem.displayed(names.joined(separator: ", "), length: 300)
    let message =
      "the header has no \(wanted.count == 1 ? "column" : "columns") \(listed(wanted)); it names "
      + shown
    let guess = ColumnGuess(names: names, rows: rows().filter { $0.count == names.count })
    return Fault(
      column: wanted.first ?? "", message: message, remedy: remedy(guess, names, wanted),
      guess: guess.mapping)
  }

  private static func remedy(
    _ guess: ColumnGuess, _ names: [String], _ wanted: [String]
  ) -> String {
    if names.contains("mouse_tracking_data") {
      return
        "the table is jsPsych's, with all samples of a trial in one field: save the data as JSON "
        + "instead, with jsPsych.data.get().json()"
    }
    if let mapping = guess.mapping {
      return "they are probably \(meaning(mapping)): give \(mapping.option), or write it into a "
        + "dataset.json with 'nextpoint datasets init'"
    }
    if names.count < 3, let name = names.first, name.contains(where: { $0 == " " || $0 == ":" }) {
      return "separate the columns by commas, semicolons or tabs"
    }
    if let (name, value) = guess.textTime {
      return
        "'\(name)' holds text such as '\(ReadProblem.displayed(value))', and times must be numbers: "
        + "convert it to seconds, or name a column of numbers with --columns t=NAME/ms"
    }
    return "the first line must name the columns \(listed(wanted)), or say which they are with "
      + "--columns t=NAME/ms,x=NAME,y=NAME"
  }

  private static func meaning(_ mapping: ColumnMapping) -> String {
    let time = mapping.names[.time] ?? ""
    let unit = (mapping.timeUnit ?? .seconds).name
    return "'\(time)' in \(unit), '\(mapping.names[.x] ?? "")' and '\(mapping.names[.y] ?? "")'"
  }

  private static func usualHeader(_ count: Int) -> String {
    count == 3 ? "t_s,x,y" : "stroke,t_s,x,y"
  }

  private static func listed(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and \(last)"
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmedOfBlanks: String {
    let bytes = Array(utf8)
    let range = DecimalNumber.trimmed(bytes, bytes.indices)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
