import Foundation
import MotionNumerics

/// A circle at constant speed: p(t) = r (cos ωt, sin ωt).
public struct CircleMotion: SyntheticMotion {
  /// In millimeters.
  public var radius: Double
  /// In radians a second; negative turns the other way.
  public var angularVelocity: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a circle about the origin.
  public init(radius: Double, angularVelocity: Double, duration: Double) {
    self.radius = radius
    self.angularVelocity = angularVelocity
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    let angle = angularVelocity * time
    return radius * SIMD2(cos(angle), sin(angle))
  }

  /// A full turn with a radius of about 18 mm at about one turn a second, either way round.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> CircleMotion {
    let turns = pace * random.next(in: 0.8, 1.2)
    let radius = 18 * size * random.next(in: 0.8, 1.2)
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return CircleMotion(
      radius: radius, angularVelocity: direction * 2 * .pi * turns, duration: 1 / turns)
  }
}
