/// The records of an RFC 4180 text, with the line on which each begins.
///
/// Line feeds and CRLF both end a record, a byte-order mark in front is skipped, empty lines are
/// skipped, and the last record needs no line break.
package struct CSVRecords {
  /// One record.
  package struct Record: Hashable {
    /// The line on which it begins, 1 being the first.
    package let line: Int
    /// The fields, without quotation marks.
    package var fields: [String]
  }

  /// What breaks the form, with the line.
  package struct Failure: Error, Hashable {
    package let line: Int
    package let problem: String
    package let remedy: String
  }

  private let bytes: [UInt8]
  private var place: Int
  private var line = 1
  private var row = CSVFields()

  /// Prepares to read `bytes`.
  ///
  /// - Throws: `Failure` where they are not UTF-8.
  package init(_ bytes: [UInt8]) throws(Failure) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(
        line: Self.firstInvalidLine(bytes), problem: "the text is not UTF-8",
        remedy: "save it as UTF-8")
    }
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next record; nil at the end.
  ///
  /// - Throws: `Failure` where quotation marks are out of place.
  package mutating func next() throws(Failure) -> Record? {
    while place < bytes.count, isLineBreak(at: place) { skipLineBreak() }
    guard place < bytes.count else { return nil }
    let (first, start) = (line, place)
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == CSVFields.quotationMark { isQuoted.toggle() }
      if byte == CSVFields.lineFeed || byte == CSVFields.carriageReturn {
        guard isQuoted || !isLineBreak(at: place) else { break }
        if byte == CSVFields.lineFeed { line += 1 }
      }
      place += 1
    }
    do {
      try row.split(bytes, start..<place, allowsQuotesInside: false)
    } catch {
      throw failure(error, after: start, line: first)
    }
    if place < bytes.count { skipLineBreak() }
    return Record(line: first, fields: row.fields.map { CSVFields.text($0, in: bytes) })
  }

  private func failure(_ fault: CSVFields.Fault, after start: Int, line: Int) -> Failure {
    func lineNumber(at place: Int) -> Int {
      line + bytes[start..<place].count { $0 == CSVFields.lineFeed }
    }
    switch fault {
    case .quoteInside(let place):
      return Failure(
        line: lineNumber(at: place),
        problem: "a quotation mark stands inside a field that does not begin with one",
        remedy: "put the whole field in quotation marks and double those inside")
    case .textAfterQuote(let place):
      return Failure(
        line: lineNumber(at: place), problem: "text follows a closing quotation mark",
        remedy: "double quotation marks inside a field")
    case .quoteNotClosed(let place):
      return Failure(
        line: lineNumber(at: place), problem: "a quotation mark is never closed",
        remedy: "close it; if the file was cut off, make it again")
    }
  }

  private func isLineBreak(at index: Int) -> Bool {
    if bytes[index] == CSVFields.lineFeed { return true }
    return bytes[index] == CSVFields.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == CSVFields.lineFeed
  }

  private mutating func skipLineBreak() {
    if bytes[place] == CSVFields.carriageReturn { place += 1 }
    place += 1
    line += 1
  }

  private static func firstInvalidLine(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: CSVFields.lineFeed, omittingEmptySubsequences: false)
    let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    return (place ?? 0) + 1
  }
}
