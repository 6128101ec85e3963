import Testing

@testable import MotionPrediction

/// The usual size of lengths of which some are absurd.
@Suite struct UsualLengthTests {
  @Test func isTheDiscountedMean() {
    var usual = UsualLength(memory: 0.5)
    #expect(usual.add(4) == 4)
    // (0.5·4 + 1) / (0.5 + 1), then (0.5·3 + 0) / (0.5·1.5 + 1).
    #expect(usual.add(1) == 2)
    #expect(usual.add(0) == 1.5 / 1.75)
  }

  @Test func whatIsAbsurdIsForgottenAfterSixteenLengths() {
    var usual = UsualLength(memory: 0.98)
    _ = usual.add(1e15)
    for _ in 0..<15 { #expect(usual.add(1) > 1e13) }
    // Exact zeros say nothing about the size.
    #expect(usual.add(0) > 1e13)
    #expect(usual.add(1) == 1)
  }

  @Test func sumsBeyondTheRangeOfNumbersAreForgottenToo() {
    var usual = UsualLength(memory: 0.98)
    for _ in 0..<4 { _ = usual.add(1e308) }
    for _ in 0..<15 { _ = usual.add(2) }
    #expect(usual.add(2) == 2)
  }

  @Test func aSmallerMotionIsFollowedAsByAnyMean() {
    var usual = UsualLength(memory: 0.98)
    for _ in 0..<100 { _ = usual.add(100) }
    var found = 0.0
    for _ in 0..<50 { found = usual.add(1) }
    #expect(found > 20 && found < 60)
  }
}
