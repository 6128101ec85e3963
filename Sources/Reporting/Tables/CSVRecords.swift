/// The records of an RFC 4180 text, with the line on which each begins.
///
/// Line feeds and CRLF both end a record, a byte-order mark in front is skipped, empty lines are
/// skipped, and the last record needs no line break.
struct CSVRecords {
  /// One record.
  struct Record: Hashable {
    /// The line on which it begins, 1 being the first.
    let line: Int
    /// The fields, without quotation marks.
    let fields: [String]
  }

  /// What breaks the form, with the line.
  struct Failure: Error, Hashable {
    let line: Int
    let problem: String
    let remedy: String
  }

  private let bytes: [UInt8]
  private var place: Int
  private var line = 1

  /// Prepares to read `bytes`.
  ///
  /// - Throws: `Failure` where they are not UTF-8.
  init(_ bytes: [UInt8]) throws(Failure) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(
        line: Self.firstInvalidLine(bytes), problem: "the text is not UTF-8",
        remedy: "save it as UTF-8")
    }
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next record; nil at the end.
  ///
  /// - Throws: `Failure` where quotation marks are out of place.
  mutating func next() throws(Failure) -> Record? {
    skipEmptyLines()
    guard place < bytes.count else { return nil }
    let first = line
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard place < bytes.count else { break }
      let separator = bytes[place]
      if separator == CSVField.comma {
        place += 1
        continue
      }
      skipLineBreak()
      break
    }
    return Record(line: first, fields: fields)
  }

  private mutating func field() throws(Failure) -> String {
    guard place < bytes.count, bytes[place] == CSVField.quotationMark else { return try plain() }
    return try quoted()
  }

  private mutating func plain() throws(Failure) -> String {
    let start = place
    while place < bytes.count, bytes[place] != CSVField.comma, !isLineBreak(at: place) {
      guard bytes[place] != CSVField.quotationMark else {
        throw Failure(
          line: line,
          problem: "a quotation mark stands inside a field that does not begin with one",
          remedy: "put the whole field in quotation marks and double those inside")
      }
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func quoted() throws(Failure) -> String {
    let first = line
    var content: [UInt8] = []
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == CSVField.quotationMark else {
        if byte == CSVField.lineFeed { line += 1 }
        content.append(byte)
        continue
      }
      if place < bytes.count, bytes[place] == CSVField.quotationMark {
        content.append(byte)
        place += 1
        continue
      }
      guard place == bytes.count || bytes[place] == CSVField.comma || isLineBreak(at: place) else {
        throw Failure(
          line: line, problem: "text follows a closing quotation mark",
          remedy: "double quotation marks inside a field")
      }
      return String(decoding: content, as: UTF8.self)
    }
    throw Failure(
      line: first, problem: "a quotation mark is never closed",
      remedy: "close it; if the file was cut off, make it again")
  }

  private func isLineBreak(at index: Int) -> Bool {
    if bytes[index] == CSVField.lineFeed { return true }
    return bytes[index] == CSVField.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == CSVField.lineFeed
  }

  private mutating func skipLineBreak() {
    if bytes[place] == CSVField.carriageReturn { place += 1 }
    place += 1
    line += 1
  }

  private mutating func skipEmptyLines() {
    while place < bytes.count, isLineBreak(at: place) { skipLineBreak() }
  }

  private static func firstInvalidLine(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: CSVField.lineFeed, omittingEmptySubsequences: false)
    let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    return (place ?? 0) + 1
  }
}
