import MotionNumerics

/// The outline as curves, made when it is drawn.
extension TaperedOutline {
  /// Returns a closed path of lines and cubic Bézier curves through the vertices of `polygon`, for a
  /// nonzero fill.
  ///
  /// At a vertex between neighbors at distances a and b, in the directions u and v, the tangent has
  /// the direction b·u + a·v, that of the parabola through the three with chord-length parameters.
  /// On caps, and on joins wider than 45°, it is that of their circle. Where the center line turns
  /// by more than 45°, the corner on the inside stays, and so does each path to the center.
  ///
  /// A control point is at the distance L/3 · 2/(1 + cos α) from its vertex, L being the length of
  /// the edge and α its angle with the tangent, which makes arcs of equal angles circular; but at
  /// most at (4/3)·`distance`/sin α, so that no part of the curve is farther than `distance` from
  /// its edge.
  ///
  /// Source: Catmull and Rom, "A class of local interpolating splines", 1974, with the chord-length
  /// parameters of Barry and Goldman, "A recursive evaluation algorithm for a class of Catmull–Rom
  /// splines", SIGGRAPH 1988, https://doi.org/10.1145/378456.378511.
  ///
  /// - Parameter distance: The greatest distance of a curve from its edge of the polygon, in the
  ///   unit of the line; at least the tolerance of the settings, as arcs need. Default: 0.4.
  /// - Returns: A move to the first vertex, and an element to each other and back to the first; empty
  ///   if no point has a finite position. Vertices that cannot be told apart count as one.
  /// - Complexity: O(n) for n points.
  public func curves(within distance: Double = 0.4) -> [InkElement] {
    let vertices = curveVertices
    guard let first = vertices.first else { return [] }
    let ends = vertices.indices.map { index in
      vertices[index].directions(
        after: vertices[index == 0 ? vertices.count - 1 : index - 1].place,
        before: vertices[index + 1 == vertices.count ? 0 : index + 1].place)
    }
    var path: [InkElement] = [.move(to: first.place)]
    guard vertices.count > 1 else { return path }
    path.reserveCapacity(vertices.count + 1)
    for index in vertices.indices {
      let next = index + 1 == vertices.count ? 0 : index + 1
      path.append(
        .curve(
          from: vertices[index].place, along: ends[index].out, to: vertices[next].place,
          along: ends[next].in, within: max(distance, settings.tolerance)))
    }
    return path
  }

  /// The vertices of the polygon, each different from its neighbors.
  private var curveVertices: [CurveVertex] {
    let joints = curveJoints
    var path: [CurveVertex] = []
    path.reserveCapacity(4 * joints.count)
    func append(_ place: SIMD2<Double>, _ kind: CurveVertex.Kind) {
      guard let last = path.last, last.isAt(place) else {
        return path.append(CurveVertex(place: place, kind: kind))
      }
      path[path.count - 1].kind = .free
    }
    for joint in joints {
      let left = vertices(ofPoint: joint.index).left
      let kind = joint.kind(of: left)
      for place in left { append(place, kind) }
    }
    for joint in joints.reversed() {
      let right = vertices(ofPoint: joint.index).right
      let kind = joint.kind(of: right)
      for place in right.reversed() { append(place, kind) }
    }
    while path.count > 1, let last = path.last, last.isAt(path[0].place) { path.removeLast() }
    return path
  }

  /// The points that have vertices.
  private var curveJoints: [CurveJoint] {
    var joints: [CurveJoint] = []
    joints.reserveCapacity(points.count)
    for index in points.indices {
      guard let center = place(ofPoint: index), joints.last?.center != center else { continue }
      joints.append(CurveJoint(index: index, center: center))
    }
    guard joints.count > 2 else { return joints }
    for middle in 1..<joints.count - 1 {
      let center = joints[middle].center
      let (before, after) = (center - joints[middle - 1].center, joints[middle + 1].center - center)
      joints[middle].isSharp =
        before.dot(after) < CurveVertex.sharpest * before.length * after.length
    }
    return joints
  }
}

/// A point of the center line that has vertices.
private struct CurveJoint {
  let index: Int
  let center: SIMD2<Double>
  /// Whether the center line turns here by more than 45°.
  var isSharp = false

  /// Returns the kind of its vertices on one side.
  func kind(of side: [SIMD2<Double>]) -> CurveVertex.Kind {
    guard let start = side.first, side.count > 1 else { return isSharp ? .corner : .free }
    // To the center and out again.
    if side.count == 3, side[1] == center { return .corner }
    let first = start - center
    let isWide = side.contains { place in
      let other = place - center
      return first.dot(other) < CurveVertex.sharpest * first.length * other.length
    }
    return isWide ? .circle(center) : .free
  }
}

/// A vertex of the polygon, and where its tangent comes from.
private struct CurveVertex {
  enum Kind {
    /// The neighbors.
    case free
    /// None: two edges meet at an angle.
    case corner
    /// The circle around a center, which the path follows with the center on its right.
    case circle(SIMD2<Double>)
  }

  let place: SIMD2<Double>
  var kind: Kind

  /// The cosine of 45°, with room for rounding: a center line that turns by more has a corner.
  static let sharpest = 0.5.squareRoot() - 1e-9
  /// The cosine of the greatest angle between a tangent and an edge, 75°; beyond it the corner stays.
  private static let steepest = 0.26
  /// Vertices this near count as one.
  private static let nearest = 1e-6

  func isAt(_ other: SIMD2<Double>) -> Bool { place.distance(to: other) <= Self.nearest }

  /// Returns the directions in which the path comes and goes.
  func directions(
    after before: SIMD2<Double>, before after: SIMD2<Double>
  ) -> (in: SIMD2<Double>, out: SIMD2<Double>) {
    let (a, b) = (before.distance(to: place), place.distance(to: after))
    guard a > 0, b > 0 else { return (.zero, .zero) }
    let (u, v) = ((place - before) / a, (after - place) / b)
    let tangent: SIMD2<Double>? =
      switch kind {
      case .corner: nil
      case .free: (b * u + a * v).normalized
      case .circle(let center): (center - place).perpendicular.normalized
      }
    guard let tangent, min(tangent.dot(u), tangent.dot(v)) >= Self.steepest else {
      return (u, v)
    }
    return (tangent, tangent)
  }
}

extension InkElement {
  /// Returns the element between two vertices with directions; a line where both are along it.
  fileprivate static func curve(
    from start: SIMD2<Double>, along leaving: SIMD2<Double>, to end: SIMD2<Double>,
    along arriving: SIMD2<Double>, within distance: Double
  ) -> InkElement {
    let length = start.distance(to: end)
    let chord = (end - start) / length
    let (bend, otherBend) = (abs(chord.cross(leaving)), abs(chord.cross(arriving)))
    guard max(bend, otherBend) > straight else { return .line(to: end) }
    func handle(_ direction: SIMD2<Double>, _ bend: Double) -> Double {
      let round = length / 3 * 2 / (1 + chord.dot(direction))
      return bend > 0 ? min(round, distance / (0.75 * bend)) : round
    }
    return .curve(
      to: end, control1: start + handle(leaving, bend) * leaving,
      control2: end - handle(arriving, otherBend) * arriving)
  }

  /// The sine of an invisibly small angle: a hundredth of a degree.
  private static let straight = 1.7e-4
}
