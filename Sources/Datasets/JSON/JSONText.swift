/// Pieces of JSON (RFC 8259), as text that is the same on every system.
///
/// Foundation's encoder is not used for output that must be byte-identical: its order of keys and its
/// spaces differ between versions.
package enum JSONText {
  /// Returns the string in quotation marks; what must be escaped, and what a terminal obeys, is escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case let control where VisibleText.isHidden(control):
        let digits = String(control.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns the number so that it reads back the same, with −0 as 0; null where it is not finite.
  package static func number(_ value: Double) -> String {
    value.isFinite ? DecimalNumber.shortest(value) : "null"
  }

  /// Returns an array of values that are JSON already.
  package static func array(_ values: [String], separator: String = ",") -> String {
    "[\(values.joined(separator: separator))]"
  }

  /// Returns an object of values that are JSON already.
  package static func object(
    _ members: [(key: String, value: String)], separator: String = ","
  ) -> String {
    "{\(members.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: separator))}"
  }
}
