/// The triangular factor of the normal equations of a polynomial fit of degree 0 to 3.
///
/// G = AᵀA, with the sums S_{j+k} of `PolynomialMoments` as entries, is factored as L·D·Lᵀ with
/// ones on L's diagonal. The factor of a lower degree is the upper left part of that of a higher
/// one, bit by bit: one factor serves every degree, both axes and all horizons.
///
/// **Condition.** The k-th pivot D_k is the part of column k's square G_kk that the previous
/// columns do not explain. Rounding of G leaves it with a relative error of about n·2⁻⁵³·G_kk/D_k.
/// If D_k is less than `leastPivot` times G_kk, as with clustered and equal times, the
/// factorization stops, and the caller has to solve by QR instead (`PlanarPolynomialSolver`).
@usableFromInline
package struct GramFactor: Sendable {
  /// The least fraction of a column's square that must remain after projection.
  ///
  /// On even times the fractions of degree 1, 2 and 3 are above 1/5, 1/40 and 1/450, for any
  /// window.
  @inlinable package static var leastPivot: Double { 1e-5 }
  /// Column squares below this have lost digits, as subnormal numbers do.
  @inlinable package static var leastSquare: Double { 1e-280 }

  /// The highest degree that could be factored; −1 for none.
  @usableFromInline package internal(set) var degree = -1
  /// 1/D_0 to 1/D_3.
  @usableFromInline package internal(set) var inverse0 = 0.0
  @usableFromInline package internal(set) var inverse1 = 0.0
  @usableFromInline package internal(set) var inverse2 = 0.0
  @usableFromInline package internal(set) var inverse3 = 0.0
  /// L, row by row, below its diagonal.
  @usableFromInline package internal(set) var l10 = 0.0
  @usableFromInline package internal(set) var l20 = 0.0
  @usableFromInline package internal(set) var l21 = 0.0
  @usableFromInline package internal(set) var l30 = 0.0
  @usableFromInline package internal(set) var l31 = 0.0
  @usableFromInline package internal(set) var l32 = 0.0

  /// Creates a factor of degree −1.
  @inlinable package init() {}

  /// Factors the normal equations of 1/`inverseCount` points, at least 1, up to `degree` or as far
  /// as they are well conditioned.
  @inlinable @inline(__always)
  package init(_ sums: PolynomialMoments, inverseCount: Double, degree: Int) {
    inverse0 = inverseCount
    self.degree = 0
    guard degree >= 1 else { return }
    let (s1, s2) = (sums.times1, sums.times2)
    l10 = s1 * inverse0
    let d1 = s2 - l10 * s1
    guard d1 > Self.leastPivot * s2, s2 > Self.leastSquare else { return }
    inverse1 = 1 / d1
    self.degree = 1
    guard degree >= 2 else { return }
    let (s3, s4) = (sums.times3, sums.times4)
    l20 = s2 * inverse0
    let a21 = s3 - l20 * s1
    l21 = a21 * inverse1
    let d2 = s4 - l20 * s2 - l21 * a21
    guard d2 > Self.leastPivot * s4, s4 > Self.leastSquare else { return }
    inverse2 = 1 / d2
    self.degree = 2
    guard degree >= 3 else { return }
    let (s5, s6) = (sums.times5, sums.times6)
    l30 = s3 * inverse0
    let a31 = s4 - l30 * s1
    l31 = a31 * inverse1
    let a32 = s5 - l30 * s2 - l31 * a21
    l32 = a32 * inverse2
    let d3 = s6 - l30 * s3 - l31 * a31 - l32 * a32
    guard d3 > Self.leastPivot * s6, s6 > Self.leastSquare else { return }
    inverse3 = 1 / d3
    self.degree = 3
  }

  /// Returns the coefficients of the fit of a degree from T_0 to T_degree.
  @inlinable @inline(__always)
  package func coefficients(_ sums: PolynomialMoments, degree: Int) -> CubicPath {
    let y0 = sums.positions0
    guard degree >= 1 else { return CubicPath(inverse0 * y0, .zero, .zero, .zero) }
    let y1 = sums.positions1 - l10 * y0
    guard degree >= 2 else {
      let c1 = inverse1 * y1
      return CubicPath(inverse0 * y0 - l10 * c1, c1, .zero, .zero)
    }
    let y2 = sums.positions2 - l20 * y0 - l21 * y1
    guard degree >= 3 else {
      let c2 = inverse2 * y2
      let c1 = inverse1 * y1 - l21 * c2
      return CubicPath(inverse0 * y0 - l20 * c2 - l10 * c1, c1, c2, .zero)
    }
    let y3 = sums.positions3 - l30 * y0 - l31 * y1 - l32 * y2
    let c3 = inverse3 * y3
    let c2 = inverse2 * y2 - l32 * c3
    let c1 = inverse1 * y1 - l31 * c3 - l21 * c2
    return CubicPath(inverse0 * y0 - l30 * c3 - l20 * c2 - l10 * c1, c1, c2, c3)
  }

  /// φᵀ·G⁻¹·φ for φ = (1, u, …, u^degree): the variance of the fit at u for unit variance of
  /// points.
  ///
  /// - Precondition: The factor reaches `degree`.
  package func varianceFactor(at time: Double, degree: Int) -> Double {
    var variance = inverse0
    guard degree >= 1 else { return variance }
    let y1 = time - l10
    variance += inverse1 * y1 * y1
    guard degree >= 2 else { return variance }
    let square = time * time
    let y2 = square - l20 - l21 * y1
    variance += inverse2 * y2 * y2
    guard degree >= 3 else { return variance }
    let y3 = square * time - l30 - l31 * y1 - l32 * y2
    return variance + inverse3 * y3 * y3
  }

  /// The factors of steady clocks: element n for n points, at the times 0, −1, …, 1 − n.
  ///
  /// The sums are whole numbers, and exact up to 2⁵³.
  ///
  /// - Parameters:
  ///   - count: The greatest n.
  ///   - degree: The degree, 0 to 3; factors of few points have a lower one.
  /// - Returns: The factors, starting with that of no points.
  package static func steady(upTo count: Int, degree: Int) -> [GramFactor] {
    var sums = PolynomialMoments()
    return (0...max(count, 1)).map { points in
      guard points > 0 else { return GramFactor() }
      if points > 1 { sums.add(Double(1 - points), .zero, degree: 3) }
      return GramFactor(
        sums, inverseCount: 1 / Double(points), degree: min(degree, points - 1))
    }
  }
}
