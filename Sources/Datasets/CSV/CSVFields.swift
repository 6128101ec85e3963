/// One line of RFC 4180 taken apart.
///
/// A quoted field may not run over the end of its line: so one stray quotation mark costs one line
/// and not the rest of the file.
struct CSVFields {
  /// One field: where its content lies, without the quotation marks around it.
  struct Field {
    var range: Range<Int>
    /// Whether it holds doubled quotation marks, each of which stands for one.
    var hasDoubledQuotes: Bool
  }

  /// Why a line is not a row.
  enum Fault: Error {
    case quoteNotClosed
    case textAfterQuote
  }

  /// The fields of the line that was split last.
  private(set) var fields: [Field] = []

  /// Takes the bytes of the range apart, into `fields`.
  mutating func split(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) {
    fields.removeAll(keepingCapacity: true)
    var index = range.lowerBound
    while true {
      if index < range.upperBound, bytes[index] == Self.quote {
        index = try quoted(bytes, from: index + 1, to: range.upperBound)
      } else {
        let start = index
        while index < range.upperBound, bytes[index] != Self.comma { index += 1 }
        fields.append(Field(range: start..<index, hasDoubledQuotes: false))
      }
      guard index < range.upperBound else { return }
      index += 1
    }
  }

  /// The content of a field as text.
  static func text(_ field: Field, in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes[field.range], as: UTF8.self)
    return field.hasDoubledQuotes ? text.replacing("\"\"", with: "\"") : text
  }

  /// The text as a field, in quotation marks where it must be.
  static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == comma || $0 == quote || $0 == 0x0A || $0 == 0x0D })
    else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  private static let quote: UInt8 = 0x22
  private static let comma: UInt8 = 0x2C

  /// Reads a field whose opening mark is before `start`; returns where its comma or the end is.
  private mutating func quoted(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) throws(Fault) -> Int {
    var index = start
    var hasDoubledQuotes = false
    while index < end {
      guard bytes[index] == Self.quote else {
        index += 1
        continue
      }
      if index + 1 < end, bytes[index + 1] == Self.quote {
        hasDoubledQuotes = true
        index += 2
        continue
      }
      fields.append(Field(range: start..<index, hasDoubledQuotes: hasDoubledQuotes))
      guard index + 1 == end || bytes[index + 1] == Self.comma else { throw .textAfterQuote }
      return index + 1
    }
    throw .quoteNotClosed
  }
}
