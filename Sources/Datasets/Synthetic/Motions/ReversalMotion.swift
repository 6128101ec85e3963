import MotionNumerics

/// There and back on one line at constant speed, with an instant reversal.
public struct ReversalMotion: SyntheticMotion {
  /// The velocity on the way out, in millimeters a second.
  public var velocity: SIMD2<Double>
  /// When it turns back, in seconds.
  public var turnTime: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a motion there and back.
  public init(velocity: SIMD2<Double>, turnTime: Double, duration: Double) {
    self.velocity = velocity
    self.turnTime = turnTime
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    velocity * (time <= turnTime ? time : 2 * turnTime - time)
  }

  /// About 50 mm out and back at about 100 mm/s.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> ReversalMotion {
    let turnTime = 0.5 / pace * random.next(in: 0.8, 1.2)
    return ReversalMotion(
      velocity: SIMD2(100 * size * pace * random.next(in: 0.8, 1.2), 0), turnTime: turnTime,
      duration: 2 * turnTime)
  }
}
