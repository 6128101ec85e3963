import Foundation
import MotionNumerics

/// A figure of eight, Bernoulli's lemniscate: p(t) = A (cos u, sin u cos u) / (1 + sin² u), u = ωt.
///
/// Along it the speed is A ω / √(1 + sin² u) and the curvature 3 |cos u| / (A √(1 + sin² u)).
public struct FigureEightMotion: SyntheticMotion {
  /// The distance from the crossing to either end, A, in millimeters.
  public var reach: Double
  /// ω, in radians a second; negative runs the other way.
  public var angularFrequency: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a figure that crosses itself at the origin.
  public init(reach: Double, angularFrequency: Double, duration: Double) {
    self.reach = reach
    self.angularFrequency = angularFrequency
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    let (cosine, sine) = (cos(angularFrequency * time), sin(angularFrequency * time))
    return reach / (1 + sine * sine) * SIMD2(cosine, sine * cosine)
  }

  /// Once around, about 60 mm across, in about 1.5 s, either way round.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> FigureEightMotion {
    let period = 1.5 / (pace * random.next(in: 0.8, 1.2))
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return FigureEightMotion(
      reach: 30 * size * random.next(in: 0.8, 1.2),
      angularFrequency: direction * 2 * .pi / period, duration: period)
  }
}
