/// Numbers as text that reads back as the same number.
package enum ExactNumber {
  /// The shortest decimal that reads back as `value`, without a needless ".0"; empty for a number
  /// that is not finite.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The finite decimal number that `text` spells; nil for anything else.
  ///
  /// Swift's own reading also takes "nan", "inf", hexadecimal and overflows to infinity.
  static func number(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".+-eE".utf8.contains(byte)
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Seconds as milliseconds, exactly: the decimal point of the shortest spelling is moved.
  ///
  /// Multiplying by 1000 rounds, and dividing again does not always lead back.
  package static func milliseconds(ofSeconds seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    return shifted(seconds.description, by: 3)
  }

  /// Seconds from milliseconds written by `milliseconds(ofSeconds:)`; nil for anything else.
  package static func seconds(ofMilliseconds text: String) -> Double? {
    guard number(text) != nil else { return nil }
    return number(shifted(text, by: -3))
  }

  /// The decimal number times ten to the power `places`, without rounding.
  private static func shifted(_ text: String, by places: Int) -> String {
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + places
    let mantissa = parts.first.map(String.init) ?? "0"
    let isNegative = mantissa.hasPrefix("-")
    let unsigned = mantissa.drop { $0 == "-" || $0 == "+" }
    let halves = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(halves.first ?? "")
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    let plain = pointed(digits: whole + fraction, point: whole.count + exponent)
    return isNegative ? "-" + plain : plain
  }

  private static func pointed(digits: String, point: Int) -> String {
    // Beyond this many zeros an exponent is easier to read than the zeros.
    let mostZeros = 20
    guard point >= -mostZeros, point <= digits.count + mostZeros else {
      return "0.\(digits)e\(point)"
    }
    let padded =
      point <= 0
      ? String(repeating: "0", count: 1 - point) + digits
      : digits + String(repeating: "0", count: max(0, point - digits.count))
    let wholeCount = max(point, 1)
    let whole = padded.prefix(wholeCount).drop { $0 == "0" }
    let fraction = trimmedZeros(padded.dropFirst(wholeCount))
    return (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private static func trimmedZeros(_ digits: Substring) -> String {
    var result = digits
    while result.last == "0" { result = result.dropLast() }
    return String(result)
  }
}
