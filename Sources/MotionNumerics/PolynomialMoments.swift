/// The sums from which least-squares polynomials of degree 0 to 3 through points of a plane are found.
///
/// With u_i the time of a point after the newest one (so u ≤ 0) and q_i its position relative to the
/// newest one's, S_k = Σ u_i^k for k = 1…6 and T_k = Σ u_i^k·q_i for k = 0…3. Points are added from
/// the newest to the oldest, so that the sums of a window are those of every longer one on the way:
/// windows that share a stream share one pass, and a window alone has the same sums to the last bit.
/// There is no sliding update, and so nothing that could drift. The newest point itself adds nothing.
///
/// Of a steady clock u is −1, −2, … in intervals, and S_k is known beforehand (`GramFactor.steady`).
package struct PolynomialMoments: Sendable {
  /// S_1, S_2.
  package var firstTimes = SIMD2<Double>.zero
  /// S_3, S_4.
  package var secondTimes = SIMD2<Double>.zero
  /// S_5, S_6.
  package var thirdTimes = SIMD2<Double>.zero
  /// T_0.
  package var positions0 = SIMD2<Double>.zero
  /// T_1.
  package var positions1 = SIMD2<Double>.zero
  /// T_2.
  package var positions2 = SIMD2<Double>.zero
  /// T_3.
  package var positions3 = SIMD2<Double>.zero

  /// Makes the sums of the newest point alone.
  @inlinable
  package init() {}

  /// Adds a point to what a polynomial of that degree needs.
  ///
  /// The same numbers are added in the same way for every degree.
  ///
  /// - Parameters:
  ///   - time: u.
  ///   - offset: q.
  ///   - degree: 0 to 3; a constant where it is called, so that the rest falls away.
  @inline(__always)
  package mutating func add(_ time: Double, _ offset: SIMD2<Double>, degree: Int) {
    let square = time * time
    if degree >= 1 {
      var powers = SIMD2(time, square)
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
    addPosition(time, square, offset, degree: degree)
  }

  /// Adds a point of a steady clock: `add` without the sums of powers.
  @inline(__always)
  package mutating func addSteady(_ time: Double, _ offset: SIMD2<Double>, degree: Int) {
    addPosition(time, time * time, offset, degree: degree)
  }

  @inline(__always)
  private mutating func addPosition(
    _ time: Double, _ square: Double, _ offset: SIMD2<Double>, degree: Int
  ) {
    positions0 += offset
    if degree >= 1 { positions1 += time * offset }
    if degree >= 2 { positions2 += square * offset }
    if degree >= 3 { positions3 += (square * time) * offset }
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
    let last = points.count - 1
    let newest = points[last]
    var index = indices.lowerBound
    while index < indices.upperBound {
      let point = points[last - index]
      add(point.time - newest.time, point.position - newest.position, degree: degree)
      index += 1
    }
  }

  /// Adds points `indices`, counted from the newest to older ones, at −1, −2 and so on.
  ///
  /// - Precondition: `indices` lie within the points, and `degree` is 0 to 3.
  @inline(__always)
  package mutating func addSteady(
    _ points: UnsafeBufferPointer<TimedPoint>, _ indices: Range<Int>, degree: Int
  ) {
    let last = points.count - 1
    let newest = points[last].position
    var time = -Double(indices.lowerBound)
    var index = indices.lowerBound
    while index < indices.upperBound {
      addSteady(time, points[last - index].position - newest, degree: degree)
      time -= 1
      index += 1
    }
  }
}
