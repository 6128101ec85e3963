/// Finds the format of a file that no `dataset.json` describes.
enum FormatSniffer {
  /// How many bytes are looked at.
  private static let length = 4096

  /// The format by the file's first bytes, or else by its extension; nil where neither tells.
  ///
  /// A `[` and a number at the start are getevent's, any other `[` at the start is an Inkable array, a `<` gesture XML, an `E: ` or `# EVEMU` an evemu
  /// recording (with the extension `.desc`, a description), a first line with six fields between
  /// semicolons the Henze text, a first line that names a column `t_s` plain CSV. Throws where the
  /// file cannot be opened or read.
  static func format(path: String) throws(ReadProblem) -> RecordingFormat? {
    let file = try InputFile(path: path)
    var bytes = Array(try file.read(upTo: length))[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if isGetevent(bytes) { return .getevent }
    if bytes.first == 0x5B { return .inkableJSON }
    if path.lowercased().hasSuffix(".desc") { return .evemuDescription }
    if bytes.starts(with: "E: ".utf8) || bytes.starts(with: "# EVEMU".utf8) { return .evemu }
    if bytes.first == 0x3C { return .dollarXML }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    if line.count(where: { $0 == 0x3B }) == 5 { return .henzeText }
    let names = line.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self) }
    if names.contains("t_s") || names.contains("\"t_s\"") { return .plainCSV }
    return byExtension(path)
  }

  /// Whether the text begins with a time in brackets: a digit where an array has its first object.
  private static func isGetevent(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: "add device ".utf8) { return true }
    guard bytes.first == 0x5B else { return false }
    return bytes.dropFirst().first { $0 != 0x20 }.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func byExtension(_ path: String) -> RecordingFormat? {
    switch path.split(separator: ".").last?.lowercased() {
    case "csv": .plainCSV
    case "json": .inkableJSON
    case "xml": .dollarXML
    case "events", "evemu": .evemu
    default: nil
    }
  }
}
