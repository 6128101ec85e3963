import Foundation

/// Numbers for people with a fixed number of decimals or digits, independent of the locale.
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
    guard text.contains("."), !text.contains("e") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }

  /// Returns the number with `digits` significant digits and no trailing zeros, without an exponent
  /// unless it is tiny.
  static func rounded(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    let magnitude = Int(log10(abs(value)).rounded(.down))
    let decimals = digits - 1 - magnitude
    guard decimals <= 12 else { return value.description }
    return trimmed(value, decimals: max(0, decimals))
  }
}
