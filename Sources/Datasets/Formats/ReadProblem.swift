/// Something in a file that could not be read, and what to do about it.
///
/// The description is one line: `file:line: message (field 'f', value 'x'); remedy`.
public struct ReadProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as a person can open it.
  public var file: String
  /// The line, from 1; nil where the problem is with the whole file.
  public var line: Int?
  /// The column of a table, or the key in a JSON object; nil where there is none.
  public var field: String?
  /// What was found, shortened and with control characters escaped; nil where nothing helps.
  public var value: String?
  /// What is wrong.
  public var message: String
  /// What the reader of the message can do.
  public var remedy: String
  /// The number of times that the file has this problem; line and value are those of the first.
  public var count = 1
  /// The format that the file was read as, with the reason; nil if another problem of the file states it.
  public var assumption: String?

  /// Creates a problem; `value` is shortened for display by `displayed(_:)` beforehand.
  public init(
    file: String, line: Int? = nil, field: String? = nil, value: String? = nil, message: String,
    remedy: String
  ) {
    self.file = file
    self.line = line
    self.field = field
    self.value = value
    self.message = message
    self.remedy = remedy
  }

  /// The problem in one line.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let details = [
      field.map { "field '\($0)'" }, value.map { "value '\($0)'" },
      count > 1 ? "\(count) times, first here" : nil,
    ].compactMap { $0 }
    let found = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    return "\(place): \(message)\(found); \(remedy)" + (assumption.map { " (\($0))" } ?? "")
  }
}

extension ReadProblem {
  /// How many characters of a value are shown.
  static let displayedLength = 60
  /// How many bytes are shown of what is not text.
  static let binaryLength = 16

  /// Returns the bytes as text for a message: one line, at most `displayedLength` bytes of text.
  ///
  /// Control characters and bytes that are not UTF-8 are shown as `\xHH`, so that a binary file
  /// cannot disturb the terminal.
  static func displayed(
    _ bytes: some Collection<UInt8>, length: Int = displayedLength
  ) -> String {
    var shown = Array(bytes.prefix(length))
    let end = bytes.count > length ? "…" : ""
    for _ in 0..<4 {
      if let text = String(validating: shown, as: UTF8.self) { return escaped(text) + end }
      // A cut may have gone through a character of up to four bytes.
      guard !end.isEmpty, !shown.isEmpty else { break }
      shown.removeLast()
    }
    let pieces = bytes.prefix(binaryLength).map { byte in
      byte < 0x80 ? escaped(String(UnicodeScalar(byte))) : hex(byte)
    }
    return pieces.joined() + (bytes.count > binaryLength ? "…" : "")
  }

  /// Returns the text for a message; see `displayed(_:)` for bytes.
  static func displayed(_ text: String, length: Int = displayedLength) -> String {
    displayed(Array(text.utf8), length: length)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        result += hex(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}

/// The problems of one file: each once, with the number of times; the first few, and the rest as a count.
///
/// A file of garbage has a problem in every line; keeping them all would cost memory and help
/// nobody. Two problems are the same if message and field agree.
struct ProblemLog {
  /// How many problems of one file are kept in full.
  static let capacity = 20

  /// What makes two problems the same.
  private struct Kind: Hashable {
    var message: String
    var field: String?

    init(_ problem: ReadProblem) {
      message = problem.message
      field = problem.field.map(Self.withoutIndices)
    }

    /// The path of a key without the indices of lists: `files[].path` for `files[3].path`.
    private static func withoutIndices(_ field: String) -> String {
      guard field.utf8.contains(UInt8(ascii: "[")) else { return field }
      var isIndex = false
      return String(
        field.filter { character in
          if character == "]" { isIndex = false }
          defer { if character == "[" { isIndex = true } }
          return !isIndex
        })
    }
  }

  private let file: String
  private var kept: [ReadProblem] = []
  private var indices: [Kind: Int] = [:]
  private var dropped = 0
  private var closing: [ReadProblem] = []

  init(file: String) { self.file = file }

  mutating func add(
    line: Int? = nil, field: String? = nil, value: String? = nil, message: String, remedy: String
  ) {
    add(
      ReadProblem(
        file: file, line: line, field: field, value: value, message: message, remedy: remedy))
  }

  mutating func add(_ problem: ReadProblem) {
    let kind = Kind(problem)
    if let index = indices[kind] {
      kept[index].count += 1
      return
    }
    guard kept.count < Self.capacity else {
      dropped += 1
      return
    }
    indices[kind] = kept.count
    kept.append(problem)
  }

  /// Adds a problem of the whole file, which is seen last however many came before it.
  mutating func addAlways(
    line: Int? = nil, value: String? = nil, message: String, remedy: String
  ) {
    closing.append(
      ReadProblem(file: file, line: line, value: value, message: message, remedy: remedy))
  }

  /// Replaces the problem at an index that was kept.
  mutating func replace(
    at index: Int, line: Int?, value: String?, message: String, remedy: String
  ) {
    guard kept.indices.contains(index) else { return }
    kept[index] = ReadProblem(
      file: file, line: line, value: value, message: message, remedy: remedy)
  }

  var isEmpty: Bool { kept.isEmpty && closing.isEmpty }
  /// The number of problems, without those of the whole file.
  var count: Int { kept.count + dropped }

  /// The problems in order, one more that counts the rest, and those of the whole file.
  var problems: [ReadProblem] {
    guard dropped > 0 else { return kept + closing }
    let rest = ReadProblem(
      file: file, message: "\(dropped) more problems in this file are not listed",
      remedy: "correct the ones above first")
    return kept + [rest] + closing
  }
}
