/// A circle or line as the zeros of P(x, y) = A·(x² + y²) + B·x + C·y + D.
struct AlgebraicCircle {
  var a: Double
  var b: Double
  var c: Double
  var d: Double

  /// The point nearest to the origin, the tangent there and the curvature; nil if P has no zeros.
  ///
  /// P is divided by √(B² + C² − 4AD), which makes its gradient 1 on the circle. Then, with
  /// g = |(B, C)| its gradient at the origin and n its direction, the nearest point is at
  /// −2D/(g + 1)·n, and the curvature is 2A: neither is singular at A = 0.
  func arc() -> CircularArc? {
    let greatest = max(abs(a), abs(b), abs(c), abs(d))
    guard greatest > 0, greatest.isFinite else { return nil }
    let (a, b, c, d) = (a / greatest, b / greatest, c / greatest, d / greatest)
    let square = b * b + c * c - 4 * a * d
    guard square > 0 else { return nil }
    let norm = square.squareRoot()
    let gradient = SIMD2(b, c) / norm
    // Where the origin is the center, every direction leads to a nearest point.
    let direction = gradient.normalized ?? SIMD2(1, 0)
    let distance = -2 * (d / norm) / (gradient.length + 1)
    return CircularArc(
      point: distance * direction, tangent: direction.perpendicular, curvature: 2 * a / norm)
  }
}
