/// Solves one linear least-squares problem, given as rows.
///
/// For many problems of one size, use `LeastSquaresSolver`, which allocates nothing per problem.
public enum LeastSquares {
  /// The treatment of a problem whose columns are not independent.
  public enum Deficiency: Sendable, Hashable {
    /// An error is thrown.
    case refused
    /// The minimizer with the least ‖x‖ is returned; fewer rows than columns are
    /// allowed.
    case minimumNorm
  }

  /// Returns, for each b, the x that minimizes ‖A·x − b‖², computed by LAPACK's `dgelsy`.
  ///
  /// - Parameters:
  ///   - design: The rows of A, m of n numbers.
  ///   - rightHandSides: Each b, of m numbers; at least one.
  ///   - deficiency: The treatment of dependent columns. Default: refused.
  ///   - conditionLimit: Columns beyond which the condition number of the leading part of R exceeds
  ///     its inverse count as dependent; in 0..<1. Default 1e-12.
  /// - Returns: The coefficients, the rank and the residuals.
  /// - Throws: `LeastSquaresError` for no rows, columns or right-hand sides, more than 2³¹ − 1
  ///   numbers, rows of unequal length, a number that is not finite and, unless the minimum norm is
  ///   asked for, fewer rows than columns and dependent columns.
  /// - Complexity: 2·m·n² + 4·m·n·k operations for k right-hand sides.
  ///
  /// Source: Anderson et al., LAPACK Users' Guide, 3rd edition, section 2.4.1,
  /// doi:10.1137/1.9780898719604.
  public static func solve(
    design: [[Double]], rightHandSides: [[Double]], deficiency: Deficiency = .refused,
    conditionLimit: Double = 1e-12
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    let (rows, columns) = (design.count, design.first?.count ?? 0)
    try check(rows, columns, rightHandSides.count, deficiency)
    for row in design { try check(row, count: columns) }
    for side in rightHandSides { try check(side, count: rows) }

    // Column by column; a right-hand side has room for the coefficients if there are more of them.
    let leading = max(rows, columns)
    var a = (0..<(rows * columns)).map { design[$0 % rows][$0 / rows] }
    var b = rightHandSides.flatMap { $0 + Array(repeating: 0, count: leading - rows) }
    var order = [Int32](repeating: 0, count: columns)
    let workCount = LinearAlgebra.leastSquaresWorkCount(
      rows: rows, columns: columns, rightHandSides: rightHandSides.count)
    var work = [Double](repeating: 0, count: workCount)
    let outcome = LinearAlgebra.solveLeastSquares(
      rows: rows, columns: columns, rightHandSides: rightHandSides.count, a: &a, b: &b,
      columnOrder: &order, conditionLimit: conditionLimit, work: &work)
    guard outcome.status == 0 else { throw .solver(status: outcome.status) }
    guard outcome.rank == columns || deficiency == .minimumNorm else {
      throw .rankDeficient(rank: outcome.rank, columns: columns)
    }
    let coefficients = rightHandSides.indices.map { side in
      Array(b[(side * leading)..<(side * leading + columns)])
    }
    return LeastSquaresSolution(
      coefficients: coefficients, rank: outcome.rank,
      residualSumsOfSquares: zip(coefficients, rightHandSides).map {
        residualSumOfSquares(design, $0, $1)
      })
  }

  private static func check(
    _ rows: Int, _ columns: Int, _ sides: Int, _ deficiency: Deficiency
  ) throws(LeastSquaresError) {
    let leading = max(rows, columns)
    // The work array takes 32 numbers a column or right-hand side.
    let (greatest, overflow) = max(leading, 64).multipliedReportingOverflow(by: max(columns, sides))
    guard rows >= 1, columns >= 1, sides >= 1, !overflow, greatest <= Int(Int32.max),
      rows >= columns || deficiency == .minimumNorm
    else { throw .size(rows: rows, columns: columns) }
  }

  private static func check(_ values: [Double], count: Int) throws(LeastSquaresError) {
    guard values.count == count else {
      throw .unequalLengths(expected: count, found: values.count)
    }
    guard values.allSatisfy({ $0.isFinite }) else { throw .notFinite }
  }

  private static func residualSumOfSquares(
    _ design: [[Double]], _ coefficients: [Double], _ side: [Double]
  ) -> Double {
    zip(design, side).reduce(0) { sum, pair in
      let residual = zip(pair.0, coefficients).reduce(pair.1) { rest, term in
        rest.addingProduct(-term.0, term.1)
      }
      return sum + residual * residual
    }
  }
}

/// The solution of a linear least-squares problem.
public struct LeastSquaresSolution: Hashable, Sendable {
  /// x for each right-hand side, in their order.
  public let coefficients: [[Double]]
  /// The number of columns of the design that count as independent.
  public let rank: Int
  /// ‖A·x − b‖² for each right-hand side, recomputed from A and b.
  public let residualSumsOfSquares: [Double]
}
