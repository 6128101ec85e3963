/// The format that a file is read as, and the reason.
public struct AssumedFormat: Hashable, Sendable, CustomStringConvertible {
  /// The format.
  public let format: RecordingFormat
  /// The reason, as the end of a sentence that begins with "because".
  public let reason: String

  /// Creates a statement.
  public init(_ format: RecordingFormat, _ reason: String) {
    self.format = format
    self.reason = reason
  }

  /// The name of the format, with the reason.
  public var description: String { "\(format.rawValue), because \(reason)" }
}

/// Finds the format of a file that no `dataset.json` describes.
enum FormatSniffer {
  /// The number of bytes that are examined, and of those of JSON, whose first element may be long.
  private static let (length, jsonLength) = (4096, 256 * 1024)

  /// Returns the format by the file's first bytes, or else by its extension; nil if neither tells.
  ///
  /// A time in brackets at the start is getevent's; any other `[`, or a `{`, begins JSON, whose keys
  /// tell (see `JSONShape`). A `<` is InkML if an element `ink` follows, else gesture XML; an `E: ` or
  /// `# EVEMU` an evemu recording (with the extension `.desc`, a description); `version:` with `devices:`
  /// after it libinput record's; a first line of six numbers between semicolons the Henze text, a first
  /// line that names columns plain CSV, and so do three numbers in the first or second line.
  ///
  /// - Throws: A problem if the file cannot be opened or read, if another tool wrote it whose output cannot
  ///   be read, or if it is JSON of unknown shape.
  static func assumption(path: String) throws(ReadProblem) -> AssumedFormat? {
    let file = try InputFile(path: path)
    var text = TextInput(file)
    var bytes = Array(try text.read(upTo: length))[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = bytes.drop(while: isSpace)
    if let format = linuxInput(bytes, path) { return format }
    if bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{") {
      while bytes.count < jsonLength, case let more = try text.read(upTo: jsonLength), !more.isEmpty
      {
        bytes.append(contentsOf: more)
      }
      return try json(bytes.prefix(jsonLength), path)
    }
    if let problem = ForeignTool.problem(of: bytes, path: path) { throw problem }
    if bytes.first == UInt8(ascii: "<") {
      return ["<ink>", "<ink ", ":ink "].contains { holds(bytes, $0) }
        ? AssumedFormat(.inkML, "it is XML with an element ink")
        : AssumedFormat(.dollarXML, "it is XML without an element ink")
    }
    return firstLine(bytes) ?? byExtension(path)
  }

  /// Returns the format alone.
  static func format(path: String) throws(ReadProblem) -> RecordingFormat? {
    try assumption(path: path)?.format
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns whether the line names columns of a table: a time and a position, or what is probably one.
  private static func isHeader(_ line: [UInt8]) -> Bool {
    let line = Array(line.drop { $0 == UInt8(ascii: "#") })
    return PlainCSVHeader.separators.contains { separator in
      guard line.contains(separator),
        let names = PlainCSVHeader.names(line, line.indices, separator: separator)
      else { return false }
      return names.contains("t_s") || ColumnGuess(names: names).mapping != nil
    }
  }

  private static func holds(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
    bytes.contains(Array(text.utf8))
  }

  // MARK: - Tools of Linux

  private static func linuxInput(_ bytes: ArraySlice<UInt8>, _ path: String) -> AssumedFormat? {
    func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    if begins("add device ") { return AssumedFormat(.getevent, "it begins with 'add device'") }
    if begins("/dev/input/event"), !holds(bytes, "Event: time") {
      return AssumedFormat(.getevent, "it begins with the path of an input device")
    }
    if beginsWithTime(bytes) {
      return AssumedFormat(.getevent, "it begins with a time in brackets")
    }
    if path.lowercased().hasSuffix(".desc") {
      return AssumedFormat(.evemuDescription, "its name ends with .desc")
    }
    if begins("# EVEMU") { return AssumedFormat(.evemu, "it begins with '# EVEMU'") }
    if begins("E: "), !ForeignTool.hasHIDReports(bytes) {
      return AssumedFormat(.evemu, "it begins with 'E: '")
    }
    if begins("Event: time ") || holds(bytes, "\nEvent: time ") {
      return AssumedFormat(.evtest, "its lines begin with 'Event: time'")
    }
    if begins("Input driver version is ") || holds(bytes, "\nInput driver version is ") {
      return AssumedFormat(.evtest, "it has the line 'Input driver version'")
    }
    if holds(bytes, "version:") && holds(bytes, "devices:"), bytes.first != UInt8(ascii: "{") {
      return AssumedFormat(.libinputRecord, "it has the keys version: and devices:")
    }
    return LibinputEventLine.type(inLines: bytes).map {
      AssumedFormat(.libinputEvents, "it has lines of events such as \($0)")
    }
  }

  /// Returns whether the text begins with a time in brackets: a digit where an array has its first object.
  private static func beginsWithTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "[") else { return false }
    let inside = bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != 0x0A }
    let number = DecimalNumber.trimmed(Array(inside), 0..<inside.count)
    return inside.endIndex < bytes.endIndex && bytes[inside.endIndex] == UInt8(ascii: "]")
      && !number.isEmpty
      && Array(inside)[number].allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      && Array(inside)[number].contains(UInt8(ascii: "."))
  }

  // MARK: - JSON

  private static func json(_ bytes: ArraySlice<UInt8>, _ path: String) throws(ReadProblem)
    -> AssumedFormat
  {
    let shape = JSONShape(bytes)
    guard let format = shape.format else { throw shape.problem(path: path) }
    return format
  }

  // MARK: - Tables

  private static func firstLine(_ bytes: ArraySlice<UInt8>) -> AssumedFormat? {
    let line = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    if fields.count == 6, fields.allSatisfy({ DecimalNumber.value(Array($0), 0..<$0.count) != nil })
    {
      return AssumedFormat(.henzeText, "the first line has six numbers between semicolons")
    }
    if String(decoding: line, as: UTF8.self) == HenzeTextReader.header {
      return AssumedFormat(.henzeText, "the first line names its columns")
    }
    if isHeader(line) || namesColumns(line) {
      return AssumedFormat(.plainCSV, "the first line names columns")
    }
    return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(2).contains(
      where: isNumbers)
      ? AssumedFormat(.plainCSV, "one of the first two lines is of numbers") : nil
  }

  /// Indicates whether a line is of at least three numbers.
  private static func isNumbers(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = line.split { isSpace($0) || PlainCSVHeader.separators.contains($0) }.map(
      Array.init)
    return fields.count >= 3
      && fields.allSatisfy { DecimalNumber.value($0, $0.indices) != nil }
  }

  /// Returns whether a line is words between separators, at least two, that are no numbers.
  private static func namesColumns(_ line: [UInt8]) -> Bool {
    guard String(validating: line, as: UTF8.self) != nil, line.count <= LineReader.lengthLimit,
      !line.contains(where: { $0 < 0x20 && $0 != 0x09 })
    else { return false }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].contains { separator in
      let names = line.split(separator: separator, omittingEmptySubsequences: false)
      return names.count >= 2
        && names.allSatisfy { isName(Array($0)) }
        && names.contains { name in name.contains { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } }
    }
  }

  /// The length of the longest name of a column, in bytes; what is longer is prose.
  private static let nameLength = 48

  private static func isName(_ name: [UInt8]) -> Bool {
    name.count <= nameLength && DecimalNumber.value(name, name.indices) == nil
      && name.count { $0 == UInt8(ascii: " ") } <= 4
  }

  private static func byExtension(_ path: String) -> AssumedFormat? {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    let format: RecordingFormat? =
      switch ending {
      case "csv": .plainCSV
      case "json": .inkableJSON
      case "jsonl", "ndjson": .pointerEvents
      case "xml": .dollarXML
      case "inkml": .inkML
      case "yml", "yaml": .libinputRecord
      case "events", "evemu": .evemu
      default: nil
      }
    return format.map { AssumedFormat($0, "its name ends with .\(ending)") }
  }
}
