import MotionNumerics

/// A reach by minimum jerk that dwells at its target before contact ends.
///
/// p(t) = A s(t / D), with the peak speed 1.875 |A| / D at D / 2; at rest before and after.
public struct ReachMotion: SyntheticMotion {
  /// From start to target, in millimeters.
  public var displacement: SIMD2<Double>
  /// How long the movement takes, in seconds; above 0.
  public var movementTime: Double
  /// How long contact rests on the target, in seconds.
  public var dwell: Double

  /// Makes a reach.
  public init(displacement: SIMD2<Double>, movementTime: Double, dwell: Double) {
    self.displacement = displacement
    self.movementTime = movementTime
    self.dwell = dwell
  }

  /// How long contact lasts, in seconds.
  public var duration: Double { movementTime + dwell }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    displacement * MinimumJerkProfile.share(at: time / movementTime)
  }

  /// About 60 mm in about half a second, then a quarter of a second at rest.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> ReachMotion {
    ReachMotion(
      displacement: SIMD2(60 * size * random.next(in: 0.7, 1.3), 0),
      movementTime: 0.5 / pace * random.next(in: 0.8, 1.2), dwell: 0.25)
  }
}
