import MotionNumerics

/// Constant acceleration: p(t) = v t + a t² / 2, a parabola where a is not along v.
public struct AccelerationMotion: SyntheticMotion {
  /// The velocity at the start, in millimeters a second.
  public var velocity: SIMD2<Double>
  /// In millimeters a second squared.
  public var acceleration: SIMD2<Double>
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a motion.
  public init(velocity: SIMD2<Double>, acceleration: SIMD2<Double>, duration: Double) {
    self.velocity = velocity
    self.acceleration = acceleration
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    velocity * time + acceleration * (time * time / 2)
  }

  /// From about 40 mm/s to about 200 mm/s in about 0.7 s, bending to either side.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> AccelerationMotion {
    let speed = 40 * size * pace * random.next(in: 0.8, 1.2)
    let along = 220 * size * pace * pace * random.next(in: 0.8, 1.2)
    let across = 120 * size * pace * pace * random.next(in: -1, 1)
    return AccelerationMotion(
      velocity: SIMD2(speed, 0), acceleration: SIMD2(along, across), duration: 0.7 / pace)
  }
}
