import MotionNumerics

/// A straight line at constant velocity: p(t) = v t.
public struct LineMotion: SyntheticMotion {
  /// In millimeters a second.
  public var velocity: SIMD2<Double>
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a line.
  public init(velocity: SIMD2<Double>, duration: Double) {
    self.velocity = velocity
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> { velocity * time }

  /// About 60 mm at about 100 mm/s.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> LineMotion {
    let speed = 100 * size * pace * random.next(in: 0.8, 1.2)
    return LineMotion(velocity: SIMD2(speed, 0), duration: 60 * size / speed)
  }
}
