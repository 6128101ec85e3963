import MotionNumerics
import TouchInput

/// Draws cubic Bézier curves through the points, as the Anti-Grain Geometry project showed.
///
/// For the curve from p₁ to p₂ with neighbors p₀ and p₃: c₁, c₂, c₃ are the middles of p₀p₁, p₁p₂
/// and p₂p₃, and L₁, L₂, L₃ their lengths; m₁ divides c₁c₂ as L₁ : L₂, and m₂ divides c₂c₃ as L₂ :
/// L₃. The controls are p₁ + (c₂ − m₁)·K and p₂ + (c₂ − m₂)·K with the smooth factor K. Where these
/// are not numbers, since points coincide, they are p₁ and p₂. At the beginning p₀ is p₁.
///
/// The curve to the last point needs the point after it; it is drawn when the line is complete,
/// with p₃ = p₂. So a line of n points has n − 1 elements, and n when complete and longer than two
/// points; one or two points are a single move.
///
/// Source: Shemanarev, "Interpolation with Bezier curves", Anti-Grain Geometry, 2002.
public struct AntigrainSmoother: LineSmoother {
  /// K: 0 for straight lines, 1 for the roundest.
  public let smoothFactor: Double
  /// Whether a line of two points is drawn, as a straight line.
  public let drawsTwoPointLines: Bool

  /// Creates a smoother.
  ///
  /// - Parameters:
  ///   - smoothFactor: K; a value that is not finite counts as the default. Default 0.7.
  ///   - drawsTwoPointLines: Whether a line of two points is drawn. Default: false.
  public init(smoothFactor: Double = 0.7, drawsTwoPointLines: Bool = false) {
    self.smoothFactor = smoothFactor.isFinite ? smoothFactor : 0.7
    self.drawsTwoPointLines = drawsTwoPointLines
  }

  /// Returns one fewer than the number of points, or as many for a complete line; see the type.
  public func elementCount(of line: Polyline) -> Int {
    switch line.count {
    case 0: 0
    case 1: 1
    case 2: drawsTwoPointLines ? 2 : 1
    default: line.isComplete ? line.count : line.count - 1
    }
  }

  /// A point is p₃ of the previous curve, and p₁ and p₀ of the next two.
  public var reach: (before: Int, after: Int) { (1, 2) }

  /// Returns a move to the first point, and a curve to each other.
  public func element(at index: Int, of line: Polyline) -> InkElement {
    let points = line.points
    let p2 = points[index].location
    guard index > 0 else { return .move(to: p2) }
    guard points.count > 2 else { return .line(to: p2) }
    let p1 = points[index - 1].location
    let p0 = index > 1 ? points[index - 2].location : p1
    let p3 = index + 1 < points.count ? points[index + 1].location : p2
    let (c1, c2, c3) = ((p0 + p1) / 2, (p1 + p2) / 2, (p2 + p3) / 2)
    let (l1, l2, l3) = (p0.distance(to: p1), p1.distance(to: p2), p2.distance(to: p3))
    let m1 = c1 + (c2 - c1) * (l1 / (l1 + l2))
    let m2 = c2 + (c3 - c2) * (l2 / (l2 + l3))
    return .curve(
      to: p2,
      control1: Self.number(m1 + (c2 - m1) * smoothFactor + p1 - m1, else: p1),
      control2: Self.number(m2 + (c2 - m2) * smoothFactor + p2 - m2, else: p2))
  }

  private static func number(
    _ control: SIMD2<Double>, else point: SIMD2<Double>
  ) -> SIMD2<Double> {
    control.x.isNaN || control.y.isNaN ? point : control
  }
}
