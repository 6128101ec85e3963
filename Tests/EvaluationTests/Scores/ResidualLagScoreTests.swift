import Testing
import TouchInput

@testable import Evaluation

@Suite struct ResidualLagScoreTests {
  /// In milliseconds; times and places are rounded.
  private static let tolerance = 1e-9

  private static let line = FormulaMotion { time in SIMD2(30 - 80 * time, 60 * time) }

  private func lag(_ subject: EvaluationSubject, at horizon: Horizon) throws -> Double? {
    let stroke = Stroke.sampled(count: 120, Self.line.position)
    // From the second sample on, when a line is known.
    let replay = EvaluationProtocol.sample { $0.history = 2 }
    return try scores(subject, on: [.test([stroke])], at: horizon, replay)["residual_lag_ms"]
  }

  @Test(arguments: [-20.0, 0, 16, 25, 100])
  func onALineHoldIsLateByTheHorizon(milliseconds: Double) throws {
    let horizon = Horizon(milliseconds: milliseconds)
    let found = try lag(.spelled("hold"), at: horizon)
    #expect(agree(found, milliseconds, absolute: Self.tolerance))
    let linear = try lag(.spelled("polynomial:degree=1,window=4"), at: horizon)
    #expect(agree(linear, 0, absolute: Self.tolerance))
  }

  @Test(arguments: [12.0, -7])
  func aDelayIsFoundAndBeingEarlyIsBelowZero(delay: Double) throws {
    let late = EvaluationSubject.formula { sample, ahead in
      Self.line.position(sample.time + ahead - delay / 1000)
    }
    #expect(agree(try lag(late, at: .frames(3)), delay, absolute: Self.tolerance))
  }

  @Test func errorsAcrossTheMotionAreNoLag() throws {
    let beside = EvaluationSubject.formula { sample, ahead in
      Self.line.position(sample.time + ahead) + SIMD2(6, 8)
    }
    #expect(agree(try lag(beside, at: .frames(3)), 0, absolute: Self.tolerance))
  }

  @Test func byHand() {
    // −(−2·4 + 1·2 + 0) / (16 + 4) = 0.3 s.
    let stroke = HandMadeStroke(moments: [
      .init(predicted: SIMD2(-2, 9), velocity: SIMD2(4, 0)),
      .init(predicted: SIMD2(9, 1), velocity: SIMD2(0, 2)), .init(predicted: SIMD2(5, 5)),
      .init(truth: nil, predicted: SIMD2(5, 5), velocity: SIMD2(9, 9)),
    ])
    #expect(agree(ResidualLagScore.values(of: [stroke.scored]), [300]))
  }

  @Test func atRestThereIsNoLag() {
    let resting = HandMadeStroke(moments: [.init(predicted: SIMD2(1, 1))])
    #expect(ResidualLagScore.values(of: [resting.scored]) == [nil])
  }
}
