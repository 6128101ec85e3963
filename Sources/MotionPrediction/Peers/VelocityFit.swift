import MotionNumerics

/// The velocity at the newest of a few samples by a least-squares polynomial, as Android's and
/// Flutter's velocity trackers find it.
///
/// Minimizes Σ w_i²·|p_i − Σ_k c_k·(t_i − t_n)^k|² for k = 0…d; the velocity is c_1. Times are scaled
/// to −1…0 and positions are taken relative to the newest, which changes nothing but rounding.
/// Storage is made once.
struct VelocityFit: Sendable {
  /// A fitted velocity.
  struct Outcome: Sendable {
    /// c_1, a second.
    var velocity: SIMD2<Double>
    /// Σ of squared residuals, an axis a lane; they are weighted where the fit is.
    var residual: SIMD2<Double>
  }

  private var solver: LeastSquaresSolver

  /// Makes storage for at most `capacity` samples and polynomials up to `degree`.
  init(capacity: Int, degree: Int) {
    solver = LeastSquaresSolver(
      maximumRows: capacity, maximumColumns: degree + 1, rightHandSideCount: 2)
  }

  /// Fits the samples of `window` from `first` on.
  ///
  /// - Parameters:
  ///   - window: The samples.
  ///   - first: The oldest sample that counts.
  ///   - degree: The degree, at least 1.
  ///   - weight: w of the sample at an index.
  /// - Returns: nil if the samples' times leave no unique answer.
  mutating func fit(
    _ window: ObservationWindow, from first: Int, degree: Int, weight: (Int) -> Double
  ) -> Outcome? {
    guard let newest = window.newest else { return nil }
    let rows = window.count - first
    let span = newest.time - window[first].time
    guard span > 0, rows > degree else { return nil }
    for row in 0..<rows {
      let sample = window[first + row]
      let time = (sample.time - newest.time) / span
      var entry = weight(first + row)
      let relative = entry * (sample.position - newest.position)
      for column in 0...degree {
        solver.design[row + column * rows] = entry
        entry *= time
      }
      solver.rightHandSides[row] = relative.x
      solver.rightHandSides[row + rows] = relative.y
    }
    do { try solver.solve(rows: rows, columns: degree + 1) } catch { return nil }
    let slope = SIMD2(solver.coefficient(1, of: 0), solver.coefficient(1, of: 1))
    return Outcome(
      velocity: slope / span,
      residual: SIMD2(solver.residualSumOfSquares(of: 0), solver.residualSumOfSquares(of: 1)))
  }
}
