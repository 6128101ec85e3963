import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Decisions at exact limits, which the rounding of times must not change.
@Suite struct TimeToleranceTests {
  private static let offsets: [Double] = [0, 1, 60, 31_624, 1_000_003.3]

  /// A motion in equal steps of time.
  private struct Motion {
    var times: [Double] = []
    var positions: [SIMD2<Double>] = []
    let rate: Double

    /// Moves on by a step for some samples, after a number of steps of time.
    mutating func move(by step: SIMD2<Double>, count: Int, after steps: Int = 1) {
      for number in 0..<count {
        if !times.isEmpty { ticks += number == 0 ? steps : 1 }
        times.append(Double(ticks) / rate)
        positions.append((positions.last ?? .zero) + step)
      }
    }

    private var ticks = 0

    init(rate: Double) { self.rate = rate }

    /// The stroke with a constant added to its times.
    func recording(later offset: Double) -> Recording {
      let samples = zip(times, positions).map { time, position in
        TouchSample(time: time + offset, position: position)
      }
      return .test([Stroke(identifier: "1", samples: samples)], rate: rate)
    }

    /// What stops and reversals are found on.
    func landmarks(later offset: Double) -> Landmarks {
      let track = MotionTrack(
        times: times.map { $0 + offset }, positions: positions, longestGap: 1)
      return Landmarks(track: track, millimeter: 1)
    }
  }

  /// Expects that a value is the same wherever the clock begins.
  private func expectSame(
    _ measure: String, of motion: Motion, spelling: String = "linear"
  ) throws {
    let values = try Self.offsets.map { offset in
      try scores(
        .spelled(spelling), on: [motion.recording(later: offset)], at: Horizon(milliseconds: 20)
      )[measure]
    }
    let first = try #require(values[0])
    for (value, offset) in zip(values, Self.offsets) {
      let difference = abs((value ?? .nan) - first)
      let isSame = difference <= 1e-6 * max(abs(first), 1)
      #expect(isSame, "\(measure), \(spelling), \(offset) s later")
    }
  }

  @Test func aPauseOfExactlyFiftyMillisecondsIsOne() throws {
    var motion = Motion(rate: 100)
    motion.move(by: SIMD2(2, 0), count: 11)
    motion.move(by: .zero, count: 5)
    motion.move(by: SIMD2(2, 0), count: 10)
    try expectSame("terminal_overshoot_mean", of: motion)
    for offset in Self.offsets {
      #expect(motion.landmarks(later: offset).stops().count == 2, "\(offset) s later")
    }
  }

  /// A gap of exactly four nominal intervals has a truth.
  @Test func aGapOfExactlyTheLongestOneHasATruth() throws {
    var motion = Motion(rate: 60)
    motion.move(by: SIMD2(1, 0), count: 11)
    motion.move(by: SIMD2(1, 0), count: 17, after: 4)
    try expectSame("scored", of: motion)
  }

  /// Right angles, at which a reversal would begin.
  @Test func aRightAngleIsNoReversal() {
    var motion = Motion(rate: 100)
    motion.move(by: SIMD2(3, 0), count: 21)
    motion.move(by: SIMD2(0, 3), count: 20)
    for offset in Self.offsets {
      #expect(motion.landmarks(later: offset).reversals().isEmpty, "\(offset) s later")
    }
  }

  /// A run of exactly half a second has a spectrum.
  @Test func aRunOfExactlyHalfASecondCounts() throws {
    var motion = Motion(rate: 100)
    for _ in 0..<26 {
      motion.move(by: SIMD2(2, 0.5), count: 1)
      motion.move(by: SIMD2(2, -0.5), count: 1)
    }
    motion.move(by: SIMD2(2, 0.5), count: 1)
    try expectSame("high_frequency_error", of: motion)
  }

  /// A contact at rest and one that moves at a right angle: steps whose sign is rounding.
  @Test(arguments: ["hold", "linear", "polynomial:degree=2,window=5", "rls"])
  func stepsOfRoundingHaveNoDirection(spelling: String) throws {
    var motion = Motion(rate: 100)
    motion.move(by: SIMD2(0.1, 0), count: 21)
    motion.move(by: SIMD2(0, 0.1), count: 20)
    motion.move(by: .zero, count: 20)
    try expectSame("wrong_direction_share", of: motion, spelling: spelling)
  }

  /// The lower boundaries of times and speeds belong to a class.
  @Test func classesHaveExactBoundaries() {
    for offset in Self.offsets {
      let duration: Double = (0.35 + offset) - (0.3 + offset)
      #expect(TimeClass(duration) == .to100, "\(offset) s later")
      #expect(SpeedClass(2.5 / duration) == .moderate, "\(offset) s later")
    }
    #expect(RecordedHorizons.step(0.025 - 1e-12, rate: 60) == 2)
  }
}
