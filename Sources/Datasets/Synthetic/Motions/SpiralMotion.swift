import Foundation
import MotionNumerics

/// An Archimedean spiral at a constant turn rate: p(t) = (r₀ + g t) (cos ωt, sin ωt).
struct SpiralMotion: SyntheticMotion {
  /// The radius at the start, r₀, in millimeters.
  var startRadius: Double
  /// How fast the radius grows, g, in millimeters a second.
  var growth: Double
  /// The turn rate, ω, in radians a second; negative turns the other way.
  var angularVelocity: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    let angle = angularVelocity * time
    return (startRadius + growth * time) * SIMD2(cos(angle), sin(angle))
  }

  /// Two turns from 3 mm outwards, about 8 mm a turn, at about 1.3 turns a second.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SpiralMotion {
    let turns = 1.3 * pace * random.next(in: 0.8, 1.2)
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return SpiralMotion(
      startRadius: 3 * size, growth: 8 * size * turns * random.next(in: 0.8, 1.2),
      angularVelocity: direction * 2 * .pi * turns, duration: 2 / turns)
  }
}
