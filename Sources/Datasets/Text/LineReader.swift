/// The lines of a file, streamed, with a count of those read and rejected.
///
/// Lines end with LF, CR LF or CR CR LF; a byte order mark at the start of the file is skipped. Memory is
/// bounded by the length of a line. While no line has been accepted as data, the reader gives up
/// after `rejectionLimit` rejected lines or `byteLimit` bytes: a file of garbage costs a fraction
/// of a second whatever its size.
struct LineReader {
  /// The greatest length of a line, in bytes.
  static let lengthLimit = 64 * 1024
  /// So many rejected lines, with no good one, are enough.
  static let rejectionLimit = 1000
  /// So many bytes, with no good line, are enough.
  static let byteLimit = 16 * 1024 * 1024

  /// One line: where it lies in `bytes`, without its end.
  struct Line {
    var number: Int
    var range: Range<Int>
    /// Whether it is longer than `lengthLimit`; then `range` is its beginning.
    var isTooLong: Bool
  }

  /// What the current line's range refers to; valid until the next call of `next`.
  private(set) var bytes: [UInt8] = []
  /// The lines that were accepted.
  private(set) var accepted = 0
  /// The lines that were rejected.
  private(set) var rejected = 0
  /// Whether reading ended early because nothing was good.
  private(set) var gaveUp = false

  private var text: TextInput
  private let chunkSize: Int
  private var position = 0
  private var consumed = 0
  private var number = 0
  private var isAtEnd = false
  private var isSkipping = false
  private var hasData = false

  /// - Parameters:
  ///   - file: The file, at its start.
  ///   - chunkSize: How many bytes are read at once.
  ///   - hashes: Whether `contentHash` is wanted at the end.
  init(_ file: InputFile, chunkSize: Int = 64 * 1024, hashes: Bool = false) {
    text = TextInput(file, hashes: hashes)
    self.chunkSize = chunkSize
  }

  /// The SHA-256 of all bytes that were read; nil where it was not asked for.
  var contentHash: String? { text.contentHash }

  /// What was read over in the text as a whole; nothing was lost.
  var warnings: [ReadProblem] { text.warnings }

  /// Counts the current line as understood; `isData` where it held a sample.
  mutating func accept(isData: Bool) {
    accepted += 1
    hasData = hasData || isData
  }

  /// Counts the current line as left out.
  mutating func reject() { rejected += 1 }

  /// Returns the next line; nil at the end, or when the reader gives up.
  mutating func next() throws(ReadProblem) -> Line? {
    if isSkipping { try skipRestOfLine() }
    if !hasData && (rejected >= Self.rejectionLimit || consumed > Self.byteLimit) {
      gaveUp = !isAtEnd || position < bytes.count
      if gaveUp { return nil }
    }
    var searched = position
    while true {
      if let end = lineFeed(from: searched) {
        return line(upTo: end, next: end + 1, isTooLong: end - position > Self.lengthLimit)
      }
      if bytes.count - position > Self.lengthLimit {
        isSkipping = true
        return line(
          upTo: position + Self.lengthLimit, next: position + Self.lengthLimit, isTooLong: true)
      }
      if isAtEnd {
        guard position < bytes.count else { return nil }
        return line(upTo: bytes.count, next: bytes.count, isTooLong: false)
      }
      let unread = bytes.count - position
      try refill()
      searched = position + unread
    }
  }

  private mutating func line(upTo end: Int, next: Int, isTooLong: Bool) -> Line {
    var range = position..<min(end, position + Self.lengthLimit)
    if !isTooLong, let last = range.last, bytes[last] == 0x0D {
      range = range.lowerBound..<last
      if let doubled = range.last, bytes[doubled] == 0x0D {
        range = range.lowerBound..<doubled
        text.note(.doubledReturns)
      }
    }
    position = next
    number += 1
    return Line(number: number, range: range, isTooLong: isTooLong)
  }

  private mutating func skipRestOfLine() throws(ReadProblem) {
    while true {
      if let end = lineFeed(from: position) {
        position = end + 1
        break
      }
      position = bytes.count
      if isAtEnd || (!hasData && consumed > Self.byteLimit) { break }
      try refill()
    }
    isSkipping = false
  }

  private func lineFeed(from start: Int) -> Int? {
    var index = start
    let count = bytes.count
    while index < count {
      if bytes[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }

  private mutating func refill() throws(ReadProblem) {
    let chunk = try text.read(upTo: chunkSize)
    bytes.removeSubrange(..<position)
    position = 0
    let isFirst = consumed == 0
    consumed += chunk.count
    isAtEnd = chunk.isEmpty
    bytes.append(contentsOf: chunk)
    if isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }
}
