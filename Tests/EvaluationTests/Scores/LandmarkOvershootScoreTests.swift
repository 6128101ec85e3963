import Foundation
import Testing
import TouchInput

@testable import Evaluation

/// Overshoot at stops and reversals on motions whose answer is known.
///
/// The contact runs at 100 mm/s, sampled at 100 Hz, so that `linear` at 50 ms runs 5 mm too far
/// wherever the contact stops or turns.
@Suite struct LandmarkOvershootScoreTests {
  private static let horizon = Horizon(milliseconds: 50)
  /// Times and places are sums of hundredths.
  private static let tolerance = 1e-9

  /// A motion along a direction whose place at each hundredth of a second is given.
  private func stroke(
    degrees: Double = 0, count: Int, _ place: (Double) -> Double
  ) -> Stroke {
    let direction = SIMD2(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return .sampled(rate: 100, count: count) { place($0) * direction + SIMD2(7, -3) }
  }

  private func values(
    _ spelling: String, _ stroke: Stroke, _ change: (inout EvaluationProtocol) -> Void = { _ in },
    scale: LengthScale = LengthScale(unit: .millimeter)
  ) throws -> NamedValues {
    try scores(
      .spelled(spelling), on: [.test([stroke], scale: scale, rate: 100)], at: Self.horizon,
      .sample(change))
  }

  @Test(arguments: [0.0, 37, 90, 200])
  func aLineThatStops(degrees: Double) throws {
    let stopping = stroke(degrees: degrees, count: 151) { 100 * min($0, 1) }
    let linear = try values("linear", stopping)
    #expect(agree(linear["terminal_overshoot_mean"], 5, absolute: Self.tolerance))
    #expect(agree(linear["terminal_overshoot_p95"], 5, absolute: Self.tolerance))
    #expect(try values("hold", stopping)["terminal_overshoot_mean"] == 0)
    #expect(try values("linear", stopping)["reversal_overshoot_mean"] == nil)
  }

  /// What is predicted for after the lift has no truth, and yet is past the end.
  @Test func aLineThatIsLifted() throws {
    let lifted = stroke(count: 101) { 100 * $0 }
    for tail in EvaluationProtocol.Tail.allCases {
      let linear = try values("linear", lifted) { $0.tail = tail }
      #expect(agree(linear["terminal_overshoot_mean"], 5, absolute: Self.tolerance))
      #expect(try values("hold", lifted) { $0.tail = tail }["terminal_overshoot_mean"] == 0)
    }
  }

  @Test func eachStopCountsOnce() throws {
    // Stops at 0.5 s and for good at 1.5 s, coming in at 100 and then at 50 mm/s.
    let twice = stroke(count: 201) { time in
      time < 1 ? 100 * min(time, 0.5) : 50 + 50 * min(time - 1, 0.5)
    }
    let linear = try values("linear", twice)
    #expect(agree(linear["terminal_overshoot_mean"], 3.75, absolute: Self.tolerance))
    #expect(agree(linear["terminal_overshoot_p95"], 4.875, absolute: Self.tolerance))
  }

  @Test func runningOnAfterAShortPauseIsNoOvershoot() throws {
    // A pause of 60 ms, and on in the same direction while the 200 ms around it still count.
    let pausing = stroke(count: 201) { time in 100 * (min(time, 0.5) + max(0, time - 0.56)) }
    let perfect = FormulaMotion { time in
      SIMD2(100 * (min(time, 0.5) + max(0, time - 0.56)), 0) + SIMD2(7, -3)
    }
    let found = try scores(
      perfect.subject, on: [.test([pausing], rate: 100)], at: Self.horizon)
    #expect(agree(found["error_max"], 0, absolute: Self.tolerance))
    let strokes = try scoredStrokes(
      perfect.subject, on: [.test([pausing], rate: 100)], at: Self.horizon)
    let stops = try #require(strokes.first?.stroke.stops)
    #expect(agree(stops.map(\.time), [0.5, 2], absolute: Self.tolerance))
    // The lift at 2 s: the formula runs on for 50 ms, 5 mm; the pause: none.
    #expect(agree(found["terminal_overshoot_mean"], 2.5, absolute: Self.tolerance))
  }

  @Test func whatDoesNotMoveHasNoStops() throws {
    let resting = stroke(count: 101) { _ in 4 }
    let creeping = stroke(count: 101) { 0.9 * $0 }
    for still in [resting, creeping] {
      let linear = try values("linear", still)
      #expect(linear["terminal_overshoot_mean"] == nil)
      #expect(linear["reversal_overshoot_mean"] == nil)
    }
  }

  @Test func withoutAScaleThereAreNoLandmarks() throws {
    let stopping = stroke(count: 151) { 100 * min($0, 1) }
    let linear = try values("linear", stopping, scale: LengthScale(unit: .pixel))
    #expect(linear["terminal_overshoot_mean"] == nil)
    #expect(linear["reversal_overshoot_p95"] == nil)
  }

  /// A corner that turns by the given angle: straight on past it is 5 mm from both of its legs.
  private func corner(turningBy degrees: Double, rate: Double = 100) -> Stroke {
    let out = SIMD2(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return .sampled(rate: rate, count: Int(2 * rate) + 1) { time in
      let (before, after) = (min(time, 1), max(time - 1, 0))
      return SIMD2(100 * before, 0) + 100 * after * out
    }
  }

  @Test(arguments: [180.0, 150, -135, 100])
  func aTurnBackIsRunPastByTheHorizon(degrees: Double) throws {
    let turning = corner(turningBy: degrees)
    let linear = try values("linear", turning)
    #expect(agree(linear["reversal_overshoot_mean"], 5, absolute: Self.tolerance))
    #expect(agree(linear["reversal_overshoot_p95"], 5, absolute: Self.tolerance))
  }

  /// The path measures places and not times: being late is no overshoot.
  @Test(arguments: [180.0, 150, -135, 100])
  func holdNeverLeavesThePathAtATurn(degrees: Double) throws {
    let hold = try values("hold", corner(turningBy: degrees))
    #expect(agree(hold["reversal_overshoot_mean"], 0, absolute: Self.tolerance))
  }

  @Test(arguments: [0.0, 45, 89])
  func aTurnByLessThanARightAngleIsNoReversal(degrees: Double) throws {
    let linear = try values("linear", corner(turningBy: degrees))
    #expect(linear["reversal_overshoot_mean"] == nil)
  }

  /// The truth lies on the path, so that no distance from it is greater than the error.
  @Test func noDistanceFromThePathExceedsTheError() throws {
    // 200 ms are 12.8 samples: the first and last targets that count lie between samples.
    let turning = corner(turningBy: 180, rate: 64)
    let horizon = Horizon(milliseconds: 43)
    let truth = FormulaMotion { time in SIMD2(100 * (1 - abs(time - 1)), 0) }
    let near = EvaluationSubject.formula { sample, ahead in
      truth.position(sample.time + ahead) + SIMD2(0, 0.001)
    }
    let found = try scores(near, on: [.test([turning], rate: 64)], at: horizon)
    let overshoot = try #require(found["reversal_overshoot_mean"])
    let error = try #require(found["error_max"])
    #expect(overshoot <= error + Self.tolerance, "\(overshoot) mm of \(error) mm")
  }
}
