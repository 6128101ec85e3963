import MotionNumerics

/// A doodle: a random smooth closed curve, drawn slower where it bends more, by a power law.
public struct DoodleMotion: SyntheticMotion {
  /// The curve and the law.
  public var course: PowerLawCourse
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a motion.
  public init(course: PowerLawCourse, duration: Double) {
    self.course = course
    self.duration = duration
  }

  /// The position, in millimeters, within the tolerance of `PowerLawCourse`.
  public func position(at time: Double) -> SIMD2<Double> { course.position(at: time) }

  /// Once around a curve of four harmonics in about 2 s.
  ///
  /// The first harmonic is an ellipse of about 20 mm; the coefficients of the k-th are normal with
  /// a deviation of 20 mm / k². β is from 0.25 to 0.40, ε = 0.01 / mm.
  public static func drawn(
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
