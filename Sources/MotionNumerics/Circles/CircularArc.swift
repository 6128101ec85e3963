/// An arc of a circle or a line: a point on it, the direction there, and the curvature.
///
/// Center and radius go to infinity as a circle straightens; these three stay finite, and a line is
/// simply the case of curvature 0. Every formula avoids cancellation: with signed arc length s from
/// `point`, T the tangent and N = T rotated by a right angle (x towards y),
///
/// p(s) = point + s·sinc(κs)·T + s·(κs/2)·sinc²(κs/2)·N,  sinc(x) = sin(x)/x.
///
/// (The textbook's (1 − cos κs)/κ is 0 at κs = 1e-9.) The center lies at `point` + N/κ, so a
/// positive curvature turns x towards y. Lengths are in any one unit, angles in radians.
public struct CircularArc: Hashable, Sendable {
  /// A point of the circle, the origin of arc length.
  public var point: SIMD2<Double>
  /// The direction of increasing arc length at `point`, a unit vector.
  public var tangent: SIMD2<Double>
  /// The signed curvature: 1 / radius, positive where the curve turns x towards y; 0 for a line.
  public var curvature: Double

  /// Creates an arc.
  ///
  /// - Precondition: `tangent` has length 1.
  public init(point: SIMD2<Double>, tangent: SIMD2<Double>, curvature: Double) {
    self.point = point
    self.tangent = tangent
    self.curvature = curvature
  }

  /// The direction towards the center if the curvature is positive: the tangent rotated from x to
  /// y.
  public var normal: SIMD2<Double> { tangent.perpendicular }

  /// The radius; infinite for a line.
  public var radius: Double { 1 / abs(curvature) }

  /// The center; nil for a line, or if it is too far away to be finite.
  public var center: SIMD2<Double>? {
    let center = point + normal / curvature
    return center.x.isFinite && center.y.isFinite ? center : nil
  }

  /// The point at a signed arc length from `point`.
  public func position(at arcLength: Double) -> SIMD2<Double> {
    let turn = curvature * arcLength
    let half = Self.sinc(turn / 2)
    return point + (arcLength * Self.sinc(turn)) * tangent
      + (arcLength * (turn / 2) * half * half) * normal
  }

  /// Returns the direction of increasing arc length at a signed arc length from `point`.
  package func direction(at arcLength: Double) -> SIMD2<Double> {
    let turn = curvature * arcLength
    return Elementary.cosine(turn) * tangent + Elementary.sine(turn) * normal
  }

  /// Returns the point and the direction of increasing arc length at a signed arc length from
  /// `point`.
  ///
  /// Cost: one sine and one cosine, of half the angle.
  package func positionAndDirection(
    at arcLength: Double
  ) -> (position: SIMD2<Double>, direction: SIMD2<Double>) {
    let half = curvature * arcLength / 2
    let (sine, cosine) = (Elementary.sine(half), Elementary.cosine(half))
    let chord = half == 0 ? arcLength : arcLength * (sine / half)
    let position = point + (chord * cosine) * tangent + (chord * sine) * normal
    let direction = (1 - 2 * sine * sine) * tangent + (2 * sine * cosine) * normal
    return (position, direction)
  }

  /// Returns the arc length from the projection of one position to that of another, the shorter way
  /// around.
  ///
  /// The result has either sign and is at most half the circle. For two positions in exactly
  /// opposite directions from the center, the sign is arbitrary.
  package func arcLength(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
    arcLength(fromLocal: local(start), toLocal: local(end))
  }

  /// The same for positions in the arc's own frame (see `local`).
  package func arcLength(fromLocal u: SIMD2<Double>, toLocal v: SIMD2<Double>) -> Double {
    // Radii in units of the radius are (κ·x, κ·y − 1); these are their products, one κ taken out.
    let across = (v.x - u.x) + curvature * (u.x * v.y - u.y * v.x)
    let along =
      curvature * curvature * u.x * v.x + (1 - curvature * u.y) * (1 - curvature * v.y)
    let tangent = curvature * across / along
    if along > 0, abs(tangent) < Self.shortTurn {
      return across / along * Self.arctangentRatio(tangent * tangent)
    }
    guard curvature != 0 else { return across / along }
    return Elementary.arctangent(curvature * across, along) / curvature
  }

  /// Below this tangent the arctangent's series is as exact as the library's function, and much
  /// faster.
  private static let shortTurn = 0.25

  /// arctan(t)/t for z = t² ≤ 1/16: Σ (−z)ⁿ/(2n + 1), whose term 13 is below the last bit.
  @inline(__always)
  private static func arctangentRatio(_ z: Double) -> Double {
    let high = 1.0 / 17 - z * (1.0 / 19 - z * (1.0 / 21 - z * (1.0 / 23 - z * (1.0 / 25))))
    let middle = 1.0 / 9 - z * (1.0 / 11 - z * (1.0 / 13 - z * (1.0 / 15 - z * high)))
    return 1 - z * (1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * middle)))
  }

  /// Returns the distance of a position from the circle, positive on the side of `normal`.
  package func signedDistance(to position: SIMD2<Double>) -> Double {
    let at = local(position)
    let radial = SIMD2(curvature * at.x, 1 - curvature * at.y).length
    return (2 * at.y - curvature * at.squaredLength) / (1 + radial)
  }

  /// Returns the same circle with the origin of arc length at the point nearest to a position.
  ///
  /// For the center, where every point is equally near, the origin stays at `point`.
  package func based(nearest position: SIMD2<Double>) -> CircularArc {
    let at = local(position)
    let radial = SIMD2(1 - curvature * at.y, curvature * at.x)
    let turn = radial.normalized ?? SIMD2(1, 0)
    let direction = turn.x * tangent + turn.y * normal
    let distance = (2 * at.y - curvature * at.squaredLength) / (1 + radial.length)
    return CircularArc(
      point: position - distance * direction.perpendicular, tangent: direction,
      curvature: curvature)
  }

  /// Returns the height of an arc of this length above its chord: (1 − cos(κ·length/2)) / |κ|.
  ///
  /// At most the diameter, for a full turn and beyond; 0 for a line.
  package func sagitta(ofLength length: Double) -> Double {
    let turn = min(abs(curvature * length) / 2, .pi)
    guard turn > 0 else { return 0 }
    let half = Self.sinc(turn / 2)
    return (turn / abs(curvature)) * (turn / 2) * half * half
  }

  /// Returns a position in the arc's frame: along the tangent and along the normal, from `point`.
  package func local(_ position: SIMD2<Double>) -> SIMD2<Double> {
    let offset = position - point
    return SIMD2(offset.dot(tangent), offset.dot(normal))
  }

  private static func sinc(_ angle: Double) -> Double {
    angle == 0 ? 1 : Elementary.sine(angle) / angle
  }
}
