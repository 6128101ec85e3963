import Testing
import TouchInput

@testable import Evaluation

/// Skill, normalized errors, latency reduction and the further statistics of the error.
@Suite struct RelativeScoreTests {
  /// Sums of a hundred terms.
  private static let tolerance = 1e-9

  /// A contact at 100 mm/s, and a predictor that is late by 10 ms of each 50.
  private static let steady = FormulaMotion { SIMD2(100 * $0, 0) }
  private static let horizon = Horizon(milliseconds: 50)

  private static func found(
    _ subject: EvaluationSubject, horizon: Horizon = horizon
  ) throws -> NamedValues {
    let stroke = Stroke.sampled(rate: 100, count: 101, steady.position)
    return try scores(subject, on: [.test([stroke], rate: 100)], at: horizon)
  }

  private static let late = EvaluationSubject.formula { sample, ahead in
    steady.position(sample.time + 0.8 * ahead)
  }

  private func expect(
    _ found: NamedValues, _ expected: [String: Double?], _ comment: Comment? = nil
  ) {
    for (name, value) in expected {
      #expect(agree(found[name], value, absolute: Self.tolerance), "\(name): \(found[name] ?? -1)")
    }
  }

  @Test func aPredictionLateByAFifth() throws {
    // 1 mm late of 5 mm; the path over the last 2 steps, two horizons being planned, is 2 mm.
    expect(
      try Self.found(Self.late),
      [
        "skill": 0.8, "speed_normalised_error": 0.2,
        "scale_invariant_error": 1 / (2 + 0.001 * 25.4 / 160), "latency_reduction_ms": 40,
        "latency_reduction_share": 0.8,
      ])
  }

  @Test func holdHasNoSkillAndMakesUpForNothing() throws {
    expect(
      try Self.found(.spelled("hold")),
      [
        "skill": 0, "speed_normalised_error": 1, "latency_reduction_ms": 0,
        "latency_reduction_share": 0,
      ])
  }

  @Test func worseThanHoldIsBelowZero() throws {
    let backwards = EvaluationSubject.formula { sample, ahead in
      Self.steady.position(sample.time - ahead)
    }
    expect(try Self.found(backwards), ["skill": -1, "latency_reduction_share": -1])
  }

  @Test func withoutHorizonOrMotionThereIsNothingToCompareWith() throws {
    let now = try Self.found(.spelled("hold"), horizon: Horizon(milliseconds: 0))
    expect(
      now,
      [
        "skill": nil, "speed_normalised_error": nil, "latency_reduction_ms": 0,
        "latency_reduction_share": nil,
      ])
    let still = try scores(
      .spelled("hold"), on: [.test([.places(Array(repeating: 1, count: 20))])], at: .frames(2))
    expect(
      still,
      [
        "skill": nil, "speed_normalised_error": nil, "scale_invariant_error": 0,
        "latency_reduction_ms": nil, "latency_reduction_share": nil,
      ])
  }

  @Test func statisticsByHand() {
    // In order 2, 4, 4, 10: the mean is 5, p90 at rank 2.7.
    let moments = [4.0, 10, 2, 4].map { HandMadeStroke.Moment(predicted: SIMD2(0, $0)) }
    let values = ErrorStatisticsScore.values(of: [HandMadeStroke(moments: moments).scored])
    #expect(agree(values, [8.2, 2, 3, 136]), "\(values)")
    #expect(ErrorStatisticsScore.values(of: []) == [nil, nil, nil, nil])
  }
}
