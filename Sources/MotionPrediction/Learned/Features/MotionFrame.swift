import MotionNumerics

/// The motion's own frame: where it is, which way it goes, to which side it turns, how fast it is.
///
/// A displacement d is told in it as (along, across): along the recent direction, and across it to
/// the side to which the motion turns, both in multiples of `scale`. Turning, mirroring or scaling
/// the plane changes the frame and not what is told in it, so that whatever is computed from these
/// numbers alone turns, mirrors and scales along.
package struct MotionFrame: Hashable, Sendable {
  /// The newest position, in the recording's unit.
  package let origin: SIMD2<Double>
  /// The recent direction, of length 1.
  package let direction: SIMD2<Double>
  /// The side to which the motion turns, of length 1 and at a right angle to the direction.
  package let side: SIMD2<Double>
  /// How far what is told across is taken at its word, 0…1: 0 for a motion that does not turn, which
  /// has no side.
  package let lateral: Double
  /// The recent displacement in one reference interval, above 0, in the recording's unit.
  package let scale: Double

  /// A motion that turns less than this, in radians from one displacement to the next, has less of a
  /// side the straighter it is; below it the sign of the turning would be that of rounding.
  private static let straight = 1e-3

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - origin: The newest position.
  ///   - direction: The recent direction, of length 1.
  ///   - turning: How much the motion turns from one displacement to the next, in radians, x towards y.
  ///   - scale: The recent displacement in one reference interval, above 0.
  package init(
    origin: SIMD2<Double>, direction: SIMD2<Double>, turning: Double, scale: Double
  ) {
    self.origin = origin
    self.direction = direction
    side = turning < 0 ? -direction.perpendicular : direction.perpendicular
    lateral = min(abs(turning) / Self.straight, 1)
    self.scale = scale
  }

  /// A displacement as (along, across), in multiples of the scale.
  package func told(_ displacement: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(displacement.dot(direction), displacement.dot(side)) / scale
  }

  /// The displacement whose along-track and cross-track components are given in multiples of the scale.
  package func displacement(_ told: SIMD2<Double>) -> SIMD2<Double> {
    scale * (told.x * direction + lateral * told.y * side)
  }

  /// The covariance whose axes are the frame's, with these deviations in multiples of the scale.
  func covariance(along: Double, across: Double) -> PositionCovariance {
    let (a, c) = (scale * along, scale * across)
    var result = PositionCovariance(xx: 0, xy: 0, yy: 0)
    result.add(direction, weight: a * a)
    result.add(side, weight: c * c)
    return result
  }
}
