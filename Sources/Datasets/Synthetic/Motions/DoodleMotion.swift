import Foundation
import MotionNumerics

/// A doodle: a random smooth closed curve, drawn slower where it bends more, by a power law.
struct DoodleMotion: SyntheticMotion {
  /// The curve and the law.
  var course: PowerLawCourse
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the position, in millimeters, within the tolerance of `PowerLawCourse`.
  func position(at time: Double) -> SIMD2<Double> { course.position(at: time) }

  /// Once around a curve of four harmonics in about 2 s.
  ///
  /// The first harmonic is an ellipse of about 20 mm; the coefficients of the k-th are normal with
  /// a deviation of 20 mm / k². β is from 0.25 to 0.40, ε = 0.01 / mm.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> DoodleMotion {
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    var harmonics = FourierCurve.ellipse(
      semiAxes: size
        * SIMD2(random.next(in: 16, 24), direction * random.next(in: 16, 24))
    ).harmonics
    for number in 2...4 {
      let deviation = 20 * size / Double(number * number)
      harmonics.append(
        .init(
          number: number,
          cosine: deviation * SIMD2(random.nextNormal(), random.nextNormal()),
          sine: deviation * SIMD2(random.nextNormal(), random.nextNormal())))
    }
    let period = 2 / (pace * random.next(in: 0.8, 1.2))
    let course = PowerLawCourse(
      curve: FourierCurve(harmonics: harmonics), exponent: random.next(in: 0.25, 0.4),
      curvatureOffset: 0.01 / size, period: period)
    return DoodleMotion(course: course, duration: period)
  }
}

/// A smooth closed curve: c(u) = Σ_k (a_k cos ku + b_k sin ku), 2π around.
struct FourierCurve: Hashable, Sendable {
  /// One harmonic.
  struct Harmonic: Hashable, Sendable {
    /// Its number, k; at least 1.
    var number: Int
    /// The coefficient of the cosine, in millimeters.
    var cosine: SIMD2<Double>
    /// The coefficient of the sine, in millimeters.
    var sine: SIMD2<Double>
  }

  /// The harmonics, in any order.
  var harmonics: [Harmonic]

  /// Returns the ellipse (a cos u, b sin u).
  static func ellipse(semiAxes: SIMD2<Double>) -> FourierCurve {
    FourierCurve(harmonics: [
      Harmonic(number: 1, cosine: SIMD2(semiAxes.x, 0), sine: SIMD2(0, semiAxes.y))
    ])
  }

  /// Returns the point at a parameter, in millimeters.
  func point(at parameter: Double) -> SIMD2<Double> {
    harmonics.reduce(.zero) { sum, harmonic in
      let angle = Double(harmonic.number) * parameter
      return sum + harmonic.cosine * cos(angle) + harmonic.sine * sin(angle)
    }
  }

  /// Returns the first and second derivative with respect to the parameter, in millimeters.
  func derivatives(
    at parameter: Double
  ) -> (first: SIMD2<Double>, second: SIMD2<Double>) {
    var (first, second) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for harmonic in harmonics {
      let number = Double(harmonic.number)
      let (cosine, sine) = (cos(number * parameter), sin(number * parameter))
      first += number * (harmonic.sine * cosine - harmonic.cosine * sine)
      second -= number * number * (harmonic.cosine * cosine + harmonic.sine * sine)
    }
    return (first, second)
  }

  /// Returns the curvature |c′ × c″| / |c′|³, in 1/mm; not finite where the curve stands still.
  func curvature(at parameter: Double) -> Double {
    let (first, second) = derivatives(at: parameter)
    return abs(first.cross(second)) / (first.squaredLength * first.length)
  }
}
