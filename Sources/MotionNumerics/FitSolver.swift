/// Who does the arithmetic of a fit: formulas of this package, or LAPACK.
///
/// Both find the same minimum. They agree to rounding where the problem is well conditioned, and cost
/// very different amounts of time.
public enum FitSolver: String, Hashable, Sendable, CaseIterable, Codable {
  /// Formulas that are made for points that come one by one: sums, Newton steps, plane rotations.
  case streaming
  /// One factorization or eigenvalue problem by LAPACK for each new point.
  case lapack
}
