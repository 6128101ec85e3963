import MotionNumerics

/// Contact that does not move.
public struct HoldMotion: SyntheticMotion {
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a hold.
  public init(duration: Double) {
    self.duration = duration
  }

  /// The origin.
  public func position(at time: Double) -> SIMD2<Double> { .zero }

  /// About 0.8 s.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> HoldMotion {
    HoldMotion(duration: 0.8 * random.next(in: 0.9, 1.1))
  }
}
