/// The noise that the residuals of a polynomial fit show, and what may be stated of it.
///
/// With ν = m − d − 1 degrees of freedom an axis, S = Σ r·rᵀ/ν is all that the residuals say. Of one
/// degree it is a matrix of rank one, which is no covariance, and of few degrees its direction is
/// mostly chance. So the share 1/ν of it is pooled over the axes:
///
///     Σ₀ = (1 − 1/ν)·S + (1/ν)·(tr S/2)·I
///
/// Its trace is that of S, its ratio of variances at most 2ν − 1, and it turns with the plane.
///
/// A fit that leaves no residuals (below 1e-6 of the distances of its points from the newest one, in
/// root mean square) shows no noise: of that no covariance is stated.
struct ResidualNoise: Sendable {
  /// S.
  private let covariance: PositionCovariance
  /// 1/ν.
  private let pooledShare: Double
  /// Whether the fit goes through its points but for rounding.
  private let isExact: Bool

  /// Σ|r|² below this share of Σ|p − p_n|² is rounding.
  private static let exactShare = 1e-12

  /// Takes over the sums of a fit.
  ///
  /// - Parameters:
  ///   - products: Σ r·rᵀ over the points.
  ///   - freedom: ν, at least 1.
  ///   - spread: Σ|p − p_n|² over the points, p_n being the newest one.
  @inline(__always)
  init(_ products: PositionCovariance, freedom: Int, spread: Double) {
    pooledShare = 1 / Double(freedom)
    covariance = products.scaled(by: pooledShare)
    isExact = !(products.xx + products.yy > Self.exactShare * spread)
  }

  /// Writes the covariance of the fit's value, `factor` times that of the noise, and the confidence
  /// that it gives into a prediction.
  @inline(__always)
  func state(
    in prediction: inout Prediction, factor: Double, from newest: SIMD2<Double>
  ) {
    prediction.covariance = covariance.scaled(by: factor).ifFinite
    prediction.gainConfidence(from: newest)
    prediction.covariance = isExact ? nil : prediction.covariance?.pooled(pooledShare)
  }
}

extension PositionCovariance {
  /// The covariance with a share of it spread evenly over both axes.
  @inline(__always)
  fileprivate func pooled(_ share: Double) -> PositionCovariance {
    let (kept, mean) = (1 - share, share * (xx / 2 + yy / 2))
    return PositionCovariance(xx: kept * xx + mean, xy: kept * xy, yy: kept * yy + mean)
  }
}
