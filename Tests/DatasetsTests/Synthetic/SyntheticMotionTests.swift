import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import Datasets

/// The laws that the closed forms obey.
@Suite struct SyntheticMotionTests {
  /// A central difference over 10⁻⁴ s errs by about jerk · 10⁻⁹, far below this share of the speed.
  private static let derivativeTolerance = 1e-5
  private static let step = 1e-4

  private func velocity(_ motion: some SyntheticMotion, _ time: Double) -> SIMD2<Double> {
    (motion.position(at: time + Self.step) - motion.position(at: time - Self.step))
      / (2 * Self.step)
  }

  private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  @Test func aLineHasConstantVelocity() {
    let line = LineMotion(velocity: SIMD2(3, -4), duration: 1)
    #expect(line.position(at: 0) == .zero && line.position(at: 2) == SIMD2(6, -8))
  }

  @Test func accelerationIsConstant() {
    let motion = AccelerationMotion(
      velocity: SIMD2(1, 2), acceleration: SIMD2(-3, 4), duration: 1)
    #expect(motion.position(at: 2) == SIMD2(2.0 - 6.0, 4.0 + 8.0))
  }

  @Test(arguments: [0, 0.1, 0.33, 0.9])
  func aCircleKeepsItsRadiusAndSpeed(time: Double) {
    let circle = CircleMotion(radius: 20, angularVelocity: -5, duration: 1)
    #expect(abs(length(circle.position(at: time)) - 20) < 1e-12 * 20)
    #expect(abs(length(velocity(circle, time)) - 100) < 100 * Self.derivativeTolerance)
  }

  /// v = K κ^(−1/3) with K = ω (ab)^(1/3); the curvature is that of the shape at the point.
  @Test(arguments: [0, 0.07, 0.125, 0.3, 0.61])
  func anEllipseFollowsTheTwoThirdsPowerLaw(time: Double) {
    let ellipse = EllipseMotion(semiAxes: SIMD2(30, 12), angularFrequency: 6, duration: 1)
    let point = ellipse.position(at: time)
    // Curvature of x²/a² + y²/b² = 1 at a point, from its implicit equation.
    let (a, b) = (30.0, 12.0)
    let normal = point.x * point.x / (a * a * a * a) + point.y * point.y / (b * b * b * b)
    let curvature = 1 / (a * a * b * b * normal * normal.squareRoot())
    let expected = 6 * cbrt(a * b) * pow(curvature, -1.0 / 3)
    let speed = length(velocity(ellipse, time))
    #expect(abs(speed - expected) < expected * Self.derivativeTolerance)
  }

  @Test func aReachPeaksAtHalfTimeAndRestsAtBothEnds() {
    let reach = ReachMotion(displacement: SIMD2(48, 64), movementTime: 0.5, dwell: 0.25)
    let peak = length(velocity(reach, 0.25))
    #expect(abs(peak - 1.875 * 80 / 0.5) < peak * Self.derivativeTolerance)
    #expect(length(velocity(reach, 0.2)) < peak && length(velocity(reach, 0.3)) < peak)
    #expect(reach.position(at: -1) == .zero)
    #expect(reach.position(at: 0.5) == SIMD2(48, 64))
    #expect(reach.position(at: 0.75) == SIMD2(48, 64) && reach.duration == 0.75)
  }

  /// The fifth-order course is the one whose jerk squared integrates to 720 A² / D⁵.
  @Test func theCourseHasTheLeastJerk() {
    let count = 2000
    let width = 1 / Double(count)
    let jerks = (0..<count).map { index -> Double in
      let middle = (Double(index) + 0.5) * width
      // The third derivative of 10τ³ − 15τ⁴ + 6τ⁵, by differences of the course itself.
      let h = 1e-3
      let (low, high) = (max(middle - 2 * h, 0), min(middle + 2 * h, 1))
      let center = (low + high) / 2
      let s = [-1.5, -0.5, 0.5, 1.5].map { MinimumJerkProfile.share(at: center + $0 * h) }
      return (s[3] - 3 * s[2] + 3 * s[1] - s[0]) / (h * h * h)
    }
    let integral = jerks.reduce(0) { $0 + $1 * $1 * width }
    // The differences are off by the change of jerk over a thousandth at the ends.
    #expect(abs(integral - 720) < 720 * 0.01)
  }

  @Test func aCornerHasOneSpeedAndTurnsOnce() {
    let corner = CornerMotion(speed: 100, legTime: 0.5, turn: .pi / 2)
    #expect(corner.position(at: 0.5) == SIMD2(50, 0))
    let end = corner.position(at: 1)
    #expect(abs(end.x - 50) < 1e-12 * 50 && abs(end.y - 50) < 1e-12 * 50)
    for time in [0.1, 0.4, 0.6, 0.9] {
      #expect(abs(length(velocity(corner, time)) - 100) < 100 * Self.derivativeTolerance)
    }
  }

  @Test func aReversalComesBack() {
    let motion = ReversalMotion(velocity: SIMD2(100, 0), turnTime: 0.5, duration: 1)
    #expect(motion.position(at: 0.5) == SIMD2(50, 0))
    #expect(motion.position(at: 0.25) == motion.position(at: 0.75))
    #expect(motion.position(at: 1) == .zero)
  }

  @Test func stopAndGoRestsInItsPauses() {
    let motion = StopAndGoMotion(
      displacement: SIMD2(20, 0), movementTime: 0.25, pause: 0.25, moves: 3)
    #expect(motion.duration == 1.5)
    #expect([0.25, 0.3, 0.5].allSatisfy { motion.position(at: $0) == SIMD2(20, 0) })
    #expect(motion.position(at: 0.625) == SIMD2(30, 0))
    #expect([1.25, 1.5, 9].allSatisfy { motion.position(at: $0) == SIMD2(60, 0) })
    #expect(motion.position(at: -1) == .zero)
  }

  @Test func everyTaskIsContinuousForEveryone() {
    for (number, task) in SyntheticTask.allCases.enumerated() {
      var random = Xoshiro256StarStar(seed: UInt64(number))
      let motion = task.motion.drawn(size: 1.1, pace: 0.9, using: &random)
      #expect((0.3...4).contains(motion.duration), "\(task)")
      var last = motion.position(at: 0)
      for index in 1...1000 {
        let next = motion.position(at: motion.duration * Double(index) / 1000)
        // Nobody moves faster than 2 m/s here, so a step is bounded.
        #expect(length(next - last) <= 2000 * motion.duration / 1000, "\(task)")
        last = next
      }
    }
  }
}
