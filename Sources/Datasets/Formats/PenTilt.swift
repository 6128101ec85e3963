import Foundation

/// The lean of a pen, given as tilt along the axes, as altitude and azimuth.
enum PenTilt {
  /// The angles of a pen in radians.
  struct Angles: Hashable {
    /// Between pen and surface; π/2 is upright.
    var altitude: Double
    /// From the x axis towards y, above -π and at most π; 0 where the pen is upright.
    var azimuth: Double
  }

  /// Altitude and azimuth for tilts in radians, by the W3C's Pointer Events, level 3.
  ///
  /// With slopes s = tan x and t = tan y: altitude = π/2 − atan √(s² + t²), azimuth = atan2(t, s). A
  /// tilt of π/2 along an axis lies flat, altitude 0; where the other tilt is not 0 then, the standard
  /// has azimuth 0, because it cannot be known. The standard's azimuth runs from 0 to 2π, which is
  /// the same angle. Nil for a tilt that is more than flat.
  static func angles(x: Double, y: Double) -> Angles? {
    guard abs(x) <= .pi / 2, abs(y) <= .pi / 2 else { return nil }
    guard abs(x) < .pi / 2, abs(y) < .pi / 2 else {
      guard x == 0 || y == 0 else { return Angles(altitude: 0, azimuth: 0) }
      return Angles(altitude: 0, azimuth: atan2(y, x))
    }
    let slopeX = tan(x)
    let slopeY = tan(y)
    let steepness = (slopeX * slopeX + slopeY * slopeY).squareRoot()
    return Angles(
      altitude: .pi / 2 - atan(steepness), azimuth: steepness == 0 ? 0 : atan2(slopeY, slopeX))
  }
}
