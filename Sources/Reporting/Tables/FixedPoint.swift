import Foundation

/// Numbers for people with a fixed number of decimals or significant digits, independent of the locale.
package enum FixedPoint {
  /// Returns the number rounded half away from zero; a very large one in its shortest form.
  package static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(decimals, 0) { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return value.description }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// Returns the number with at most `decimals` decimals and no trailing zeros.
  static func trimmed(_ value: Double, decimals: Int) -> String {
    let text = text(value, decimals: decimals)
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: ".")), !bytes.contains(UInt8(ascii: "e")) else { return text }
    let kept = bytes.reversed().drop { $0 == UInt8(ascii: "0") }.drop { $0 == UInt8(ascii: ".") }
    return String(text[..<bytes.index(bytes.startIndex, offsetBy: kept.count)])
  }

  /// Returns the number with at least `digits` significant digits, as lengths and times are shown.
  ///
  /// Digits before the point are never rounded: "0.00160", "12.3", "1234". Numbers below 1e-4 and
  /// from 1e7 on have an exponent: "1.20e-05". Zero is "0".
  package static func significant(_ value: Double, digits: Int = 3) -> String {
    number(value, digits: digits, text)
  }

  /// Returns the same number without trailing zeros after the point.
  static func rounded(_ value: Double, digits: Int) -> String {
    number(value, digits: digits, trimmed)
  }

  private static func number(
    _ value: Double, digits: Int, _ write: (_ value: Double, _ decimals: Int) -> String
  ) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    guard abs(value) >= 1e-300 else { return value.description }
    let power = power(of: value, digits: digits)
    guard power < -4 || power >= 7 else { return write(value, max(0, digits - 1 - power)) }
    let exponent = String(abs(power))
    let mantissa = write(value / pow(10, Double(power)), digits - 1)
    return mantissa + (power < 0 ? "e-" : "e+") + (exponent.count < 2 ? "0" : "") + exponent
  }

  /// Returns the power of ten of the first digit after rounding.
  private static func power(of value: Double, digits: Int) -> Int {
    let power = Int(log10(abs(value)).rounded(.down))
    let decimals = digits - 1 - power
    let scale = pow(10, Double(abs(decimals)))
    let rounded = (decimals < 0 ? abs(value) / scale : abs(value) * scale).rounded()
    return rounded >= pow(10, Double(digits)) ? power + 1 : power
  }
}
