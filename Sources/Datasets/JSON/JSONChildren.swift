/// The members of an object, or the elements of an array, by where they are in a valid JSON text.
///
/// A part of the text can then be changed while everything else stays as somebody wrote it.
struct JSONChildren {
  /// One member or element.
  struct Child {
    /// The bytes of its key with the quotation marks; nil in an array.
    var key: Range<Int>?
    /// The bytes of its value.
    var value: Range<Int>
  }

  /// The children in their order.
  private(set) var all: [Child] = []
  /// The index of the closing brace or bracket.
  private(set) var end = 0

  /// Finds the children of the object or array whose opening brace or bracket is at an index.
  ///
  /// Returns nil if the text ends before it is closed.
  init?(_ bytes: [UInt8], at opening: Int) {
    var (depth, index, last) = (0, opening + 1, 0)
    var start: Int?
    var key: Range<Int>?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte <= Self.space { continue }
      if depth == 0, byte == Self.colon {
        key = start.map { $0..<last }
        start = nil
        continue
      }
      if depth == 0, byte == Self.comma || byte == Self.closeBrace || byte == Self.closeBracket {
        if let start { all.append(Child(key: key, value: start..<last)) }
        (start, key) = (nil, nil)
        if byte == Self.comma { continue }
        end = index - 1
        return
      }
      if start == nil { start = index - 1 }
      if byte == Self.quote {
        while index < bytes.count, bytes[index] != Self.quote {
          index += bytes[index] == Self.backslash ? 2 : 1
        }
        index += 1
      } else if byte == Self.openBrace || byte == Self.openBracket {
        depth += 1
      } else if byte == Self.closeBrace || byte == Self.closeBracket {
        depth -= 1
      }
      last = index
    }
    return nil
  }

  /// The opening brace of an object.
  static let openBrace: UInt8 = 0x7B
  private static let space: UInt8 = 0x20
  private static let quote: UInt8 = 0x22
  private static let comma: UInt8 = 0x2C
  private static let colon: UInt8 = 0x3A
  private static let openBracket: UInt8 = 0x5B
  private static let backslash: UInt8 = 0x5C
  private static let closeBracket: UInt8 = 0x5D
  private static let closeBrace: UInt8 = 0x7D

  /// Returns the bytes of the value of a key that is written without escapes; nil if there is none.
  func value(of key: String, in bytes: [UInt8]) -> Range<Int>? {
    all.last { $0.key.map { bytes[$0].elementsEqual("\"\(key)\"".utf8) } ?? false }?.value
  }
}
