import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Decisions at exact limits, which the rounding of times must not change.
@Suite struct TimeToleranceTests {
  private static let offsets = [0.0, 1, 60, 31_624, 1_000_003.3]

  private func stroke(_ moments: [(Double, Double, Double)], later offset: Double) -> Stroke {
    Stroke(
      identifier: "1",
      samples: moments.map { TouchSample(time: $0.0 + offset, position: SIMD2($0.1, $0.2)) })
  }

  /// Expects that a value is the same wherever the clock begins.
  private func expectSame(
    _ measure: String, of moments: [(Double, Double, Double)], rate: Double,
    _ replay: EvaluationProtocol = .sample, spelling: String = "linear"
  ) throws {
    let values = try Self.offsets.map { offset in
      try scores(
        .spelled(spelling), on: [.test([stroke(moments, later: offset)], rate: rate)],
        at: Horizon(milliseconds: 20), replay)[measure]
    }
    let first = try #require(values[0])
    for (value, offset) in zip(values, Self.offsets) {
      #expect(abs((value ?? .nan) - first) <= 1e-6 * max(abs(first), 1), "\(measure), \(offset) s")
    }
  }

  /// A motion by 2 mm every 10 ms, a pause of exactly 50 ms, and on.
  private static let pause: [(Double, Double, Double)] =
    (0...10).map { (Double($0) / 100, 2 * Double($0), 0) }
    + (1...5).map { (0.1 + Double($0) / 100, 20, 0) }
    + (1...10).map { (0.15 + Double($0) / 100, 20 + 2 * Double($0), 0) }

  @Test func aPauseOfExactlyFiftyMillisecondsIsOne() throws {
    try expectSame("terminal_overshoot_mean", of: Self.pause, rate: 100)
    for offset in Self.offsets {
      let stops = Landmarks(
        track: MotionTrack(
          times: Self.pause.map { $0.0 + offset }, positions: Self.pause.map { SIMD2($0.1, $0.2) },
          longestGap: 1), millimeter: 1
      ).stops()
      #expect(stops.count == 2, "\(offset) s")
    }
  }

  /// A gap of exactly four nominal intervals has a truth.
  @Test func aGapOfExactlyTheLongestOneHasATruth() throws {
    let moments =
      (0...10).map { (Double($0) / 60, Double($0), 0.0) }
      + (14...30).map { (Double($0) / 60, Double($0), 0.0) }
    try expectSame("scored", of: moments, rate: 60)
  }

  /// Right angles, at which a reversal would begin.
  @Test func aRightAngleIsNoReversal() throws {
    let moments =
      (0...20).map { (Double($0) / 100, 3 * Double($0), 0.0) }
      + (1...20).map { (0.2 + Double($0) / 100, 60, 3 * Double($0)) }
    for offset in Self.offsets {
      let reversals = Landmarks(
        track: MotionTrack(
          times: moments.map { $0.0 + offset }, positions: moments.map { SIMD2($0.1, $0.2) },
          longestGap: 1), millimeter: 1
      ).reversals()
      #expect(reversals.isEmpty, "\(offset) s")
    }
  }

  /// A run of exactly half a second has a spectrum.
  @Test func aRunOfExactlyHalfASecondCounts() throws {
    let moments = (0...52).map { index in
      (Double(index) / 100, 2 * Double(index), index.isMultiple(of: 2) ? 0.5 : 0.0)
    }
    try expectSame("high_frequency_error", of: moments, rate: 100)
  }

  /// A contact at rest and one that moves at a right angle: steps whose sign is rounding.
  @Test func stepsOfRoundingHaveNoDirection() throws {
    let moments =
      (0...20).map { (Double($0) / 100, 0.1 * Double($0), 0.0) }
      + (1...20).map { (0.2 + Double($0) / 100, 2, 0.1 * Double($0)) }
      + (1...20).map { (0.4 + Double($0) / 100, 2, 2) }
    for spelling in ["hold", "linear", "polynomial:degree=2,window=5", "rls"] {
      try expectSame("wrong_direction_share", of: moments, rate: 100, spelling: spelling)
    }
  }

  /// The boundaries of times and speeds belong to a class, and the last refresh to a screen.
  @Test func classesHaveExactBoundaries() {
    for offset in Self.offsets {
      let (start, end) = (0.3 + offset, 0.35 + offset)
      #expect(TimeClass(end - start) == .to100, "\(offset) s")
      #expect(SpeedClass(2.5 / (end - start)) == .moderate, "\(offset) s")
    }
    #expect(RecordedHorizons.step(0.025 - 1e-12, rate: 60) == 2)
  }
}
