import Foundation

/// The text of a file in UTF-8, piece by piece, whatever the encoding of the file.
///
/// UTF-16 with a byte-order mark is decoded, the lines that adb prints before the output of a command are
/// blanked, and lines that end with CR alone get line feeds. What is known to be no text is refused. Every
/// reader reads through this type, so that no format has an encoding of its own.
struct TextInput {
  /// A peculiarity that was read over.
  enum Peculiarity: Hashable {
    case utf16
    case adbLines
    case returnsOnly
    case doubledReturns
  }

  /// The size of the first piece, in bytes: enough to tell an encoding.
  private static let firstLength = 4096

  /// The peculiarities so far, in the order of their appearance.
  private(set) var peculiarities: [Peculiarity] = []
  /// The SHA-256 of the bytes of the file so far; nil if it was not asked for.
  var contentHash: String? { hash?.text }

  private let file: InputFile
  private var hash: ContentHash?
  private var isAtStart = true
  private var replacesReturns = false
  private var isBigEndian: Bool?
  /// The bytes of a character of UTF-16 that is not complete yet.
  private var carried: [UInt8] = []

  /// - Parameters:
  ///   - file: The file, at its start.
  ///   - hashes: Indicates whether `contentHash` is wanted at the end.
  init(_ file: InputFile, hashes: Bool = false) {
    self.file = file
    hash = hashes ? ContentHash() : nil
  }

  /// Returns the next piece of text, of about `count` bytes; empty at the end.
  ///
  /// - Throws: A problem if the file cannot be read or is no text.
  mutating func read(upTo count: Int) throws(ReadProblem) -> Data {
    if isAtStart { return try start(max(count, Self.firstLength)) }
    while true {
      let bytes = try file.read(upTo: count)
      hash?.update(bytes)
      let text = decoded(bytes)
      if !text.isEmpty || bytes.isEmpty { return text }
    }
  }

  /// Notes a peculiarity, once.
  mutating func note(_ peculiarity: Peculiarity) {
    if !peculiarities.contains(peculiarity) { peculiarities.append(peculiarity) }
  }

  private mutating func start(_ count: Int) throws(ReadProblem) -> Data {
    isAtStart = false
    var bytes = try file.read(upTo: count)
    hash?.update(bytes)
    if let problem = ForeignContent.problem(of: bytes, path: file.path) { throw problem }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isBigEndian = bytes.starts(with: [0xFE, 0xFF])
      note(.utf16)
      bytes = bytes.dropFirst(2)
    }
    let text = isBigEndian == nil ? bytes : utf16Decoded(bytes)
    if text.contains(0x0D) && !text.contains(0x0A) {
      replacesReturns = true
      note(.returnsOnly)
    }
    let lines = replacesReturns ? Self.withLineFeeds(text) : text
    return withoutADBLines(lines)
  }

  private mutating func decoded(_ bytes: Data) -> Data {
    let text = isBigEndian == nil ? bytes : utf16Decoded(bytes)
    return replacesReturns ? Self.withLineFeeds(text) : text
  }

  /// Decodes the next bytes; at the end of the file, which no bytes mean, what is left.
  private mutating func utf16Decoded(_ bytes: Data) -> Data {
    var pending = carried
    pending += bytes
    carried = []
    guard !bytes.isEmpty else {
      // Half a character is damage, which the replacement character shows.
      return pending.isEmpty ? Data() : Data("\u{FFFD}".utf8)
    }
    let isBig = isBigEndian == true
    var units: [UInt16] = []
    for index in stride(from: 0, to: pending.count - 1, by: 2) {
      let (first, second) = (UInt16(pending[index]), UInt16(pending[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    var used = units.count * 2
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    carried = Array(pending[used...])
    return Data(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func withLineFeeds(_ text: Data) -> Data {
    Data(text.map { $0 == 0x0D ? 0x0A : $0 })
  }

  /// The beginnings of the lines that adb prints when its server starts, of old and new versions.
  private static let adbLines = [
    "* daemon ", "* failed to start daemon", "adb server version (", "adb server is out of date",
    "ADB server didn't ACK", "- waiting for device",
  ].map { Array($0.utf8) }

  /// Replaces the lines of adb at the start by blanks, which no reader counts as data.
  private mutating func withoutADBLines(_ text: Data) -> Data {
    var result = Array(text)
    var line = result.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let end = result[line...].firstIndex(of: 0x0A) {
      let content = result[line..<end]
      let isADB = Self.adbLines.contains { content.starts(with: $0) }
      guard isADB || content.allSatisfy({ $0 == 0x0D || $0 == 0x20 }) else { break }
      if isADB {
        note(.adbLines)
        for index in line..<end { result[index] = 0x20 }
      }
      line = end + 1
    }
    return peculiarities.contains(.adbLines) ? Data(result) : text
  }
}

extension TextInput {
  /// The peculiarities as warnings: nothing was lost.
  var warnings: [ReadProblem] {
    peculiarities.map { peculiarity in
      let (message, remedy) = Self.words(peculiarity)
      return ReadProblem(file: file.path, message: message, remedy: remedy)
    }
  }

  private static func words(_ peculiarity: Peculiarity) -> (message: String, remedy: String) {
    switch peculiarity {
    case .utf16:
      (
        "the file is in UTF-16 and was decoded",
        "to have it in UTF-8, convert it with iconv -f utf-16 -t utf-8, or write it with Out-File -Encoding utf8"
      )
    case .adbLines:
      (
        "the lines that adb printed when its server started were skipped",
        "run adb start-server before recording to have none"
      )
    case .returnsOnly:
      (
        "the lines end with CR alone and were read as lines",
        "to have line feeds, convert it with tr '\\r' '\\n'"
      )
    case .doubledReturns:
      (
        "the lines end with CR CR LF and were read as lines",
        "to have none, record with adb exec-out instead of adb shell"
      )
    }
  }
}
