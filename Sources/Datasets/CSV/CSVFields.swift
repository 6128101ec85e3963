/// The fields of one record of RFC 4180, as ranges of its bytes.
package struct CSVFields {
  /// One field: where its content is, without the quotation marks around it.
  struct Field {
    var range: Range<Int>
    /// Whether it holds doubled quotation marks, each of which stands for one.
    var hasDoubledQuotes: Bool
  }

  /// What breaks the form, with the place of the byte.
  enum Fault: Error, Hashable {
    case quoteNotClosed(Int)
    case quoteInside(Int)
    case textAfterQuote(Int)
  }

  package static let comma = UInt8(ascii: ",")
  package static let quotationMark = UInt8(ascii: "\"")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")

  /// The mark between fields.
  var separator = comma
  /// The fields of the record that was split last.
  private(set) var fields: [Field] = []

  /// Splits the record in the range into `fields`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The record, without the line break at its end.
  ///   - allowsQuotesInside: Whether a field that does not begin with a quotation mark may hold some.
  /// - Throws: The first fault.
  mutating func split(
    _ bytes: [UInt8], _ range: Range<Int>, allowsQuotesInside: Bool
  ) throws(Fault) {
    fields.removeAll(keepingCapacity: true)
    var index = range.lowerBound
    let separator = separator
    while true {
      if index < range.upperBound, bytes[index] == Self.quotationMark {
        index = try quoted(bytes, from: index + 1, to: range.upperBound)
      } else {
        let start = index
        while index < range.upperBound, bytes[index] != separator {
          guard allowsQuotesInside || bytes[index] != Self.quotationMark else {
            throw .quoteInside(index)
          }
          index += 1
        }
        fields.append(Field(range: start..<index, hasDoubledQuotes: false))
      }
      guard index < range.upperBound else { return }
      index += 1
    }
  }

  /// Returns the content of a field as text.
  static func text(_ field: Field, in bytes: [UInt8]) -> String {
    guard field.hasDoubledQuotes else {
      return String(decoding: bytes[field.range], as: UTF8.self)
    }
    var content: [UInt8] = []
    var isSecond = false
    for byte in bytes[field.range] {
      isSecond = byte == quotationMark && !isSecond
      if byte != quotationMark || isSecond { content.append(byte) }
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Returns the text as a field, in quotation marks where it holds a comma, a quotation mark or a
  /// line break.
  ///
  /// This looks at bytes, not characters: "\r\n" is one character in Swift, and a comma followed by
  /// a combining accent is not the character ",", yet both must be quoted.
  package static func quoted(_ text: String) -> String {
    let needsMarks = text.utf8.contains {
      $0 == comma || $0 == quotationMark || $0 == lineFeed || $0 == carriageReturn
    }
    guard needsMarks else { return text }
    var bytes: [UInt8] = [quotationMark]
    for byte in text.utf8 {
      if byte == quotationMark { bytes.append(quotationMark) }
      bytes.append(byte)
    }
    bytes.append(quotationMark)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a field whose opening mark is before `start`; returns the index of its separator or the end.
  private mutating func quoted(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) throws(Fault) -> Int {
    var index = start
    var hasDoubledQuotes = false
    while index < end {
      guard bytes[index] == Self.quotationMark else {
        index += 1
        continue
      }
      if index + 1 < end, bytes[index + 1] == Self.quotationMark {
        hasDoubledQuotes = true
        index += 2
        continue
      }
      fields.append(Field(range: start..<index, hasDoubledQuotes: hasDoubledQuotes))
      guard index + 1 == end || bytes[index + 1] == separator else {
        throw .textAfterQuote(index + 1)
      }
      return index + 1
    }
    throw .quoteNotClosed(start - 1)
  }
}
