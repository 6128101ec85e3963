import MotionNumerics

/// An ellipse in which a contact is expected with a stated probability.
public struct PredictedRegion: Hashable, Sendable {
  /// The predicted position, in the recording's unit.
  public var center: SIMD2<Double>
  /// Half the length of the longer axis.
  public var semiMajor: Double
  /// Half the length of the shorter axis.
  public var semiMinor: Double
  /// The direction of the longer axis, in radians from x toward y, above −π/2 and at most π/2.
  public var angle: Double
}

extension Prediction {
  /// Returns the Mahalanobis radius of the region that contains the contact with a given probability.
  ///
  /// The region contains the points p with dᵀ Σ⁻¹ d ≤ r², d = p − `position` and Σ the covariance. Where
  /// `radii` is nil the covariance stands for a normal distribution, r² = −2 ln(1 − share).
  ///
  /// - Parameter share: The probability, between 0 and 1.
  /// - Returns: r, without unit; nil without a covariance, or for a share that is not between 0 and 1.
  public func regionRadius(covering share: Double) -> Double? {
    guard covariance != nil, share > 0, share < 1 else { return nil }
    if let radii { return radii.radius(covering: share) }
    return (-2 * Elementary.logarithm(1 - share)).squareRoot()
  }

  /// Returns the region that contains the contact with a given probability, as an ellipse to draw.
  ///
  /// - Parameter share: The probability, between 0 and 1.
  /// - Returns: nil without a covariance that is positive semidefinite and finite, or for a share that
  ///   is not between 0 and 1.
  public func region(covering share: Double) -> PredictedRegion? {
    guard let radius = regionRadius(covering: share), let covariance else { return nil }
    let half = (covariance.xx + covariance.yy) / 2
    let difference = SIMD2((covariance.xx - covariance.yy) / 2, covariance.xy)
    let greater = half + difference.length
    guard greater.isFinite, greater >= 0, covariance.xx >= 0, covariance.yy >= 0 else { return nil }
    let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
    let smaller = greater > 0 ? max(determinant / greater, 0) : 0
    let turn = difference == .zero ? 0 : Elementary.arctangent(difference.y, difference.x) / 2
    return PredictedRegion(
      center: position, semiMajor: radius * greater.squareRoot(),
      semiMinor: radius * smaller.squareRoot(), angle: turn)
  }
}
