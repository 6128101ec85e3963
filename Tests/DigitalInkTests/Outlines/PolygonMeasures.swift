import MotionNumerics

/// What tests measure of polygons under the nonzero rule.
struct PolygonMeasures {
  let corners: [SIMD2<Double>]

  private var edges: [(SIMD2<Double>, SIMD2<Double>)] {
    guard let first = corners.first else { return [] }
    return Array(zip(corners, corners.dropFirst() + [first]))
  }

  /// The area with its sign; that of a polygon without crossings is its area.
  var signedArea: Double { edges.reduce(0) { $0 + $1.0.cross($1.1) } / 2 }

  /// How often the edge winds about a point.
  func winding(about point: SIMD2<Double>) -> Int {
    edges.reduce(0) { sum, edge in
      let (start, end) = edge
      let side = (end - start).cross(point - start)
      if start.y <= point.y { return end.y > point.y && side > 0 ? sum + 1 : sum }
      return end.y <= point.y && side < 0 ? sum - 1 : sum
    }
  }

  /// Whether a nonzero fill covers a point.
  func covers(_ point: SIMD2<Double>) -> Bool { winding(about: point) != 0 }
}
