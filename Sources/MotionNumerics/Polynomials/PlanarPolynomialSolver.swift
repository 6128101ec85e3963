/// Fits polynomials of any degree in time to points of a plane, by LAPACK.
///
/// Time is centered on the window and scaled to −1…1 (`TimeBasis`), positions are relative to the
/// newest one, and both axes are right-hand sides of one call of `dgelsy`. More than ten times
/// slower than `GramFactor`, but accurate where that is not: for close and equal times and high
/// degrees.
@usableFromInline
package struct PlanarPolynomialSolver: Sendable {
  private var solver: LeastSquaresSolver
  private var time = TimeBasis(first: 0, last: 0)
  private var newest = 0.0
  private var degree = 0

  /// Creates a solver of fits up to a number of points and a degree.
  package init(maximumCount: Int, maximumDegree: Int) {
    solver = LeastSquaresSolver(
      maximumRows: maximumCount, maximumColumns: maximumDegree + 1, rightHandSideCount: 2)
  }

  /// Fits the points.
  ///
  /// - Returns: Whether there is a unique finite fit; if not, its values are undefined.
  package mutating func fit(_ points: UnsafeBufferPointer<TimedPoint>, degree: Int) -> Bool {
    let rows = points.count
    guard rows > degree, let first = points.first, let last = points.last else { return false }
    time = TimeBasis(first: first.time, last: last.time)
    newest = time.scaled(last.time)
    self.degree = degree
    for (row, point) in points.enumerated() {
      let scaled = time.scaled(point.time)
      var power = 1.0
      for column in 0...degree {
        solver.design[row + column * rows] = power
        power *= scaled
      }
      let offset = point.position - last.position
      solver.rightHandSides[row] = offset.x
      solver.rightHandSides[row + rows] = offset.y
    }
    do { try solver.solve(rows: rows, columns: degree + 1) } catch { return false }
    return true
  }

  /// The fit, relative to the newest position, and its slope per second, `horizon` seconds after
  /// it.
  package func read(ahead horizon: Double) -> (value: SIMD2<Double>, slope: SIMD2<Double>) {
    let argument = newest + horizon / time.scale
    var (value, slope) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for column in (0...degree).reversed() {
      slope = slope * argument + value
      value =
        value * argument
        + SIMD2(solver.coefficient(column, of: 0), solver.coefficient(column, of: 1))
    }
    return (value, slope / time.scale)
  }

  /// φᵀ·(AᵀA)⁻¹·φ, `horizon` seconds after the newest point; nil without a fit.
  package func varianceFactor(ahead horizon: Double) -> Double? {
    solver.varianceFactor(ofPolynomialAt: newest + horizon / time.scale)
  }
}
