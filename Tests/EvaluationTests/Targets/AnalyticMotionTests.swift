import Foundation
import Testing
import TouchInput

@testable import Evaluation

/// Predictors that know position and velocity exactly and keep the velocity, or the acceleration too,
/// on motions for which their error is known in closed form: metrics reference, section 5.
@Suite struct AnalyticMotionTests {
  private func constantVelocity(
    _ velocity: @escaping @Sendable (Double) -> SIMD2<Double>
  ) -> EvaluationSubject {
    .formula("constant-velocity") { sample, ahead in
      sample.position + ahead * velocity(sample.time)
    }
  }

  // MARK: - A circle

  /// Sines of angles that are sums of frames.
  private static let circleTolerance = 1e-9
  private static let radius = 30.0

  /// Turned by the angle within the horizon: what the error is, in radii.
  static let turns: [(angle: Double, error: Double)] = [
    (0.1, 0.00500), (0.2, 0.01998), (0.5, 0.12413), (1, 0.48626),
  ]

  private func circle(_ angle: Double) throws -> ScoredStroke {
    // Two frames ahead, so that every target is a sample.
    let turnRate = angle * 30
    let stroke = Stroke.sampled(count: 200) { time in
      Self.radius * SIMD2(cos(turnRate * time), sin(turnRate * time))
    }
    let subject = constantVelocity { time in
      Self.radius * turnRate * SIMD2(-sin(turnRate * time), cos(turnRate * time))
    }
    return try #require(
      scoredStrokes(subject, on: [.test([stroke])], at: .frames(2)).first)
  }

  @Test(arguments: turns)
  func theErrorOnACircle(angle: Double, error: Double) throws {
    let values = ErrorScore.values(of: [try circle(angle)])
    let square = 2 + angle * angle - 2 * cos(angle) - 2 * angle * sin(angle)
    let expected = Self.radius * square.squareRoot()
    // The table is printed to five decimals.
    #expect(abs(expected / Self.radius - error) <= 0.5e-5)
    for measure in 0..<6 {
      #expect(agree(values[measure], expected, absolute: Self.circleTolerance))
    }
  }

  @Test(arguments: turns)
  func onACircleItLagsAndRunsOutwards(angle: Double, error: Double) throws {
    var stroke = try circle(angle)
    // At the last sample the direction is one-sided; up to there it is the tangent.
    let inner = stroke.targets.indices.filter { stroke.targets[$0].time < 199.0 / 60 - 1e-6 }
    stroke = stroke.cut(to: inner.count)
    let values = ErrorScore.values(of: [stroke])
    let along = Self.radius * (angle * cos(angle) - sin(angle))
    let across = Self.radius * (1 - cos(angle) - angle * sin(angle))
    #expect(along < 0)
    #expect(agree(values[6], along, absolute: Self.circleTolerance))
    // The square root of a difference of squares.
    #expect(agree(values[7], 0, absolute: 1e-6))
    #expect(agree(values[8], abs(across), absolute: Self.circleTolerance))
  }

  @Test(arguments: turns)
  func theArcIsLongerThanItsChord(angle: Double, error: Double) throws {
    let values = RadialOvershootScore.values(of: [try circle(angle)])
    let overshoot = Self.radius * (angle - 2 * sin(angle / 2))
    #expect(agree(values[0], overshoot, absolute: Self.circleTolerance))
    #expect(values[3] == 0)
  }

  // MARK: - A minimum-jerk reach

  private static let amplitude = 100.0
  /// So short that the slow end is no pause of 50 ms: the only stop is the end of the stroke.
  private static let duration = 0.5
  private static let rate = 4000.0
  /// In per cent of the amplitude: the table is printed to 0.001, and a mean over 2001 samples is
  /// not quite the integral.
  private static let reachTolerance = 0.005

  /// For a horizon in durations: peak overshoot, greatest and mean error, in per cent.
  struct Reach {
    let horizon: Double
    let overshoot: Double
    let greatest: Double
    let mean: Double
    /// With the acceleration known too.
    let accelerated: (overshoot: Double, greatest: Double)
  }

  static let reaches = [
    Reach(
      horizon: 0.02, overshoot: 0.028, greatest: 0.115, mean: 0.075,
      accelerated: (0.000, 0.008)),
    Reach(
      horizon: 0.05, overshoot: 0.372, greatest: 0.720, mean: 0.467,
      accelerated: (0.000, 0.116)),
    Reach(
      horizon: 0.10, overshoot: 2.244, greatest: 2.858, mean: 1.845,
      accelerated: (0.000, 0.856)),
    Reach(
      horizon: 0.15, overshoot: 5.810, greatest: 6.353, mean: 4.072,
      accelerated: (0.000, 2.661)),
    Reach(
      horizon: 0.20, overshoot: 10.776, greatest: 11.102, mean: 7.058,
      accelerated: (0.072, 5.792)),
  ]

  /// The overshoot of control theory, beyond the end of the reach, is our overshoot at stops; the
  /// errors are those over the whole reach, the contact staying where it was lifted.
  @Test(arguments: reaches)
  func aReachAtConstantVelocity(_ reach: Reach) throws {
    let subject = constantVelocity { SIMD2(Self.velocity(at: $0), 0) }
    try expect(
      subject, reach,
      [
        ("terminal_overshoot_mean", reach.overshoot), ("terminal_overshoot_p95", reach.overshoot),
        ("error_max", reach.greatest), ("error_mean", reach.mean),
      ])
  }

  @Test(arguments: reaches)
  func aReachAtConstantAcceleration(_ reach: Reach) throws {
    let subject = EvaluationSubject.formula("constant-acceleration") { sample, ahead in
      let time = sample.time
      let change = Self.velocity(at: time) + ahead / 2 * Self.acceleration(at: time)
      return sample.position + SIMD2(ahead * change, 0)
    }
    try expect(
      subject, reach,
      [
        ("terminal_overshoot_mean", reach.accelerated.overshoot),
        ("terminal_overshoot_p95", reach.accelerated.overshoot),
        ("error_max", reach.accelerated.greatest),
      ])
  }

  private func expect(
    _ subject: EvaluationSubject, _ reach: Reach, _ table: [(measure: String, value: Double)]
  ) throws {
    let found = try scores(
      ofOnly: table.map(\.measure) + ["scored"], subject,
      on: [.test([Self.reach], rate: Self.rate)],
      at: Horizon(milliseconds: 1000 * reach.horizon * Self.duration),
      .sample { $0.tail = .clamp })
    for (measure, expected) in table {
      let value = found[measure].map { 100 * $0 / Self.amplitude }
      #expect(
        agree(value, expected, absolute: Self.reachTolerance),
        "\(measure) at \(reach.horizon): \(String(describing: value))")
    }
    #expect(found["scored"] == 2001)
  }

  private static let reach = Stroke.sampled(rate: rate, count: 2001) { time in
    let share = time / duration
    return SIMD2(amplitude * share * share * share * (10 + share * (-15 + 6 * share)), 0)
  }

  private static func velocity(at time: Double) -> Double {
    let share = time / duration
    return amplitude / duration * 30 * share * share * (1 - share) * (1 - share)
  }

  private static func acceleration(at time: Double) -> Double {
    let share = time / duration
    return amplitude / (duration * duration) * 60 * share * (1 - share) * (1 - 2 * share)
  }
}

extension ScoredStroke {
  /// The same with its first targets alone.
  fileprivate func cut(to count: Int) -> ScoredStroke {
    let slot = TargetSlot(
      targets: Array(targets.prefix(count)), steadyStretches: [],
      anchors: Array(anchors.prefix(count)))
    return ScoredStroke(
      slot: slot, stroke: stroke, predictions: Array(predictions.prefix(count)),
      abstained: (0..<count).map(hasAbstained))
  }
}
