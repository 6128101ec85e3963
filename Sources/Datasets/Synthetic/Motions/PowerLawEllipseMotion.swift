import MotionNumerics

/// An ellipse by a power law of any exponent; `EllipseMotion` is the closed form for 1/3.
public struct PowerLawEllipseMotion: SyntheticMotion {
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

  /// One and a half turns of about 56 mm by 22 mm at about a turn a second, either way round, with
  /// β from 0.25 to 0.40.
  public static func drawn(
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
