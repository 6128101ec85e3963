import Foundation
import MotionNumerics

/// A Lissajous figure: p(t) = (A sin(mωt + δ), B sin(nωt)).
public struct LissajousMotion: SyntheticMotion {
  /// The amplitudes along x and y, in millimeters.
  public var amplitudes: SIMD2<Double>
  /// How often x and y swing in a period, m and n.
  public var swings: SIMD2<Double>
  /// The phase of x, δ, in radians.
  public var phase: Double
  /// The turn rate of a whole figure, ω, in radians a second.
  public var angularFrequency: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a figure about the origin.
  public init(
    amplitudes: SIMD2<Double>, swings: SIMD2<Double>, phase: Double, angularFrequency: Double,
    duration: Double
  ) {
    self.amplitudes = amplitudes
    self.swings = swings
    self.phase = phase
    self.angularFrequency = angularFrequency
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    let angle = angularFrequency * time
    return amplitudes * SIMD2(sin(swings.x * angle + phase), sin(swings.y * angle))
  }

  /// A 3:2 figure of about 60 mm by 40 mm in about 2.2 s.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> LissajousMotion {
    let period = 2.2 / (pace * random.next(in: 0.8, 1.2))
    return LissajousMotion(
      amplitudes: size * SIMD2(random.next(in: 24, 36), random.next(in: 16, 24)),
      swings: SIMD2(3, 2), phase: random.next(in: 0, 2 * .pi),
      angularFrequency: 2 * .pi / period, duration: period)
  }
}
