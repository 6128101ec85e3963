import Foundation
import MotionNumerics

/// A Lissajous figure: p(t) = (A sin(mωt + δ), B sin(nωt)).
struct LissajousMotion: SyntheticMotion {
  /// The amplitudes along x and y, in millimeters.
  var amplitudes: SIMD2<Double>
  /// How often x and y swing in a period, m and n.
  var swings: SIMD2<Double>
  /// The phase of x, δ, in radians.
  var phase: Double
  /// The turn rate of a whole figure, ω, in radians a second.
  var angularFrequency: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    let angle = angularFrequency * time
    return amplitudes * SIMD2(sin(swings.x * angle + phase), sin(swings.y * angle))
  }

  /// A 3:2 figure of about 60 mm by 40 mm in about 2.2 s.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> LissajousMotion {
    let period = 2.2 / (pace * random.next(in: 0.8, 1.2))
    return LissajousMotion(
      amplitudes: size * SIMD2(random.next(in: 24, 36), random.next(in: 16, 24)),
      swings: SIMD2(3, 2), phase: random.next(in: 0, 2 * .pi),
      angularFrequency: 2 * .pi / period, duration: period)
  }
}

/// A figure of eight, Bernoulli's lemniscate: p(t) = A (cos u, sin u cos u) / (1 + sin² u), u = ωt.
///
/// Along it the speed is A ω / √(1 + sin² u) and the curvature 3 |cos u| / (A √(1 + sin² u)).
struct FigureEightMotion: SyntheticMotion {
  /// The distance from the crossing to either end, A, in millimeters.
  var reach: Double
  /// ω, in radians a second; negative runs the other way.
  var angularFrequency: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    let (cosine, sine) = (cos(angularFrequency * time), sin(angularFrequency * time))
    return reach / (1 + sine * sine) * SIMD2(cosine, sine * cosine)
  }

  /// Once around, about 60 mm across, in about 1.5 s, either way round.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> FigureEightMotion {
    let period = 1.5 / (pace * random.next(in: 0.8, 1.2))
    let direction: Double = random.nextUnit() < 0.5 ? -1 : 1
    return FigureEightMotion(
      reach: 30 * size * random.next(in: 0.8, 1.2),
      angularFrequency: direction * 2 * .pi / period, duration: period)
  }
}

/// There and back on one line, smoothly: p(t) = A sin ωt.
struct SineMotion: SyntheticMotion {
  /// From the middle to an end, A, in millimeters.
  var amplitude: SIMD2<Double>
  /// ω, in radians a second.
  var angularFrequency: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    amplitude * sin(angularFrequency * time)
  }

  /// Two periods over about 50 mm at about 1.2 periods a second.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SineMotion {
    let frequency = 1.2 * pace * random.next(in: 0.8, 1.2)
    return SineMotion(
      amplitude: SIMD2(25 * size * random.next(in: 0.8, 1.2), 0),
      angularFrequency: 2 * .pi * frequency, duration: 2 / frequency)
  }
}
