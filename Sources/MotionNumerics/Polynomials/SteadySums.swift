/// Iterated sums of positions on a steady clock, which determine the `PolynomialMoments`.
///
/// With q_i the position of the i-th point before the newest one, relative to that, the first sum
/// after m points is A_1 = Σ q_i, and each further one adds up the one before it on the way:
/// A_k(m) = Σ_{j ≤ m} A_{k−1}(j). An addition a degree and point is all that is needed, where
/// powers of time would be multiplied. Since A_k = Σ C(m − i + k − 1, k − 1)·q_i, the moments of n
/// = m + 1 points at u_i = −i intervals are
///
/// - T_0 = A_1,
/// - T_1 = A_2 − n·T_0,
/// - T_2 = 2·A_3 − (2n + 1)·T_1 − n(n + 1)·T_0,
/// - T_3 = 6·A_4 − 3(n + 1)·T_2 − (3n² + 6n + 2)·T_1 − n(n + 1)(n + 2)·T_0,
///
/// with integer coefficients, exact up to 2⁵³. The terms are at most about ten times the result, so
/// at most one digit is lost. As with the moments, the sums of a window are partial sums of every
/// longer one, and there is no sliding update that could drift.
@usableFromInline
package struct SteadySums: Sendable {
  @usableFromInline internal var first = SIMD2<Double>.zero
  @usableFromInline internal var second = SIMD2<Double>.zero
  @usableFromInline internal var third = SIMD2<Double>.zero
  @usableFromInline internal var fourth = SIMD2<Double>.zero

  /// Creates the sums of the newest point alone.
  @inlinable
  package init() {}

  /// Adds points `indices`, counted from the newest (which is 0) to older ones.
  ///
  /// The arithmetic is the same for every degree.
  ///
  /// - Precondition: `indices` lie within the points, and `degree` is 0 to 3.
  @inlinable @inline(__always)
  package mutating func add(
    _ points: UnsafeBufferPointer<TimedPoint>, _ indices: Range<Int>, degree: Int
  ) {
    guard let base = points.baseAddress else { return }
    let newest = base + (points.count &- 1)
    let position = newest.pointee.position
    var point = newest - indices.lowerBound
    let end = newest - indices.upperBound
    while point > end {
      first += point.pointee.position - position
      if degree >= 1 { second += first }
      if degree >= 2 { third += second }
      if degree >= 3 { fourth += third }
      point -= 1
    }
  }

  /// Returns the moments T_0 to T_degree of `count` points: all that were added, and the newest.
  @inlinable @inline(__always)
  package func moments(count: Int, degree: Int) -> PolynomialMoments {
    var moments = PolynomialMoments()
    moments.positions0 = first
    guard degree >= 1 else { return moments }
    let n = Double(count)
    moments.positions1 = second - n * first
    guard degree >= 2 else { return moments }
    moments.positions2 = 2 * third - (2 * n + 1) * moments.positions1 - (n * (n + 1)) * first
    guard degree >= 3 else { return moments }
    moments.positions3 =
      6 * fourth - (3 * (n + 1)) * moments.positions2
      - (3 * n * (n + 2) + 2) * moments.positions1 - (n * (n + 1) * (n + 2)) * first
    return moments
  }
}
