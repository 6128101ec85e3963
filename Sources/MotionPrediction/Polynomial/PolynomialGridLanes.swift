import MotionNumerics

/// The vectors of one band, row by row.
struct LaneColumn {
  let start: UnsafeMutablePointer<SIMD4<Double>>
  let stride: Int

  @inline(__always)
  subscript(_ row: Int) -> SIMD4<Double> {
    get { start[row * stride] }
    nonmutating set { start[row * stride] = newValue }
  }

  /// Eight rows from a first one on.
  @inline(__always)
  func moments(from row: Int) -> LaneMoments {
    LaneMoments(
      x: (self[row], self[row + 2], self[row + 4], self[row + 6]),
      y: (self[row + 1], self[row + 3], self[row + 5], self[row + 7]))
  }
}

/// T_0 to T_3, or A_1 to A_4, of four windows.
struct LaneMoments {
  typealias Four = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  var x: Four
  var y: Four

  /// T_0 to T_3 of n points from A_1 to A_4, as in `SteadySums`.
  @inline(__always)
  func onSteadyClock(_ n: SIMD4<Double>) -> LaneMoments {
    let (a, b): (SIMD4<Double>, SIMD4<Double>) = (2 * n + 1, n * (n + 1))
    let c: SIMD4<Double> = 3 * (n + 1)
    let d: SIMD4<Double> = 3 * n * (n + 2) + 2
    let e: SIMD4<Double> = b * (n + 2)
    func moments(_ sums: Four) -> Four {
      let first: SIMD4<Double> = sums.1 - n * sums.0
      let second: SIMD4<Double> = 2 * sums.2 - a * first - b * sums.0
      let third: SIMD4<Double> = 6 * sums.3 - c * second - d * first - e * sums.0
      return (sums.0, first, second, third)
    }
    return LaneMoments(x: moments(x), y: moments(y))
  }

  mutating func replace(with other: LaneMoments, where mask: SIMDMask<SIMD4<Int64>>) {
    func replace(_ four: inout Four, _ other: Four) {
      four.0.replace(with: other.0, where: mask)
      four.1.replace(with: other.1, where: mask)
      four.2.replace(with: other.2, where: mask)
      four.3.replace(with: other.3, where: mask)
    }
    replace(&x, other.x)
    replace(&y, other.y)
  }
}

/// `GramFactor`s of four windows.
struct GramLanes: Sendable {
  /// The highest degree that could be factored.
  var reach = SIMD4<Double>.zero
  var inverse0 = SIMD4<Double>.zero
  var inverse1 = SIMD4<Double>.zero
  var inverse2 = SIMD4<Double>.zero
  var inverse3 = SIMD4<Double>.zero
  var l10 = SIMD4<Double>.zero
  var l20 = SIMD4<Double>.zero
  var l21 = SIMD4<Double>.zero
  var l30 = SIMD4<Double>.zero
  var l31 = SIMD4<Double>.zero
  var l32 = SIMD4<Double>.zero

  /// Four factors side by side.
  init(_ factors: [GramFactor]) {
    for (lane, factor) in factors.enumerated() {
      reach[lane] = Double(factor.degree)
      (inverse0[lane], inverse1[lane]) = (factor.inverse0, factor.inverse1)
      (inverse2[lane], inverse3[lane]) = (factor.inverse2, factor.inverse3)
      (l10[lane], l20[lane], l21[lane]) = (factor.l10, factor.l20, factor.l21)
      (l30[lane], l31[lane], l32[lane]) = (factor.l30, factor.l31, factor.l32)
    }
  }

  /// Factors the normal equations of S_1 to S_6 up to a degree; beyond `reach` the numbers are
  /// undefined.
  @inline(__always)
  init(_ sums: LaneColumn, inverseCounts: SIMD4<Double>, degree: Int) {
    inverse0 = inverseCounts
    guard degree >= 1 else { return }
    let (s1, s2) = (sums[0], sums[1])
    l10 = s1 * inverse0
    let d1 = s2 - l10 * s1
    inverse1 = 1 / d1
    let isLinear = Self.isSound(d1, s2)
    reach.replace(with: 1, where: isLinear)
    guard degree >= 2 else { return }
    let (s3, s4) = (sums[2], sums[3])
    l20 = s2 * inverse0
    let a21 = s3 - l20 * s1
    l21 = a21 * inverse1
    let d2 = s4 - l20 * s2 - l21 * a21
    inverse2 = 1 / d2
    let isQuadratic = isLinear .& Self.isSound(d2, s4)
    reach.replace(with: 2, where: isQuadratic)
    guard degree >= 3 else { return }
    let (s5, s6) = (sums[4], sums[5])
    l30 = s3 * inverse0
    let a31 = s4 - l30 * s1
    l31 = a31 * inverse1
    let a32 = s5 - l30 * s2 - l31 * a21
    l32 = a32 * inverse2
    let d3 = s6 - l30 * s3 - l31 * a31 - l32 * a32
    inverse3 = 1 / d3
    reach.replace(with: 3, where: isQuadratic .& Self.isSound(d3, s6))
  }

  /// Whether pivots are large enough, as in `GramFactor`.
  @inline(__always)
  private static func isSound(
    _ pivot: SIMD4<Double>, _ square: SIMD4<Double>
  ) -> SIMDMask<SIMD4<Int64>> {
    (pivot .> GramFactor.leastPivot * square) .& (square .> GramFactor.leastSquare)
  }

  /// The factors, with those of other lanes where the mask is true.
  func replacing(with other: GramLanes, where mask: SIMDMask<SIMD4<Int64>>) -> GramLanes {
    var result = self
    result.reach.replace(with: other.reach, where: mask)
    result.inverse0.replace(with: other.inverse0, where: mask)
    result.inverse1.replace(with: other.inverse1, where: mask)
    result.inverse2.replace(with: other.inverse2, where: mask)
    result.inverse3.replace(with: other.inverse3, where: mask)
    result.l10.replace(with: other.l10, where: mask)
    result.l20.replace(with: other.l20, where: mask)
    result.l21.replace(with: other.l21, where: mask)
    result.l30.replace(with: other.l30, where: mask)
    result.l31.replace(with: other.l31, where: mask)
    result.l32.replace(with: other.l32, where: mask)
    return result
  }

  /// Writes the coefficients of the fits of a degree, a constant, into rows from `row` on; NaN where
  /// there are too few points.
  @inline(__always)
  func write(
    _ moments: LaneMoments, degree: Int, _ column: LaneColumn, _ row: Int, _ band: Int
  ) {
    var (x, y) = (
      coefficients(moments.x, degree: degree), coefficients(moments.y, degree: degree)
    )
    if band == 0, degree > 0 {
      let isMissing = SIMD4<Double>(1, 2, 3, 4) .<= Double(degree)
      x.0.replace(with: .nan, where: isMissing)
      y.0.replace(with: .nan, where: isMissing)
    }
    (column[row], column[row + 1]) = (x.0, y.0)
    if degree >= 1 { (column[row + 2], column[row + 3]) = (x.1, y.1) }
    if degree >= 2 { (column[row + 4], column[row + 5]) = (x.2, y.2) }
    if degree >= 3 { (column[row + 6], column[row + 7]) = (x.3, y.3) }
  }

  @inline(__always)
  private func coefficients(_ t: LaneMoments.Four, degree: Int) -> LaneMoments.Four {
    let zero = SIMD4<Double>.zero
    let y0 = t.0
    if degree == 0 { return (inverse0 * y0, zero, zero, zero) }
    let y1 = t.1 - l10 * y0
    if degree == 1 {
      let c1 = inverse1 * y1
      return (inverse0 * y0 - l10 * c1, c1, zero, zero)
    }
    let y2 = t.2 - l20 * y0 - l21 * y1
    if degree == 2 {
      let c2 = inverse2 * y2
      let c1 = inverse1 * y1 - l21 * c2
      return (inverse0 * y0 - l20 * c2 - l10 * c1, c1, c2, zero)
    }
    let y3 = t.3 - l30 * y0 - l31 * y1 - l32 * y2
    let c3 = inverse3 * y3
    let c2 = inverse2 * y2 - l32 * c3
    let c1 = inverse1 * y1 - l31 * c3 - l21 * c2
    return (inverse0 * y0 - l30 * c3 - l20 * c2 - l10 * c1, c1, c2, c3)
  }
}
