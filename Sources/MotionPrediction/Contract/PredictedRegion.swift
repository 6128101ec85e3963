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
  /// - Returns: An ellipse of finite numbers; nil if there is none, without a covariance that is positive
  ///   semidefinite, or for a share that is not between 0 and 1.
  public func region(covering share: Double) -> PredictedRegion? {
    guard let radius = regionRadius(covering: share), let covariance else { return nil }
    let half = (covariance.xx + covariance.yy) / 2
    let difference = SIMD2((covariance.xx - covariance.yy) / 2, covariance.xy)
    let greater = half + difference.length
    guard greater.isFinite, greater >= 0, covariance.xx >= 0, covariance.yy >= 0 else { return nil }
    let smaller = covariance.smallerVariance(greater: greater)
    guard smaller >= -Self.rounding * greater else { return nil }
    let turn = difference == .zero ? 0 : Elementary.arctangent(difference.y, difference.x) / 2
    let region = PredictedRegion(
      center: position, semiMajor: radius * greater.squareRoot(),
      semiMinor: radius * min(max(smaller, 0), greater).squareRoot(), angle: turn)
    return region.isFinite ? region : nil
  }

  /// The share of the greater variance by which rounding may bring the smaller one below 0.
  private static var rounding: Double { 1e-6 }
}

extension PredictedRegion {
  /// Indicates whether all numbers are finite.
  fileprivate var isFinite: Bool {
    center.x.isFinite && center.y.isFinite && semiMajor.isFinite && semiMinor.isFinite
      && angle.isFinite
  }
}

extension PositionCovariance {
  /// Returns the variance along the shorter axis, given that along the longer one.
  fileprivate func smallerVariance(greater: Double) -> Double {
    guard greater > 0 else { return 0 }
    let determinant = xx * yy - xy * xy
    // Products of large numbers overflow where quotients do not.
    return determinant.isFinite ? determinant / greater : xx / greater * yy - xy / greater * xy
  }
}
