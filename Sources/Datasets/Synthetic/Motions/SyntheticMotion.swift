import Foundation
import MotionNumerics

/// A motion whose position is known exactly at every time.
///
/// Lengths are millimeters, times are seconds from the start of the motion. To add one: a type here and a case at the end of `SyntheticTask`.
package protocol SyntheticMotion: Sendable {
  /// How long contact lasts, in seconds.
  var duration: Double { get }

  /// Returns the exact position, in millimeters.
  ///
  /// It is defined for every finite time: the same law applies before 0 and after `duration`.
  func position(at time: Double) -> SIMD2<Double>

  /// Returns a motion of this kind as a participant would make it once.
  ///
  /// - Parameters:
  ///   - size: The scale of lengths, about 1.
  ///   - pace: The scale of speeds over lengths, about 1.
  ///   - random: Where the variation comes from.
  /// - Returns: The motion about its own origin, along x where it has a direction.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> Self
}

/// A motion turned about its origin and moved to a place on the surface, with the hand's tremor.
struct PlacedMotion: Sendable {
  let motion: any SyntheticMotion
  /// In radians, from x towards y.
  let rotation: Rotation
  let origin: SIMD2<Double>
  /// The unsteadiness of the hand; nil for a steady one.
  var tremor: Tremor?

  var duration: Double { motion.duration }

  func position(at time: Double) -> SIMD2<Double> {
    let intended = origin + rotation.applied(to: motion.position(at: time))
    return tremor.map { intended + $0.displacement(at: time) } ?? intended
  }
}

/// A turn in the plane.
struct Rotation: Sendable {
  private let cosine: Double
  private let sine: Double

  /// Creates a turn by an angle in radians, from x towards y.
  init(angle: Double) {
    cosine = cos(angle)
    sine = sin(angle)
  }

  func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y)
  }
}
