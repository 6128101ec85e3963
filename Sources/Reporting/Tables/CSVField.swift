/// Fields of RFC 4180.
package enum CSVField {
  /// The field, in quotation marks where it holds a comma, a quotation mark or a line break.
  ///
  /// It looks at bytes, not characters: "\r\n" is one character in Swift, and a comma followed by
  /// a combining accent is not the character ",", yet both must be quoted.
  package static func quoted(_ text: String) -> String {
    let special: Set<UInt8> = [comma, quotationMark, lineFeed, carriageReturn]
    guard text.utf8.contains(where: special.contains) else { return text }
    var bytes: [UInt8] = [quotationMark]
    for byte in text.utf8 {
      if byte == quotationMark { bytes.append(quotationMark) }
      bytes.append(byte)
    }
    bytes.append(quotationMark)
    return String(decoding: bytes, as: UTF8.self)
  }

  static let comma = UInt8(ascii: ",")
  static let quotationMark = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
