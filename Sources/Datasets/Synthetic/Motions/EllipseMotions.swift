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
package struct EllipseMotion: SyntheticMotion {
  /// The semi-axes along x and y, in millimeters.
  var semiAxes: SIMD2<Double>
  /// In radians of the parameter a second; negative turns the other way.
  var angularFrequency: Double
  /// How long contact lasts, in seconds.
  package var duration: Double

  /// Creates a motion about the origin.
  package init(semiAxes: SIMD2<Double>, angularFrequency: Double, duration: Double) {
    self.semiAxes = semiAxes
    self.angularFrequency = angularFrequency
    self.duration = duration
  }

  /// Returns the exact position, in millimeters.
  package func position(at time: Double) -> SIMD2<Double> {
    let angle = angularFrequency * time
    return semiAxes * SIMD2(cos(angle), sin(angle))
  }

  /// Returns a full turn of about 56 mm by 22 mm at about one turn a second, either way round.
  package static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> EllipseMotion {
    let turns = pace * random.next(in: 0.8, 1.2)
    let semiAxes = SIMD2(28 * size, 11 * size * random.next(in: 0.7, 1.3))
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return EllipseMotion(
      semiAxes: semiAxes, angularFrequency: direction * 2 * .pi * turns, duration: 1 / turns)
  }
}

/// A circle at constant speed: p(t) = r (cos ωt, sin ωt).
struct CircleMotion: SyntheticMotion {
  /// In millimeters.
  var radius: Double
  /// In radians a second; negative turns the other way.
  var angularVelocity: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    let angle = angularVelocity * time
    return radius * SIMD2(cos(angle), sin(angle))
  }

  /// Returns a full turn with a radius of about 18 mm at about one turn a second, either way round.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> CircleMotion {
    let turns = pace * random.next(in: 0.8, 1.2)
    let radius = 18 * size * random.next(in: 0.8, 1.2)
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return CircleMotion(
      radius: radius, angularVelocity: direction * 2 * .pi * turns, duration: 1 / turns)
  }
}

/// An ellipse by a power law of any exponent; `EllipseMotion` is the closed form for 1/3.
struct PowerLawEllipseMotion: SyntheticMotion {
  /// The curve and the law.
  var course: PowerLawCourse
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the position, in millimeters, within the tolerance of `PowerLawCourse`.
  func position(at time: Double) -> SIMD2<Double> { course.position(at: time) }

  /// One and a half turns of about 56 mm by 22 mm at about a turn a second, either way round, with
  /// β from 0.25 to 0.40.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> PowerLawEllipseMotion {
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    let semiAxes = SIMD2(28 * size, direction * 11 * size * random.next(in: 0.7, 1.3))
    let period = 1 / (pace * random.next(in: 0.8, 1.2))
    let course = PowerLawCourse(
      curve: .ellipse(semiAxes: semiAxes), exponent: random.next(in: 0.25, 0.4),
      curvatureOffset: 0, period: period)
    return PowerLawEllipseMotion(course: course, duration: 1.5 * period)
  }
}
