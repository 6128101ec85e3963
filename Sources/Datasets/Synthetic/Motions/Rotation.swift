import Foundation

/// A turn in the plane.
struct Rotation: Sendable {
  private let cosine: Double
  private let sine: Double

  /// Makes a turn by an angle in radians, from x towards y.
  init(angle: Double) {
    cosine = cos(angle)
    sine = sin(angle)
  }

  func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y)
  }
}
