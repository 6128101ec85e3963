/// Decimal numbers as text: strict, exact and independent of the locale.
package enum DecimalNumber {
  /// Returns the decimal number that fills the range; nil for anything else.
  ///
  /// The form is a sign or none, digits with at most one point and at least one digit, and an
  /// exponent or none; spaces and tabs around it are allowed. What is not a finite number (text,
  /// "nan", "inf", an overflow, hexadecimal) is nil. The result is the nearest double.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The part of it.
  ///   - exponent: The power of ten by which the number is multiplied, exactly.
  ///   - point: The decimal point.
  /// - Returns: The number.
  static func value(
    _ bytes: [UInt8], _ range: Range<Int>, exponent: Int = 0, point: UInt8 = 0x2E
  ) -> Double? {
    let range = trimmed(bytes, range)
    guard var parts = parts(bytes, range, point) else { return nil }
    parts.exponent += exponent
    // With a significand below 2^53 and a power of ten that is exact, one rounding remains
    // (Clinger 1990), so the result is the nearest double without the slow way.
    if parts.digits <= 15, abs(parts.exponent) < exactPowersOfTen.count {
      let significand = Double(parts.significand)
      let power = exactPowersOfTen[abs(parts.exponent)]
      let magnitude = parts.exponent < 0 ? significand / power : significand * power
      return parts.isNegative ? -magnitude : magnitude
    }
    var text = String(decoding: bytes[range], as: UTF8.self)
    if point != 0x2E { text = text.replacing(String(Unicode.Scalar(point)), with: ".") }
    if exponent != 0 { text = shifted(text, by: exponent) }
    guard let exact = Double(text), exact.isFinite else { return nil }
    return exact
  }

  /// Returns the finite decimal number that `text` spells, without spaces; nil for anything else.
  package static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return trimmed(bytes, bytes.indices) == bytes.indices ? value(bytes, bytes.indices) : nil
  }

  /// Returns the decimal number that is the whole text; nil for anything else.
  static func value(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return value(bytes, bytes.indices)
  }

  /// Returns the range without spaces and tabs at its ends.
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

  private static func parts(
    _ bytes: [UInt8], _ range: Range<Int>, _ point: UInt8
  ) -> Parts? {
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
      let digit = byte &- 0x30
      if digit < 10 {
        hasDigit = true
        if parts.digits > 0 || digit > 0 { parts.digits += 1 }
        if parts.digits <= 15 { parts.significand = parts.significand &* 10 &+ UInt64(digit) }
        if isFraction { parts.exponent -= 1 }
      } else if byte == point, !isFraction {
        isFraction = true
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

// MARK: - Numbers as text

extension DecimalNumber {
  /// Returns the shortest decimal that reads back as `value`, without a needless ".0"; empty for a
  /// number that is not finite.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns `text`, with −0 as 0.
  package static func shortest(_ value: Double) -> String { text(value == 0 ? 0 : value) }

  /// Returns seconds as milliseconds, exactly: the decimal point of the shortest spelling is moved.
  ///
  /// Multiplying by 1000 rounds, and dividing again does not always lead back.
  package static func milliseconds(ofSeconds seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    return shifted(seconds.description, by: 3)
  }

  /// Returns the seconds of milliseconds written by `milliseconds(ofSeconds:)`; nil for anything else.
  package static func seconds(ofMilliseconds text: String) -> Double? {
    guard number(text) != nil else { return nil }
    return number(shifted(text, by: -3))
  }

  /// Returns the decimal number times ten to the power `places`, without rounding.
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
