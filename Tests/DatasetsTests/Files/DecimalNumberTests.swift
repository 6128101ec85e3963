import MotionNumerics
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
      #expect(value(NumberText.shortest(exact)) == exact, "seed \(seed)")
      let digits = String(random.next() % 1_000_000_000_000_000_000)
      let point = random.nextInt(below: digits.count)
      let text =
        "\(digits.prefix(point)).\(digits.dropFirst(point))e\(random.nextInt(below: 40) - 20)"
      #expect(value(text) == Double(text), "seed \(seed): \(text)")
    }
  }

  @Test func shortestTextHasNoNeedlessPoint() {
    #expect(
      [1, -0.0, 0.1, 1e-7, -2.5].map(NumberText.shortest) == ["1", "0", "0.1", "1e-07", "-2.5"])
  }
}
