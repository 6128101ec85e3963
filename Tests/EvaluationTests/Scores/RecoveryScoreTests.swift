import Testing
import TouchInput

@testable import Evaluation

/// What happens to a prediction that has run past a stop.
///
/// The contact runs at 100 mm/s for 1 s, sampled at 100 Hz, so that `linear` at 50 ms runs 5 mm too
/// far as it arrives.
@Suite struct RecoveryScoreTests {
  /// Times and places are sums of hundredths.
  private static let tolerance = 1e-9
  private static let horizon = Horizon(milliseconds: 50)
  private static let stopping = Stroke.sampled(rate: 100, count: 151) {
    SIMD2(100 * min($0, 1), 0)
  }

  private func values(
    _ subject: EvaluationSubject, _ stroke: Stroke = stopping,
    scale: LengthScale = LengthScale(unit: .millimeter)
  ) throws -> NamedValues {
    try scores(subject, on: [.test([stroke], scale: scale, rate: 100)], at: Self.horizon)
  }

  /// A prediction that is past the stop by so much at a moment after it.
  private static func past(_ excess: @escaping @Sendable (Double) -> Double) -> EvaluationSubject {
    .formula { sample, ahead in
      let time = sample.time + ahead
      return SIMD2(100 * min(time, 1) + (time < 1 - 1e-6 ? 0 : excess(time - 1)), 0)
    }
  }

  @Test func theOvershootBesideTheExtent() throws {
    let linear = try values(.spelled("linear"))
    #expect(agree(linear["terminal_overshoot_relative_mean"], 0.05, absolute: Self.tolerance))
    #expect(agree(linear["terminal_overshoot_relative_p95"], 0.05, absolute: Self.tolerance))
    let hold = try values(.spelled("hold"))
    #expect(hold["terminal_overshoot_relative_mean"] == 0)
  }

  @Test func theTimeFromThePeakUntilNear() throws {
    // 4 mm at the stop, 1 mm less each 10 ms: 0.4 is reached after 36 ms, seen at the target at 40.
    let springing = try values(Self.past { 4 - 100 * $0 > 0 ? 4 - 100 * $0 : 0 })
    #expect(agree(springing["recovery_ms"], 40, absolute: Self.tolerance))
    #expect(agree(springing["recovery_p95_ms"], 40, absolute: Self.tolerance))
  }

  @Test func thePeakMayComeLater() throws {
    // Rising to 3 mm at 30 ms, gone at 60 ms.
    let late = try values(Self.past { $0 < 0.055 ? 3 - abs($0 - 0.03) * 100 : 0 })
    #expect(agree(late["recovery_ms"], 30, absolute: Self.tolerance))
  }

  @Test func aPredictionThatStaysAwayIsGivenUp() throws {
    // The last target within 200 ms of the stop at 1 s is that at 1.2 s.
    let staying = try values(Self.past { _ in 2 })
    #expect(agree(staying["recovery_ms"], 200, absolute: Self.tolerance))
  }

  @Test func anOvershootTooSmallToSeeNeedsNoRecovery() throws {
    #expect(try values(Self.past { _ in 0.4 })["recovery_ms"] == 0)
    #expect(try values(.spelled("hold"))["recovery_ms"] == 0)
  }

  @Test func withoutScaleOrStopThereIsNothing() throws {
    let unknown = try values(.spelled("linear"), scale: LengthScale(unit: .device))
    let still = try values(.spelled("linear"), .places(Array(repeating: 3, count: 30)))
    for found in [unknown, still] {
      for name in ["recovery_ms", "recovery_p95_ms", "terminal_overshoot_relative_mean"] {
        #expect(found[name] == nil)
      }
    }
  }
}
