#if hasFeature(Embedded)
  /// The replacement of the LAPACK functions where there is no LAPACK, as in a browser.
  ///
  /// Every solver fails with the status `unavailable`, so its caller abstains as it does for a
  /// problem without a solution.
  enum LinearAlgebra {
    /// A status that no LAPACK routine returns.
    static let unavailable = -9999

    /// Returns 0: nothing here needs a work array.
    static func leastSquaresWorkCount(rows: Int, columns: Int, rightHandSides: Int) -> Int { 0 }

    /// Fails; LAPACK's `dgelsy` elsewhere.
    static func solveLeastSquares(
      rows: Int, columns: Int, rightHandSides: Int, a: inout [Double], b: inout [Double],
      columnOrder: inout [Int32], conditionLimit: Double, work: inout [Double]
    ) -> (status: Int, rank: Int) { (unavailable, 0) }

    /// Fails; LAPACK's `dggev` elsewhere.
    static func solveGeneralizedEigenproblem(
      order: Int, a: inout [Double], b: inout [Double], real: inout [Double],
      imaginary: inout [Double], divisor: inout [Double], vectors: inout [Double]
    ) -> Int { unavailable }

    /// Leaves the triangle as it is; LAPACK's `dtpqrt` elsewhere.
    ///
    /// `solveTriangle`, which every caller calls next, reports the failure.
    static func updateTriangle(
      order: Int, triangle: inout [Double], rows: inout [Double],
      workspace: inout TriangleUpdateWorkspace
    ) {}

    /// Fails; LAPACK's `dtrtrs` elsewhere.
    static func solveTriangle(
      order: Int, sides: Int, triangle: [Double], leading: Int, into solution: inout [Double]
    ) -> Int { unavailable }
  }

  /// The workspace of `LinearAlgebra.updateTriangle`, which needs none here.
  struct TriangleUpdateWorkspace: Sendable {
    init(order: Int, rows: Int) {}
  }
#endif
