import MotionNumerics
import TestSupport
import Testing

@testable import Datasets

@Suite struct DecimalNumberTests {
  private func value(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber.value(bytes, bytes.indices)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("+1.5", 1.5), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-2", 0.01),
    (" 7\t", 7), ("0000000000000000000000001", 1), ("1396861885739", 1_396_861_885_739),
    ("0.1", 0.1), ("123456789012345678", 123_456_789_012_345_680), ("1e-400", 0),
    ("2.2250738585072014e-308", 2.2250738585072014e-308),
    ("9007199254740993", 9_007_199_254_740_992),
    ("0.000000000000000000000000000000000000001e39", 1),
  ])
  func numbers(text: String, expected: Double) {
    #expect(value(text) == expected)
  }

  @Test(arguments: [
    "", " ", ".", "-", "+-1", "1.2.3", "1e", "1e+", "e5", "nan", "inf", "0x1", "1_000", "1 2",
    "1,5",
    "1e400", "-1e309", "١",
  ])
  func everythingElseIsNone(text: String) {
    #expect(value(text) == nil)
  }

  /// Any double's shortest text and its longer decimals read back as the standard library reads them.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func agreesWithTheStandardLibrary(seed: UInt64) {
    var random = Xoshiro256StarStar(seed: seed)
    for _ in 0..<5000 {
      let exact = Double(bitPattern: random.next())
      guard exact.isFinite else { continue }
      #expect(value(exact.description) == exact, "seed \(seed)")
      #expect(value(DecimalNumber.shortest(exact)) == exact, "seed \(seed)")
      let digits = String(random.next() % 1_000_000_000_000_000_000)
      let point = random.nextInt(below: digits.count)
      let text =
        "\(digits.prefix(point)).\(digits.dropFirst(point))e\(random.nextInt(below: 40) - 20)"
      #expect(value(text) == Double(text), "seed \(seed): \(text)")
    }
  }

  @Test func shortestTextHasNoNeedlessPoint() {
    #expect(
      [1, -0.0, 0.1, 1e-7, -2.5].map(DecimalNumber.shortest) == ["1", "0", "0.1", "1e-07", "-2.5"])
  }

  @Test(arguments: [1, 2] as [UInt64])
  func millisecondsKeepEverySecondExactly(seed: UInt64) {
    var random = Xoshiro256StarStar(seed: seed)
    let scales = [1e-30, 1e-6, 0.05, 1, 1e6, 1e40]
    for _ in 0..<5000 {
      let seconds = (random.nextUnit() - 0.5) * scales[random.nextInt(below: scales.count)]
      let text = DecimalNumber.milliseconds(ofSeconds: seconds)
      #expect(
        DecimalNumber.seconds(ofMilliseconds: text) == seconds,
        "\(seconds) as \(text), seed \(seed)")
    }
  }

  @Test(arguments: [
    (0.0, "0"), (0.0167, "16.7"), (1, "1000"), (0.1, "100"), (-0.0125, "-12.5"),
    (12345.678, "12345678"),
    (5e-5, "0.05"), (1e-7, "0.0001"),
  ])
  func millisecondsArePlainDecimals(seconds: Double, text: String) {
    #expect(DecimalNumber.milliseconds(ofSeconds: seconds) == text)
  }

  @Test(arguments: ["nan", "inf", "0x1p3", "1e999", "", " 1", "1,5", "--1"])
  func refusesWhatIsNoFiniteDecimal(text: String) {
    #expect(DecimalNumber.number(text) == nil)
  }
}
