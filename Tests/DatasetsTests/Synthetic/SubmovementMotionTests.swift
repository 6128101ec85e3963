import MotionNumerics
import Testing

@testable import Datasets

/// Aimed movements as sums of minimum-jerk submovements.
@Suite struct SubmovementMotionTests {
  /// Sums of a few products of numbers below 200.
  private static let rounding = 1e-12 * 200
  /// A central difference over 10⁻⁴ s errs by about jerk · 10⁻⁹, far below this share of the peak.
  private static let derivativeTolerance = 1e-5

  private static let reach = Submovement(
    start: 0.1, movementTime: 0.4, displacement: SIMD2(30, 40))
  private static let correction = Submovement(
    start: 0.4, movementTime: 0.2, displacement: SIMD2(-3, 5))

  @Test func oneOfThemIsAReach() {
    let motion = SubmovementMotion(submovements: [Self.reach], dwell: 0.2)
    let closed = ReachMotion(displacement: SIMD2(30, 40), movementTime: 0.4, dwell: 0.2)
    for step in 0...70 {
      let time = Double(step) / 100
      #expect(motion.position(at: time).distance(to: closed.position(at: time - 0.1)) == 0)
    }
    #expect(abs(motion.duration - 0.7) < Self.rounding)
  }

  /// The peak speed of one is 1.875 A/D, halfway.
  @Test func thePeakSpeedIsThatOfMinimumJerk() {
    let step = 1e-4
    let before = Self.reach.displacement(at: 0.3 - step)
    let speed = Self.reach.displacement(at: 0.3 + step).distance(to: before) / (2 * step)
    #expect(abs(speed - 1.875 * 50 / 0.4) < speed * Self.derivativeTolerance)
  }

  @Test func positionsAreTheSumAndEndAtTheSumOfTheWays() {
    let motion = SubmovementMotion(submovements: [Self.reach, Self.correction], dwell: 0)
    for time in [-1, 0.05, 0.2, 0.45, 0.55, 0.7] {
      let sum = Self.reach.displacement(at: time) + Self.correction.displacement(at: time)
      #expect(motion.position(at: time).distance(to: sum) < Self.rounding)
    }
    #expect(motion.position(at: 5) == SIMD2(27, 45))
    #expect(motion.position(at: 0) == .zero && abs(motion.duration - 0.6) < Self.rounding)
  }

  /// As documented: one primary that covers about 90 to 105 %, corrections that overlap, an end at
  /// the target unless three corrections were not enough.
  @Test func whatIsDrawnKeepsItsRanges() {
    var corrected = 0
    for seed in 0..<500 as Range<UInt64> {
      var random = Xoshiro256StarStar(seed: seed)
      let motion = SubmovementMotion.drawn(size: 1, pace: 1, using: &random)
      let parts = motion.submovements
      #expect((1...4).contains(parts.count), "seed \(seed)")
      #expect((0.15...0.6).contains(parts[0].movementTime), "seed \(seed)")
      #expect((27...105).contains(parts[0].displacement.x), "seed \(seed)")
      for (last, next) in zip(parts, parts.dropFirst()) {
        #expect((0.05...0.15).contains(last.end - next.start + 1e-12), "seed \(seed)")
        #expect((0.1...0.25).contains(next.movementTime), "seed \(seed)")
      }
      if parts.count > 1 { corrected += 1 }
    }
    // Both kinds occur: a primary alone meets the target sometimes, and often does not.
    #expect((50...450).contains(corrected))
  }
}
