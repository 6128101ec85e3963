import Foundation

/// Numbers for people, by significant digits.
enum RoundedNumber {
  /// The number with so many significant digits and no zeros at the end, without exponent where it is of usual size.
  static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    let magnitude = Int(log10(abs(value)).rounded(.down))
    let decimals = digits - 1 - magnitude
    guard decimals <= 12 else { return value.description }
    return HorizonText.trimmed(value, decimals: max(0, decimals))
  }
}
