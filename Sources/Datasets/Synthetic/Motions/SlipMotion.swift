import MotionNumerics

/// A finger that rests, slips and rests again: a step in position.
///
/// The slip is a minimum-jerk course of `slipTime`; with a slip time of 0 it is an ideal step.
public struct SlipMotion: SyntheticMotion {
  /// The way of the slip, in millimeters.
  public var displacement: SIMD2<Double>
  /// When it begins, in seconds.
  public var start: Double
  /// How long it takes, in seconds; at 0 it is there at once, just after its start.
  public var slipTime: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a slip.
  public init(displacement: SIMD2<Double>, start: Double, slipTime: Double, duration: Double) {
    self.displacement = displacement
    self.start = start
    self.slipTime = slipTime
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    guard time > start else { return .zero }
    guard slipTime > 0 else { return displacement }
    return displacement * MinimumJerkProfile.share(at: (time - start) / slipTime)
  }

  /// A slip of 3 to 8 mm in 15 to 30 ms, a quarter of a second or more after contact began.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SlipMotion {
    SlipMotion(
      displacement: SIMD2(size * random.next(in: 3, 8), 0), start: random.next(in: 0.25, 0.4),
      slipTime: random.next(in: 0.015, 0.03), duration: 0.7)
  }
}
