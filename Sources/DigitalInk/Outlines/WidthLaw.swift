import MotionNumerics

/// What decides how wide an outline is at a point, as a share from 0 (least) to 1 (greatest width).
public enum WidthLaw: Hashable, Sendable {
  /// By force f: (f / full)^exponent, 0 for no force, 1 from `full` on.
  ///
  /// Where the force was not measured it counts as that of an average touch, 1. `full` and
  /// `exponent` are above 0.
  case force(full: Double, exponent: Double)
  /// By speed v: 1 / (1 + v / half), widest at rest and half as wide at the speed `half`.
  ///
  /// v is the distance between the neighbors over the time between them, at an end that from the
  /// only neighbor; in units of length a second. Where times are missing or do not grow, ½.
  case speed(half: Double)
  /// By the direction of the pen: |sin(φ − θ)|, θ being the direction of the line between the
  /// neighbors and φ that of a broad nib's edge.
  ///
  /// φ is at a right angle to the pen's azimuth, or `usualEdge` where that was not measured, in
  /// radians. Where the line has no direction, 1: a nib that rests leaves its whole edge.
  case nib(usualEdge: Double)
  /// By the altitude α of the pen: 1 − α / (π/2), 0 upright and 1 lying flat, as pencils shade.
  ///
  /// Where it was not measured, 0.
  case tilt

  /// The share of the width at a point, from it and its neighbors in the line; in 0…1.
  ///
  /// - Parameters:
  ///   - before: The point before; nil at the start.
  ///   - point: The point.
  ///   - after: The point after; nil at the end.
  /// - Returns: The share.
  package func share(before: CenterPoint?, at point: CenterPoint, after: CenterPoint?) -> Double {
    let (start, end) = (before ?? point, after ?? point)
    let share =
      switch self {
      case .force(let full, let exponent): Self.power((point.force ?? 1) / full, exponent)
      case .speed(let half): Self.slowness(from: start, to: end, half: half)
      case .nib(let usualEdge):
        Self.breadth(along: end.position - start.position, point.azimuth, usualEdge)
      case .tilt: 1 - (point.altitude ?? .pi / 2) / (.pi / 2)
      }
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 else { return 0 }
    return exponent == 1 ? base : Elementary.exponential(exponent * Elementary.logarithm(base))
  }

  private static func slowness(from start: CenterPoint, to end: CenterPoint, half: Double) -> Double
  {
    guard let first = start.time, let last = end.time, last > first else { return 0.5 }
    return 1 / (1 + start.position.distance(to: end.position) / (last - first) / half)
  }

  private static func breadth(
    along vector: SIMD2<Double>, _ azimuth: Double?, _ usualEdge: Double
  ) -> Double {
    guard let direction = vector.normalized else { return 1 }
    let edge = azimuth.map { SIMD2.direction($0).perpendicular } ?? SIMD2.direction(usualEdge)
    return abs(edge.cross(direction))
  }
}
