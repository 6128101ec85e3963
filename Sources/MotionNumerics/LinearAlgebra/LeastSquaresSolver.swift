/// A reusable solver of linear least-squares problems with several right-hand sides.
///
/// Finds the X that minimizes ‖A·X − B‖² column by column, by LAPACK's `dgelsy`: a complete
/// orthogonal factorization with column pivoting, A·P = Q·R, which also tells the rank. (`dgels`
/// would return garbage for two equal columns.) Its storage is allocated once for the largest
/// problem and reused, so that solving allocates nothing.
///
/// Use: write A into `design` and B into `rightHandSides`, both column by column without padding,
/// call `solve`, read `coefficient(_:of:)`. For a single problem `LeastSquares.solve` is easier.
///
/// Cost: 2·m·n² + 4·m·n·k floating-point operations for m rows, n columns and k right-hand sides.
///
/// Source: Anderson et al., LAPACK Users' Guide, 3rd edition, section 2.4.1,
/// doi:10.1137/1.9780898719604.
public struct LeastSquaresSolver: Sendable {
  /// The matrix A, column by column; `solve` overwrites it.
  ///
  /// Row i of column j stands at `i + j * rows`.
  public var design: [Double]
  /// The matrix B, column by column; `solve` overwrites it.
  ///
  /// Row i of column k stands at `i + k * rows`.
  public var rightHandSides: [Double]
  /// The number of columns of A that count as independent, after `solve`.
  public private(set) var rank = 0

  /// The greatest number of rows.
  public let maximumRows: Int
  /// The greatest number of columns.
  public let maximumColumns: Int
  /// The number of right-hand sides.
  public let rightHandSideCount: Int
  /// A diagonal entry of R below this fraction of the greatest counts as zero.
  public let conditionLimit: Double

  private var columnOrder: [Int32]
  private var work: [Double]
  private var rows = 0
  private var columns = 0

  /// Creates a solver for problems up to the given size; sizes below 1 count as 1.
  ///
  /// - Precondition: `maximumRows` times the greater of `maximumColumns` and `rightHandSideCount`
  ///   is at most 2³¹ − 1, since LAPACK counts in 32 bits.
  /// - Parameters:
  ///   - maximumRows: The greatest number of rows.
  ///   - maximumColumns: The greatest number of columns.
  ///   - rightHandSideCount: The number of right-hand sides.
  ///   - conditionLimit: `dgelsy`'s rcond, in 0..<1: columns beyond which the condition number of
  ///     the leading part exceeds its inverse count as dependent. Default 1e-12: what is left of
  ///     double precision beyond it would be noise. NaN lets one column at most count.
  public init(
    maximumRows: Int, maximumColumns: Int, rightHandSideCount: Int, conditionLimit: Double = 1e-12
  ) {
    self.maximumRows = max(maximumRows, 1)
    self.maximumColumns = max(maximumColumns, 1)
    self.rightHandSideCount = max(rightHandSideCount, 1)
    self.conditionLimit = conditionLimit
    let leading = max(self.maximumRows, self.maximumColumns)
    design = Array(repeating: 0, count: self.maximumRows * self.maximumColumns)
    rightHandSides = Array(repeating: 0, count: leading * self.rightHandSideCount)
    columnOrder = Array(repeating: 0, count: self.maximumColumns)
    let workCount = LinearAlgebra.leastSquaresWorkCount(
      rows: self.maximumRows, columns: self.maximumColumns,
      rightHandSides: self.rightHandSideCount)
    work = Array(repeating: 0, count: workCount)
  }

  /// Solves the problem stored in the first `rows × columns` of `design`.
  ///
  /// - Parameters:
  ///   - rows: The number of rows m, at least `columns` and at most `maximumRows`.
  ///   - columns: The number of columns n, at least 1 and at most `maximumColumns`.
  /// - Throws: `LeastSquaresError` for sizes out of range, for a number that is not finite in A or
  ///   B, and where the columns of A are not independent. Then nothing may be read.
  public mutating func solve(rows: Int, columns: Int) throws(LeastSquaresError) {
    self.rows = 0
    self.columns = 0
    guard rows >= columns, columns >= 1, rows <= maximumRows, columns <= maximumColumns,
      design.count >= rows * columns, rightHandSides.count >= rows * rightHandSideCount
    else { throw .size(rows: rows, columns: columns) }
    for index in 0..<(rows * columns) where !design[index].isFinite { throw .notFinite }
    for index in 0..<(rows * rightHandSideCount) where !rightHandSides[index].isFinite {
      throw .notFinite
    }
    let outcome = LinearAlgebra.solveLeastSquares(
      rows: rows, columns: columns, rightHandSides: rightHandSideCount, a: &design,
      b: &rightHandSides, columnOrder: &columnOrder, conditionLimit: conditionLimit, work: &work)
    guard outcome.status == 0 else { throw .solver(status: outcome.status) }
    rank = outcome.rank
    guard rank == columns else { throw .rankDeficient(rank: rank, columns: columns) }
    self.rows = rows
    self.columns = columns
  }

  /// The coefficient of column `column` for right-hand side `side`.
  ///
  /// - Precondition: The last `solve` succeeded, and both numbers are less than what it solved for.
  public func coefficient(_ column: Int, of side: Int) -> Double {
    precondition(
      column < columns && side < rightHandSideCount, "no such coefficient was solved for")
    return rightHandSides[column + side * rows]
  }

  /// ‖A·x − b‖² for right-hand side `side`, from the part of Qᵀ·b that no column reaches.
  ///
  /// Not less accurate for a small residual than for a great one. 0 where there are as many columns
  /// as rows. Cost m − n operations.
  ///
  /// - Precondition: The last `solve` succeeded, and `side` is less than `rightHandSideCount`.
  public func residualSumOfSquares(of side: Int) -> Double {
    precondition(columns > 0 && side < rightHandSideCount, "no such right-hand side was solved for")
    var sum = 0.0
    for row in columns..<rows {
      let rest = rightHandSides[row + side * rows]
      sum += rest * rest
    }
    return sum
  }

  /// φᵀ·(AᵀA)⁻¹·φ: the variance of the fit's value at a design row φ, for unit residual variance.
  ///
  /// Solves Rᵀ·y = Pᵀ·φ by forward substitution and returns ‖y‖². Cost n² operations.
  ///
  /// - Parameter row: φ, as long as the solved problem had columns.
  /// - Returns: The variance; nil before a successful `solve` or for a row of another length.
  public func varianceFactor(at row: [Double]) -> Double? {
    guard row.count == columns else { return nil }
    return row.withUnsafeBufferPointer(varianceFactor)
  }

  /// `varianceFactor(at:)` for the design row 1, u, u², … of a polynomial; it allocates nothing.
  ///
  /// - Parameter argument: u.
  /// - Returns: The variance; nil before a successful `solve`.
  package func varianceFactor(ofPolynomialAt argument: Double) -> Double? {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: columns) { row in
      var power = 1.0
      for column in 0..<columns {
        row.initializeElement(at: column, to: power)
        power *= argument
      }
      return varianceFactor(UnsafeBufferPointer(row))
    }
  }

  private func varianceFactor(_ row: UnsafeBufferPointer<Double>) -> Double? {
    guard columns > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: columns) { solved in
      var sum = 0.0
      for j in 0..<columns {
        var value = row[Int(columnOrder[j]) - 1]
        for i in 0..<j { value -= design[i + j * rows] * solved[i] }
        value /= design[j + j * rows]
        solved.initializeElement(at: j, to: value)
        sum += value * value
      }
      return sum
    }
  }
}

/// The arithmetic of a fit: streaming update formulas, or LAPACK.
///
/// Both find the same minimum. They agree to rounding where the problem is well conditioned;
/// `lapack` takes longer, by the ratios on the predictors' pages.
public enum FitSolver: String, Hashable, Sendable, CaseIterable {
  /// Update formulas for one new point at a time: sums, Newton steps, plane rotations.
  case streaming
  /// One factorization or eigenvalue problem by LAPACK for each new point.
  case lapack

  #if hasFeature(Embedded)
    /// The solvers there are without LAPACK.
    public static var allCases: [FitSolver] { [.streaming] }
  #endif
}
