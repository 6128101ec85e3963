/// Numbers from the bytes of a text file: strict, exact and free of locale.
enum DecimalNumber {
  /// The value of the decimal number that fills the range; nil for anything else.
  ///
  /// The form is a sign or none, digits with at most one point and at least one digit, and an
  /// exponent or none; spaces and tabs around it are allowed. What is not a finite number (text,
  /// "nan", "inf", an overflow, hexadecimal) is nil. The result is the nearest double.
  static func value(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
    let range = trimmed(bytes, range)
    guard let parts = parts(bytes, range) else { return nil }
    // With a significand below 2^53 and a power of ten that is exact, one rounding remains
    // (Clinger 1990), so the result is the nearest double without the slow way.
    if parts.digits <= 15, abs(parts.exponent) < exactPowersOfTen.count {
      let significand = Double(parts.significand)
      let power = exactPowersOfTen[abs(parts.exponent)]
      let magnitude = parts.exponent < 0 ? significand / power : significand * power
      return parts.isNegative ? -magnitude : magnitude
    }
    guard let exact = Double(String(decoding: bytes[range], as: UTF8.self)), exact.isFinite else {
      return nil
    }
    return exact
  }

  /// The value of the decimal number that is the whole text; nil for anything else.
  static func value(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return value(bytes, bytes.indices)
  }

  /// The range without spaces and tabs at its ends.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, isBlank(bytes[lower]) { lower += 1 }
    while lower < upper, isBlank(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private struct Parts {
    var isNegative = false
    var significand: UInt64 = 0
    /// The digits from the first that is not zero.
    var digits = 0
    var exponent = 0
  }

  /// The greatest power of ten that a double holds exactly is 10^22.
  private static let exactPowersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Beyond this an exponent is only ever zero or an overflow; it bounds the arithmetic.
  private static let exponentLimit = 100_000

  private static func parts(_ bytes: [UInt8], _ range: Range<Int>) -> Parts? {
    var parts = Parts()
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == 0x2D || bytes[index] == 0x2B {
      parts.isNegative = bytes[index] == 0x2D
      index += 1
    }
    var hasDigit = false
    var isFraction = false
    while index < end {
      let byte = bytes[index]
      if byte == 0x2E, !isFraction {
        isFraction = true
      } else if byte >= 0x30, byte <= 0x39 {
        hasDigit = true
        if parts.digits > 0 || byte != 0x30 { parts.digits += 1 }
        if parts.digits <= 15 { parts.significand = parts.significand * 10 + UInt64(byte - 0x30) }
        if isFraction { parts.exponent -= 1 }
      } else {
        break
      }
      index += 1
    }
    guard hasDigit else { return nil }
    if index < end {
      guard let exponent = exponent(bytes, index..<end) else { return nil }
      parts.exponent += exponent
    }
    return parts
  }

  private static func exponent(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    guard bytes[index] == 0x65 || bytes[index] == 0x45 else { return nil }
    index += 1
    var isNegative = false
    if index < range.upperBound, bytes[index] == 0x2D || bytes[index] == 0x2B {
      isNegative = bytes[index] == 0x2D
      index += 1
    }
    guard index < range.upperBound else { return nil }
    var value = 0
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = min(value * 10 + Int(byte - 0x30), exponentLimit)
      index += 1
    }
    return isNegative ? -value : value
  }
}

/// Numbers as text that reads back as the same double.
package enum NumberText {
  /// The shortest decimal that reads back exactly, without a trailing ".0"; -0 is written as 0.
  package static func shortest(_ value: Double) -> String {
    let text = (value == 0 ? 0 : value).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
