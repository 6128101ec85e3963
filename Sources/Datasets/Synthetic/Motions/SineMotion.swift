import Foundation
import MotionNumerics

/// There and back on one line, smoothly: p(t) = A sin ωt.
public struct SineMotion: SyntheticMotion {
  /// From the middle to an end, A, in millimeters.
  public var amplitude: SIMD2<Double>
  /// ω, in radians a second.
  public var angularFrequency: Double
  /// How long contact lasts, in seconds.
  public var duration: Double

  /// Makes a motion about the origin.
  public init(amplitude: SIMD2<Double>, angularFrequency: Double, duration: Double) {
    self.amplitude = amplitude
    self.angularFrequency = angularFrequency
    self.duration = duration
  }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    amplitude * sin(angularFrequency * time)
  }

  /// Two periods over about 50 mm at about 1.2 periods a second.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SineMotion {
    let frequency = 1.2 * pace * random.next(in: 0.8, 1.2)
    return SineMotion(
      amplitude: SIMD2(25 * size * random.next(in: 0.8, 1.2), 0),
      angularFrequency: 2 * .pi * frequency, duration: 2 / frequency)
  }
}
