import Foundation
import MotionNumerics
import Testing

@testable import Datasets

/// Spiral, Lissajous figure, figure of eight, slip and sine, against their defining equations.
@Suite struct SyntheticShapeTests {
  /// Some ten operations on numbers below 100.
  private static let rounding = 1e-12 * 100
  /// A central difference over 10⁻⁴ s, as a share of the speed.
  private static let derivativeTolerance = 1e-5

  private func speed(_ motion: some SyntheticMotion, _ time: Double) -> Double {
    motion.position(at: time + 1e-4).distance(to: motion.position(at: time - 1e-4)) / 2e-4
  }

  @Test(arguments: [0.0, 0.2, 1.1])
  func aSpiralGrowsEvenlyWithItsAngle(time: Double) {
    let spiral = SpiralMotion(startRadius: 3, growth: 10, angularVelocity: -7, duration: 2)
    #expect(abs(spiral.position(at: time).length - (3 + 10 * time)) < Self.rounding)
    let expected = SIMD2(10, 7 * (3 + 10 * time)).length
    #expect(abs(speed(spiral, time) - expected) < expected * Self.derivativeTolerance)
  }

  @Test func aLissajousFigureSwingsItsNumberOfTimes() {
    let figure = LissajousMotion(
      amplitudes: SIMD2(30, 20), swings: SIMD2(3, 2), phase: 0.4, angularFrequency: 2 * .pi,
      duration: 1)
    #expect(figure.position(at: 0).distance(to: figure.position(at: 1)) < Self.rounding)
    let points = (0..<1200).map { figure.position(at: (Double($0) + 0.5) / 1200) }
    func crossings(_ values: [Double]) -> Int {
      zip(values, values.dropFirst() + [values[0]]).count { ($0 < 0) != ($1 < 0) }
    }
    #expect(crossings(points.map(\.x)) == 6 && crossings(points.map(\.y)) == 4)
    #expect(abs((points.map(\.x).max() ?? 0) - 30) < 0.01)
  }

  /// (x² + y²)² = A² (x² − y²), and the speed is A ω / √(1 + sin² u).
  @Test(arguments: [0.0, 0.13, 0.4, 0.9])
  func aFigureOfEightIsBernoullisLemniscate(time: Double) {
    let figure = FigureEightMotion(reach: 30, angularFrequency: 5, duration: 1)
    let point = figure.position(at: time)
    let left = point.squaredLength * point.squaredLength
    #expect(abs(left - 900 * (point.x * point.x - point.y * point.y)) < Self.rounding * 900 * 30)
    let expected = 150 / (1 + sin(5 * time) * sin(5 * time)).squareRoot()
    #expect(abs(speed(figure, time) - expected) < expected * Self.derivativeTolerance)
  }

  @Test func aSlipIsAStepWithOrWithoutARise() {
    let rise = SlipMotion(displacement: SIMD2(6, 0), start: 0.3, slipTime: 0.02, duration: 0.7)
    #expect(rise.position(at: 0.3) == .zero && rise.position(at: 0.4) == SIMD2(6, 0))
    #expect(abs(rise.position(at: 0.31).x - 3) < Self.rounding)
    let step = SlipMotion(displacement: SIMD2(6, 0), start: 0.3, slipTime: 0, duration: 0.7)
    #expect(step.position(at: 0.3) == .zero && step.position(at: 0.3.nextUp) == SIMD2(6, 0))
  }

  @Test func aSineTurnsBackAtItsAmplitude() {
    let sine = SineMotion(amplitude: SIMD2(25, 0), angularFrequency: .pi, duration: 2)
    #expect(abs(sine.position(at: 0.5).x - 25) < Self.rounding)
    #expect(abs(sine.position(at: 1.5).x + 25) < Self.rounding)
    #expect(abs(speed(sine, 1) - 25 * .pi) < 25 * .pi * Self.derivativeTolerance)
  }
}
