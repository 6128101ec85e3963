/// A circle or line fitted to points of the plane by an algebraic criterion.
///
/// The criteria minimize the mean square of P(x, y) = A·(x² + y²) + B·x + C·y + D over the points,
/// under a condition that keeps (A, B, C, D) from vanishing (see `CircleFitMethod`). A line is the
/// circle with A = 0, an ordinary answer, and the result is an arc with a curvature, not a center.
///
/// Two methods find the same minimum: `CircleFit.init(_:method:)`, Newton's method on the
/// characteristic polynomial, which allocates nothing; and `CircleFit.byEigenvectors(_:method:)`,
/// LAPACK on the generalized eigenproblem, which `arc:solver=lapack` calls.
public struct CircleFit: Hashable, Sendable {
  /// The circle, with arc length counted from its point nearest to the points' mean.
  ///
  /// The direction of increasing arc length is not determined by points without times.
  public let arc: CircularArc
  /// √(mean of squared distances of the points from the circle), in the points' unit.
  public let rootMeanSquareDistance: Double

  /// Creates a fit from an arc, and measures the distances of the points from it.
  ///
  /// - Throws: `CircleFitError.notFinite` if a value overflows or underflows.
  init(
    arc: CircularArc, points: UnsafeBufferPointer<SIMD2<Double>>
  ) throws(CircleFitError) {
    var sum = 0.0
    for index in 0..<points.count {
      let distance = arc.signedDistance(to: points[index])
      sum += distance * distance
    }
    guard sum.isFinite, arc.curvature.isFinite, arc.tangent.squaredLength > 0.5 else {
      throw .notFinite
    }
    self.arc = arc
    rootMeanSquareDistance = (sum / Double(points.count)).squareRoot()
  }
}

/// The condition under which an algebraic circle fit minimizes Σ P².
///
/// On exact points of a circle all four agree. On a noisy arc of a few degrees, Kåsa's circle is
/// far too small (three quarters of the radius at a sagitta of 4 times the noise, a sixth at once
/// the noise); the other three are unbiased in the median and nearly equal.
public enum CircleFitMethod: String, CaseIterable, Hashable, Sendable {
  /// Mean of |∇P|² over the points = 1: P is the distance to first order.
  ///
  /// Source: Taubin 1991, doi:10.1109/34.103273.
  case taubin
  /// B² + C² − 4AD = 1: |∇P| = 1 on the circle.
  ///
  /// Source: Pratt 1987, doi:10.1145/37402.37420.
  case pratt
  /// Twice Taubin's condition minus Pratt's, which removes the second-order bias.
  ///
  /// Source: Al-Sharadqah and Chernov 2009, doi:10.1214/09-EJS419.
  case hyper
  /// A = 1: the plain linear least-squares problem. Included for comparison; it is biased.
  ///
  /// Source: Kåsa 1976, doi:10.1109/TIM.1976.6312298.
  case kasa
}

/// An error of a circle fit.
public enum CircleFitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer than three points.
  case tooFewPoints(Int)
  /// All points are the same.
  case coincident
  /// A NaN or infinity in the points, or values too large or small to square.
  case notFinite
  /// More than one circle fits equally well, as through points of only two places.
  case undetermined
  /// LAPACK failed: the routine and its status.
  case solver(routine: String, status: Int)

  /// A description of the problem, with the remedy.
  public var description: String {
    switch self {
    case .tooFewPoints(let count):
      "a circle is not determined by \(count) points: give at least three"
    case .coincident:
      "all points are the same: give at least three different ones"
    case .notFinite:
      "the points hold a number that is not finite or whose square is not: leave them out or "
        + "scale them"
    case .undetermined:
      "more than one circle fits equally well: give at least three points apart from each other"
    case .solver(let routine, let status):
      "LAPACK's \(routine) returned \(status): the linked library is not a LAPACK that works"
    }
  }
}
