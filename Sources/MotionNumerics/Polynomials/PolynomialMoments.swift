/// The sums that determine least-squares polynomials of degree 0 to 3 through points of a plane.
///
/// With u_i the time of a point after the newest one (so u ≤ 0) and q_i its position relative to
/// the newest one's, S_k = Σ u_i^k for k = 1…6 and T_k = Σ u_i^k·q_i for k = 0…3. Points are added
/// from the newest to the oldest, so the sums of a window are partial sums of every longer one:
/// windows that share a stream share one pass, with bit-identical sums. There is no sliding update
/// that could drift. The newest point itself adds nothing.
///
/// On a steady clock u is −1, −2, … in intervals; S_k is known beforehand (`GramFactor.steady`),
/// and T_k follows from `SteadySums`.
@usableFromInline
package struct PolynomialMoments: Sendable {
  /// S_1.
  @usableFromInline package var times1 = 0.0
  /// S_2.
  @usableFromInline package var times2 = 0.0
  /// S_3.
  @usableFromInline package var times3 = 0.0
  /// S_4.
  @usableFromInline package var times4 = 0.0
  /// S_5.
  @usableFromInline package var times5 = 0.0
  /// S_6.
  @usableFromInline package var times6 = 0.0
  /// T_0.
  @usableFromInline package var positions0 = SIMD2<Double>.zero
  /// T_1.
  @usableFromInline package var positions1 = SIMD2<Double>.zero
  /// T_2.
  @usableFromInline package var positions2 = SIMD2<Double>.zero
  /// T_3.
  @usableFromInline package var positions3 = SIMD2<Double>.zero

  /// Creates the sums of the newest point alone.
  @inlinable
  package init() {}

  /// Adds a point to the sums that a polynomial of a degree needs.
  ///
  /// The arithmetic is the same for every degree.
  ///
  /// - Parameters:
  ///   - time: u.
  ///   - offset: q.
  ///   - degree: 0 to 3; a constant at the call site, so that unused sums are optimized away.
  @inlinable @inline(__always)
  package mutating func add(_ time: Double, _ offset: SIMD2<Double>, degree: Int) {
    positions0 += offset
    guard degree >= 1 else { return }
    let square = time * time
    times1 += time
    times2 += square
    positions1 += time * offset
    guard degree >= 2 else { return }
    let cube = square * time
    times3 += cube
    times4 += square * square
    positions2 += square * offset
    guard degree >= 3 else { return }
    times5 += cube * square
    times6 += cube * cube
    positions3 += cube * offset
  }
}

extension PolynomialMoments {
  /// Adds points `indices`, counted from the newest (which is 0) to older ones, on their own times.
  ///
  /// - Precondition: `indices` lie within the points, and `degree` is 0 to 3.
  @inlinable @inline(__always)
  package mutating func add(
    _ points: UnsafeBufferPointer<TimedPoint>, _ indices: Range<Int>, degree: Int
  ) {
    guard let first = points.baseAddress else { return }
    let newest = first + (points.count &- 1)
    let (start, position) = (newest.pointee.time, newest.pointee.position)
    var point = newest - indices.lowerBound
    let end = newest - indices.upperBound
    while point > end {
      add(point.pointee.time - start, point.pointee.position - position, degree: degree)
      point -= 1
    }
  }
}
