import MotionNumerics
import MotionPrediction

/// The normal distribution that a prediction with a covariance states for where the contact will be.
struct PositionDensity {
  /// The square of the Mahalanobis distance of the error, εᵀ Σ⁻¹ ε.
  let squaredDistance: Double
  /// −ln of the density at the truth, in nats, over the squared unit of the error.
  let surprise: Double
  /// The mean variance of the two axes, tr Σ / 2.
  let meanVariance: Double

  /// The density at the truth.
  ///
  /// Nil for a covariance that is not finite, not positive definite, narrower than rounding in some
  /// direction, or so narrow in one beside the other (1 : 10⁶) that its inverse is rounding.
  ///
  /// - Parameters:
  ///   - covariance: Σ, in the squared unit of the error.
  ///   - error: p̂ − g.
  ///   - roundingLength: A standard deviation that is no more than rounding.
  init?(_ covariance: PositionCovariance, error: SIMD2<Double>, roundingLength: Double) {
    let (xx, xy, yy) = (covariance.xx, covariance.xy, covariance.yy)
    let half = (xx + yy) / 2
    let root = SIMD2((xx - yy) / 2, xy).length
    let determinant = xx * yy - xy * xy
    let greater = half + root
    // The product of the eigenvalues over the greater: their difference would lose digits.
    let smaller = determinant / greater
    guard covariance.isFinite, determinant.isFinite, greater > 0,
      smaller > roundingLength * roundingLength, smaller > Self.leastRatio * greater
    else { return nil }
    squaredDistance =
      (yy * error.x * error.x - 2 * xy * error.x * error.y + xx * error.y * error.y) / determinant
    surprise =
      Elementary.logarithm(2 * .pi) + Elementary.logarithm(determinant) / 2 + squaredDistance / 2
    meanVariance = half
    guard surprise.isFinite else { return nil }
  }

  /// The smallest ratio of variances whose inverse keeps four digits.
  private static let leastRatio = 1e-12

  /// The square of the Mahalanobis distance within which a share of a plane normal distribution
  /// lies: −2 ln(1 − share).
  static func squaredRadius(covering share: Double) -> Double {
    -2 * Elementary.logarithm(1 - share)
  }
}

extension ScoredStroke {
  /// Calls `body` with each scored target, and the covariance that the predictor stated there, in the
  /// reported unit; nil where it stated none.
  func forEachCovariance(_ body: (Int, PositionCovariance?) -> Void) {
    let square = factor * factor
    forEachScored { index in
      let stated = answer(index)?.covariance
      body(
        index,
        stated.map {
          PositionCovariance(xx: square * $0.xx, xy: square * $0.xy, yy: square * $0.yy)
        })
    }
  }
}
