import MotionNumerics
import Testing

@Suite struct HolmCorrectionTests {
  /// Products of numbers that binary cannot write: a rounding or two.
  private static let rounding = 1e-15

  private static func expect(_ values: [Double?], give expected: [Double?]) {
    let found = HolmCorrection.corrected(values)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      guard let found, let expected else {
        #expect(found == expected)
        continue
      }
      #expect(abs(found - expected) <= rounding, "\(found) for \(expected)")
    }
  }

  /// The example of most textbooks: 4 · 0.005, 3 · 0.01, 2 · 0.03, and the last not below it.
  @Test func theTextbookExample() {
    Self.expect([0.01, 0.04, 0.03, 0.005], give: [0.03, 0.06, 0.06, 0.02])
  }

  @Test func oneTestStaysAsItIs() { Self.expect([0.2], give: [0.2]) }

  @Test func nothingIsAboveOneAndTiesStayTies() {
    Self.expect([0.6, 0.5, 0.9], give: [1, 1, 1])
    Self.expect([0.01, 0.01], give: [0.02, 0.02])
  }

  @Test func aTestWithoutPIsNoTest() {
    Self.expect([nil, 0.02, nil, 0.5], give: [nil, 0.04, nil, 0.5])
  }

  @Test func noneGivesNone() { #expect(HolmCorrection.corrected([]).isEmpty) }
}
