#if !hasFeature(Embedded)
  /// Ridge regression by normal equations, accumulated in parts, for more rows than fit in memory.
  ///
  /// Finds the W that minimizes Σ_i w_i·‖Wᵀ·φ_i − y_i‖² + Σ_j λ_j·‖W_j‖², W_j being the row of
  /// feature j, by Cholesky's factorization of G = Σ w·φ·φᵀ + diag(λ). Rows are passed multiplied
  /// by √w. G's condition is the square of the design's: where the factorization finds G not
  /// positive, or the solution is not finite, λ is too small for the features, and `solve` says so.
  ///
  /// Memory n² for n features, whatever the number of rows; cost m·n² + n³/3 operations for m rows.
  ///
  /// Source: Hoerl and Kennard, Technometrics 12(1), 1970, doi:10.1080/00401706.1970.10488634.
  package struct RidgeRegression: Sendable {
    /// The number of features n.
    package let featureCount: Int
    /// The number of right-hand sides.
    package let sideCount: Int
    /// Row by row; the upper triangle counts.
    private var gram: [Double]
    /// Row by row, one row per feature.
    private var moments: [Double]

    /// Creates empty normal equations.
    package init(features: Int, sides: Int) {
      featureCount = max(features, 0)
      sideCount = max(sides, 0)
      gram = Array(repeating: 0, count: featureCount * featureCount)
      moments = Array(repeating: 0, count: featureCount * sideCount)
    }

    /// Adds rows of features and desired values, both row by row and multiplied by √weight.
    ///
    /// Rows beyond the whole ones in either array are ignored.
    package mutating func add(features: [Double], desired: [Double]) {
      guard featureCount > 0, sideCount > 0 else { return }
      let rows = min(features.count / featureCount, desired.count / sideCount)
      LinearAlgebra.addSquare(of: features, rows: rows, columns: featureCount, to: &gram)
      LinearAlgebra.addProduct(
        transposed: features, desired, rows: rows, columns: featureCount, sides: sideCount,
        to: &moments)
    }

    /// Adds the sums of another regression of the same size; one of another size changes nothing.
    package mutating func add(_ other: RidgeRegression) {
      guard other.featureCount == featureCount, other.sideCount == sideCount else { return }
      for index in gram.indices { gram[index] += other.gram[index] }
      for index in moments.indices { moments[index] += other.moments[index] }
    }

    /// The coefficients of the features, by right-hand side.
    ///
    /// - Parameter penalties: λ_j, one per feature, 0 or more.
    /// - Returns: One list per right-hand side, with one coefficient per feature.
    /// - Throws: `LeastSquaresError` where there are not as many penalties as features, where a sum
    ///   is not finite, and where the features are not independent enough for the penalties.
    package func solve(penalties: [Double]) throws(LeastSquaresError) -> [[Double]] {
      guard penalties.count == featureCount else {
        throw .size(rows: penalties.count, columns: featureCount)
      }
      guard gram.allSatisfy({ $0.isFinite }), moments.allSatisfy({ $0.isFinite }) else {
        throw .notFinite
      }
      var matrix = gram
      for index in 0..<featureCount { matrix[index * (featureCount + 1)] += penalties[index] }
      var sides = [Double](repeating: 0, count: moments.count)
      for feature in 0..<featureCount {
        for side in 0..<sideCount {
          sides[side * featureCount + feature] = moments[feature * sideCount + side]
        }
      }
      let status = LinearAlgebra.solvePositiveDefinite(
        order: featureCount, sides: sideCount, a: &matrix, b: &sides)
      guard status <= 0 else { throw .rankDeficient(rank: status - 1, columns: featureCount) }
      guard status == 0 else { throw .solver(status: status) }
      guard sides.allSatisfy({ $0.isFinite }) else { throw .notFinite }
      return (0..<sideCount).map { Array(sides[($0 * featureCount)..<(($0 + 1) * featureCount)]) }
    }
  }
#endif
