import MotionNumerics

/// The law for the width of an outline at a point, as a value from 0 (minimum) to 1 (maximum
/// width).
public enum WidthLaw: Hashable, Sendable {
  /// By force f: (f / full)^exponent, 0 for no force, 1 from `full` on.
  ///
  /// A force that was not measured counts as that of an average touch, 1. `full` and `exponent` are
  /// above 0.
  case force(full: Double, exponent: Double)
  /// By speed v: 1 / (1 + v / half), widest at rest and half as wide at the speed `half`.
  ///
  /// v is the distance between the neighbors over the time between them (at an end, from the only
  /// neighbor), in units of length per second. If times are missing or not increasing, the value is
  /// ½.
  case speed(half: Double)
  /// By the direction of the pen: |sin(φ − θ)|, θ being the direction of the line between the
  /// neighbors and φ that of a broad nib's edge.
  ///
  /// φ is perpendicular to the pen's azimuth, or `usualEdge` in radians if the azimuth was not
  /// measured. If the line has no direction, the value is 1: a resting nib leaves its whole edge.
  case nib(usualEdge: Double)
  /// By the altitude α of the pen: 1 − α / (π/2), 0 upright and 1 lying flat, as pencils shade.
  ///
  /// If it was not measured, the value is 0.
  case tilt

  /// Returns the value of the law at a point, in 0…1, from it and its neighbors in the line.
  ///
  /// - Parameters:
  ///   - before: The point before; nil at the start.
  ///   - point: The point.
  ///   - after: The point after; nil at the end.
  /// - Returns: The value.
  public func share(before: CenterPoint?, at point: CenterPoint, after: CenterPoint?) -> Double {
    let (start, end) = (before ?? point, after ?? point)
    let share: Double =
      switch self {
      case .force(let full, let exponent): Self.power((point.force ?? 1) / full, exponent)
      case .speed(let half): Self.slowness(from: start, to: end, half: half)
      case .nib(let usualEdge):
        Self.breadth(along: end.position - start.position, point.azimuth, usualEdge)
      case .tilt: 1 - (point.altitude ?? Double.pi / 2) / (Double.pi / 2)
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
