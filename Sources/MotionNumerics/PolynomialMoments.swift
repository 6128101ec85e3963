/// The sums from which least-squares polynomials of degree 0 to 3 through points of a plane are found.
///
/// With u_i the time of a point after the newest one (so u ≤ 0) and q_i its position relative to the
/// newest one's, S_k = Σ u_i^k for k = 1…6 and T_k = Σ u_i^k·q_i for k = 0…3. Points are added from
/// the newest to the oldest, so that the sums of a window are those of every longer one on the way:
/// windows that share a stream share one pass, and a window alone has the same sums to the last bit.
/// There is no sliding update, and so nothing that could drift. The newest point itself adds nothing.
///
/// Of a steady clock u is −1, −2, … in intervals, and S_k is known beforehand (`GramFactor.steady`).
@usableFromInline
package struct PolynomialMoments: Sendable {
  /// S_1, S_2.
  @usableFromInline package var firstTimes = SIMD2<Double>.zero
  /// S_3, S_4.
  @usableFromInline package var secondTimes = SIMD2<Double>.zero
  /// S_5, S_6.
  @usableFromInline package var thirdTimes = SIMD2<Double>.zero
  /// T_0.
  @usableFromInline package var positions0 = SIMD2<Double>.zero
  /// T_1.
  @usableFromInline package var positions1 = SIMD2<Double>.zero
  /// T_2.
  @usableFromInline package var positions2 = SIMD2<Double>.zero
  /// T_3.
  @usableFromInline package var positions3 = SIMD2<Double>.zero

  /// Makes the sums of the newest point alone.
  @inlinable
  package init() {}

  /// Adds a point to what a polynomial of that degree needs.
  ///
  /// The same numbers are added in the same way for every degree.
  ///
  /// - Parameters:
  ///   - time: u, in both numbers.
  ///   - offset: q.
  ///   - degree: 0 to 3; a constant where it is called, so that the rest falls away.
  @inline(__always)
  package mutating func add(_ time: SIMD2<Double>, _ offset: SIMD2<Double>, degree: Int) {
    if degree >= 1 {
      let square = time * time
      var powers = SIMD2(time.x, square.x)
      firstTimes += powers
      if degree >= 2 {
        powers *= square
        secondTimes += powers
      }
      if degree >= 3 {
        powers *= square
        thirdTimes += powers
      }
    }
    addPosition(time, offset, degree: degree)
  }

  @inline(__always)
  private mutating func addPosition(
    _ time: SIMD2<Double>, _ offset: SIMD2<Double>, degree: Int
  ) {
    positions0 += offset
    if degree >= 1 { positions1 += time * offset }
    if degree >= 2 { positions2 += (time * time) * offset }
    if degree >= 3 { positions3 += (time * time * time) * offset }
  }
}

extension PolynomialMoments {
  /// Adds points `indices`, counted from the newest (which is 0) to older ones, on their own times.
  ///
  /// - Precondition: `indices` lie within the points, and `degree` is 0 to 3.
  @inline(__always)
  package mutating func add(
    _ points: UnsafeBufferPointer<TimedPoint>, _ indices: Range<Int>, degree: Int
  ) {
    guard let first = points.baseAddress else { return }
    let newest = first + (points.count &- 1)
    let (start, position) = (newest.pointee.time, newest.pointee.position)
    var point = newest - indices.lowerBound
    let end = newest - indices.upperBound
    while point > end {
      let time = SIMD2(repeating: point.pointee.time - start)
      add(time, point.pointee.position - position, degree: degree)
      point -= 1
    }
  }

  /// Adds points `indices`, counted from the newest to older ones, at −1, −2 and so on.
  ///
  /// - Precondition: `indices` lie within the points, and `degree` is 0 to 3.
  @inline(__always)
  package mutating func addSteady(
    _ points: UnsafeBufferPointer<TimedPoint>, _ indices: Range<Int>, degree: Int
  ) {
    guard let first = points.baseAddress else { return }
    let newest = first + (points.count &- 1)
    let position = newest.pointee.position
    var time = SIMD2(repeating: -Double(indices.lowerBound))
    var point = newest - indices.lowerBound
    let end = newest - indices.upperBound
    while point > end {
      addPosition(time, point.pointee.position - position, degree: degree)
      time -= SIMD2(repeating: 1)
      point -= 1
    }
  }
}
