import Foundation
import MotionNumerics

/// An ellipse by the two-thirds power law: p(t) = (a cos ωt, b sin ωt).
///
/// The law says that speed falls with curvature κ as v = K κ^(−1/3). On an ellipse that is exactly
/// this harmonic motion, with K = ω (ab)^(1/3): v = ω √(a² sin² + b² cos²) and
/// κ = ab / (a² sin² + b² cos²)^(3/2).
///
/// Source: Lacquaniti, Terzuolo and Viviani, "The law relating the kinematic and figural aspects of
/// drawing movements", Acta Psychologica 54, 1983.
public struct EllipseMotion: SyntheticMotion {
  /// The semi-axes along x and y, in millimeters.
  public var semiAxes: SIMD2<Double>
  /// In radians of the parameter a second; negative turns the other way.
  public var angularFrequency: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes an ellipse about the origin.
  public init(semiAxes: SIMD2<Double>, angularFrequency: Double, duration: Double) {
    self.semiAxes = semiAxes
    self.angularFrequency = angularFrequency
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    let angle = angularFrequency * time
    return semiAxes * SIMD2(cos(angle), sin(angle))
  }

  /// A full turn of about 56 mm by 22 mm at about one turn a second, either way round.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> EllipseMotion {
    let turns = pace * random.next(in: 0.8, 1.2)
    let semiAxes = SIMD2(28 * size, 11 * size * random.next(in: 0.7, 1.3))
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return EllipseMotion(
      semiAxes: semiAxes, angularFrequency: direction * 2 * .pi * turns, duration: 1 / turns)
  }
}
