/// Finds the format of a file that no `dataset.json` describes.
enum FormatSniffer {
  /// The number of bytes that are examined.
  private static let length = 4096

  /// Returns the format by the file's first bytes, or else by its extension; nil where neither tells.
  ///
  /// A `[` and a number at the start are getevent's; any other `[`, or a `{`, begins pointer events
  /// where a `pointerId` follows, else a `[` an Inkable array. A `<` is InkML where an element `ink`
  /// follows, else gesture XML; an `E: ` or `# EVEMU` an evemu recording (with the extension `.desc`,
  /// a description); `version:` with `devices:` after it libinput record's; a first line that names
  /// columns of times and positions plain CSV, any other with six fields between semicolons the Henze text.
  /// Throws where the file cannot be opened or read.
  static func format(path: String) throws(ReadProblem) -> RecordingFormat? {
    let file = try InputFile(path: path)
    var bytes = Array(try file.read(upTo: length))[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if isGetevent(bytes) { return .getevent }
    if bytes.first == 0x5B || bytes.first == 0x7B, holds(bytes, "\"pointerId\"") {
      return .pointerEvents
    }
    if bytes.first == 0x5B { return .inkableJSON }
    if path.lowercased().hasSuffix(".desc") { return .evemuDescription }
    if bytes.starts(with: "E: ".utf8) || bytes.starts(with: "# EVEMU".utf8) { return .evemu }
    if bytes.first == 0x3C {
      return ["<ink>", "<ink ", ":ink "].contains { holds(bytes, $0) } ? .inkML : .dollarXML
    }
    if holds(bytes, "version:") && holds(bytes, "devices:") { return .libinputRecord }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    if isHeader(Array(line)) { return .plainCSV }
    if line.count(where: { $0 == 0x3B }) == 5 { return .henzeText }
    return byExtension(path)
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

  /// Returns whether the text begins with a time in brackets: a digit where an array has its first object.
  private static func isGetevent(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: "add device ".utf8) { return true }
    guard bytes.first == 0x5B else { return false }
    return bytes.dropFirst().first { $0 != 0x20 }.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func byExtension(_ path: String) -> RecordingFormat? {
    switch path.split(separator: ".").last?.lowercased() {
    case "csv", "tsv", "tab": .plainCSV
    case "json": .inkableJSON
    case "jsonl", "ndjson": .pointerEvents
    case "xml": .dollarXML
    case "inkml": .inkML
    case "yml", "yaml": .libinputRecord
    case "events", "evemu": .evemu
    default: nil
    }
  }
}
