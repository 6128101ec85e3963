import MotionNumerics

/// The part of an outline that belongs to one center point: a chain of vertices on each side.
///
/// The outline is the boundary of the area swept by a disc that moves along the line, with a radius
/// that changes linearly between points. On a side that bulges a piece is an arc of its disc; where
/// the edges of two segments meet before either ends, it is the point where they meet; else it goes
/// to the center and out again, which a nonzero fill covers.
struct OutlinePiece: Hashable, Sendable {
  /// Towards (−y, x) of the direction of the line, in its order.
  var left: [SIMD2<Double>] = []
  /// On the other side, in its order too.
  var right: [SIMD2<Double>] = []
}

/// A position on the center line with half the width there.
struct OutlineDisc: Hashable, Sendable {
  let center: SIMD2<Double>
  let radius: Double

  /// Returns the point of its edge in a direction, `stretch` radii away.
  func edge(_ angle: Double, stretch: Double = 1) -> SIMD2<Double> {
    center + SIMD2.direction(angle) * (radius * stretch)
  }

  /// The greatest number of chords, enough for a disc 100,000 times as large as the tolerance.
  private static let mostSteps = 10_000.0

  /// Returns points of its edge from an angle on, both ends included.
  func arc(from angle: Double, sweep: Double, tolerance: Double) -> [SIMD2<Double>] {
    // 1 − cos x ≤ x²/2 keeps the chord's height below the tolerance.
    let greatest = radius > 0 ? min(2 * (2 * tolerance / radius).squareRoot(), .pi / 3) : .pi / 3
    let wanted = (abs(sweep) / greatest).rounded(.up)
    let steps = wanted >= 1 ? Int(min(wanted, Self.mostSteps)) : 1
    return (0...steps).map { edge(angle + sweep * Double($0) / Double(steps)) }
  }
}

/// The two outer tangents of two discs.
private struct OuterTangents {
  /// The direction from disc to disc.
  let direction: Double
  /// The angle by which the points of contact lean forward, since the radius shrinks: sin α = (r₁ −
  /// r₂)/d.
  ///
  /// A right angle where one disc is within the other.
  let lean: Double
  /// The length of the lines between the points of contact: d·cos α.
  let length: Double

  init(_ first: OutlineDisc, _ second: OutlineDisc) {
    let vector = second.center - first.center
    direction = Elementary.arctangent(vector.y, vector.x)
    let distance = vector.length
    let sine = min(max((first.radius - second.radius) / distance, -1), 1)
    let cosine = (1 - sine * sine).squareRoot()
    lean = Elementary.arctangent(sine, cosine)
    length = distance * cosine
  }

  var left: Double { direction + .pi / 2 - lean }
  var right: Double { direction - .pi / 2 + lean }
}

extension OutlinePiece {
  /// Creates the piece at a disc between its neighbors; an end without a neighbor gets a round cap.
  init(
    previous: OutlineDisc?, at disc: OutlineDisc, next: OutlineDisc?, tolerance: Double
  ) {
    let incoming = previous.map { OuterTangents($0, disc) }
    let outgoing = next.map { OuterTangents(disc, $0) }
    switch (incoming, outgoing) {
    case (nil, nil):
      left = disc.arc(from: 0, sweep: -2 * .pi, tolerance: tolerance).dropLast()
    case (nil, let start?):
      left = disc.arc(from: start.right, sweep: -(.pi + 2 * start.lean), tolerance: tolerance)
    case (let end?, nil):
      left = disc.arc(from: end.left, sweep: -(.pi - 2 * end.lean), tolerance: tolerance)
    case (let before?, let after?):
      let turn = (after.direction - before.direction).remainder(dividingBy: 2 * .pi)
      let spread = after.lean - before.lean
      let room = min(before.length, after.length) / 2
      let side = { (angle: Double, sweep: Double, bulge: Double) -> [SIMD2<Double>] in
        Self.side(disc, from: angle, sweep, bulges: bulge > 0, room: room, tolerance: tolerance)
      }
      left = side(before.left, turn - spread, spread - turn)
      right = side(before.right, turn + spread, turn + spread)
    }
  }

  private static func side(
    _ disc: OutlineDisc, from angle: Double, _ sweep: Double, bulges: Bool, room: Double,
    tolerance: Double
  ) -> [SIMD2<Double>] {
    if bulges { return disc.arc(from: angle, sweep: sweep, tolerance: tolerance) }
    let half = abs(sweep) / 2
    let cosine = Elementary.cosine(half)
    if half < .pi / 2, disc.radius * Elementary.sine(half) <= room * cosine {
      return [disc.edge(angle + sweep / 2, stretch: 1 / cosine)]
    }
    return [disc.edge(angle), disc.center, disc.edge(angle + sweep)]
  }
}
