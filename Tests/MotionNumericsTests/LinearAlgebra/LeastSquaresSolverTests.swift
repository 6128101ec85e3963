import Testing

@testable import MotionNumerics

@Suite struct LeastSquaresSolverTests {
  /// A window of a pointer on an uneven clock: gaps from a tenth to three times the nominal one.
  private struct Window {
    let basis: TimeBasis
    let times: [Double]
    let sides: [[Double]]

    init(count: Int, seed: UInt64) {
      var generator = Xoshiro256StarStar(seed: seed)
      var time = 1000 * generator.nextUnit()
      let times = (0..<count).map { _ in
        time += (0.1 + 2.9 * generator.nextUnit()) / 120
        return time
      }
      let (first, last) = (times.first ?? 0, times.last ?? 0)
      basis = TimeBasis(first: first, last: last)
      sides = (0..<2).map { _ in
        let speed = 500 * generator.nextNormal()
        let bend = 5000 * generator.nextNormal()
        return times.map {
          speed * ($0 - last) + bend * ($0 - last) * ($0 - last) + generator.nextNormal()
        }
      }
      self.times = times
    }

    func design(degree: Int) -> [[Double]] {
      times.map { Polynomial.powers(of: basis.scaled($0), count: degree + 1) }
    }
  }

  private static func fill(
    _ solver: inout LeastSquaresSolver, _ design: [[Double]], _ sides: [[Double]]
  ) {
    let rows = design.count
    for (row, values) in design.enumerated() {
      for (column, value) in values.enumerated() { solver.design[row + column * rows] = value }
      for (side, values) in sides.enumerated() {
        solver.rightHandSides[row + side * rows] = values[row]
      }
    }
  }

  private static func solved(_ design: [[Double]], _ sides: [[Double]]) throws -> LeastSquaresSolver
  {
    var solver = LeastSquaresSolver(
      maximumRows: design.count, maximumColumns: design[0].count, rightHandSideCount: sides.count)
    fill(&solver, design, sides)
    try solver.solve(rows: design.count, columns: design[0].count)
    return solver
  }

  #if arch(x86_64)
    /// Forty times the worst that was measured with OpenBLAS; the claim made elsewhere is 1e-9.
    private static let tolerance = 1e-11
    /// All fits on this clock are well-posed: the bound on the error of least squares, about 1e-16
    /// times the condition number and, for a large residual, its square, stays below 1e-8.
    private static let wellPosed: Float80 = 1e4

    @Test(arguments: 0...5)
    func agreesWithExtendedPrecision(degree: Int) throws {
      // One solver for all windows: its storage is used at every size.
      var solver = LeastSquaresSolver(
        maximumRows: 32, maximumColumns: degree + 1, rightHandSideCount: 2)
      var worst = 0.0
      for count in (degree + 1)...32 {
        for trial in 0..<40 {
          let seed = UInt64(count * 1000 + trial)
          let window = Window(count: count, seed: seed)
          let design = window.design(degree: degree)
          let oracle = ExtendedLeastSquares(design: design, rightHandSides: window.sides)
          #expect(oracle.condition <= Self.wellPosed)
          Self.fill(&solver, design, window.sides)
          try solver.solve(rows: count, columns: degree + 1)
          let error = Self.error(of: solver, against: oracle, ahead: 1.5)
          worst = max(worst, error)
          #expect(error <= Self.tolerance, "degree \(degree), window \(count), seed \(seed)")
        }
      }
      print("least squares, degree \(degree), windows \(degree + 1)...32: worst error \(worst)")
    }

    /// The greatest relative error of coefficients, of a value ahead, of its variance factor and of
    /// the residual.
    private static func error(
      of solver: LeastSquaresSolver, against oracle: ExtendedLeastSquares, ahead: Double
    ) -> Double {
      let count = oracle.inverse.count
      let row = Polynomial.powers(of: ahead, count: count)
      var errors: [Double] = []
      for (side, expected) in oracle.coefficients.enumerated() {
        let found = (0..<count).map { solver.coefficient($0, of: side) }
        let greatest = expected.map(\.magnitude).reduce(0, max)
        errors += zip(found, expected).map { Double((Float80($0) - $1).magnitude / greatest) }
        let value = zip(row, expected).reduce(Float80(0)) { $0 + Float80($1.0) * $1.1 }
        let foundValue = zip(row, found).reduce(0) { $0 + $1.0 * $1.1 }
        errors.append(Double((Float80(foundValue) - value).magnitude / greatest))
        let residual = oracle.residualSumsOfSquares[side]
        // Relative to the coefficients where the fit leaves next to nothing.
        errors.append(
          Double(
            (Float80(solver.residualSumOfSquares(of: side)) - residual).magnitude
              / max(residual, greatest * greatest)))
      }
      let variance = oracle.varianceFactor(at: row)
      let found = solver.varianceFactor(at: row) ?? .nan
      errors.append(Double((Float80(found) - variance).magnitude / variance))
      return errors.reduce(0) { $1.isNaN ? .infinity : max($0, $1) }
    }
  #endif

  @Test func theVarianceOfAPolynomialIsThatOfItsRow() throws {
    let window = Window(count: 12, seed: 3)
    let solver = try Self.solved(window.design(degree: 3), window.sides)
    for argument in [-2, -1, 0, 0.3, 1, 1.7] {
      let row = Polynomial.powers(of: argument, count: 4)
      #expect(solver.varianceFactor(ofPolynomialAt: argument) == solver.varianceFactor(at: row))
    }
    #expect(solver.varianceFactor(at: [1, 2, 3]) == nil)
    #expect(solver.varianceFactor(at: []) == nil)
  }

  /// For a mean of n values the variance is 1/n, for a line in −1…1 it is known in closed form.
  @Test(arguments: 2...32)
  func varianceOfAMeanAndALine(count: Int) throws {
    let arguments = (0..<count).map { Double(2 * $0 - count + 1) / Double(count - 1) }
    let values = [Array(repeating: 1.0, count: count)]
    let mean = try Self.solved(arguments.map { _ in [1] }, values)
    let line = try Self.solved(arguments.map { [1, $0] }, values)
    let n = Double(count)
    let squares = arguments.reduce(0) { $0 + $1 * $1 }
    // Rounding of a few dozen operations.
    let tolerance = 1e-13
    #expect(abs((mean.varianceFactor(ofPolynomialAt: 5) ?? .nan) - 1 / n) < tolerance)
    for argument in [0, 1, 2.5] {
      let expected = 1 / n + argument * argument / squares
      let found = line.varianceFactor(ofPolynomialAt: argument) ?? .nan
      #expect(abs(found / expected - 1) < tolerance)
    }
  }

  @Test func dependentColumnsAreRefused() {
    let sides = [[1.0, 2, 3, 4]]
    // Four samples at two different times carry a line, not a parabola.
    let design = [0.0, 0, 1, 1].map { [1, $0, $0 * $0] }
    #expect(throws: LeastSquaresError.rankDeficient(rank: 2, columns: 3)) {
      try Self.solved(design, sides)
    }
    #expect(throws: LeastSquaresError.rankDeficient(rank: 1, columns: 2)) {
      try Self.solved(Array(repeating: [1, 0.25], count: 4), sides)
    }
    #expect(throws: LeastSquaresError.rankDeficient(rank: 0, columns: 1)) {
      try Self.solved(Array(repeating: [0], count: 4), sides)
    }
    // Equal but for rounding, far below the limit.
    let nearly = [0.1, 0.2, 0.3, 0.4].map { [$0, $0 * (1 + 1e-15)] }
    #expect(throws: LeastSquaresError.rankDeficient(rank: 1, columns: 2)) {
      try Self.solved(nearly, sides)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteIsRefused(value: Double) {
    let design = [[1.0, 0], [1, 1], [1, 2]]
    for row in 0..<3 {
      var broken = design
      broken[row][1] = value
      #expect(throws: LeastSquaresError.notFinite) { try Self.solved(broken, [[1, 2, 3]]) }
      var side = [1.0, 2, 3]
      side[row] = value
      #expect(throws: LeastSquaresError.notFinite) { try Self.solved(design, [side]) }
    }
  }

  @Test func hostileSizesAreRefused() {
    var solver = LeastSquaresSolver(maximumRows: 4, maximumColumns: 2, rightHandSideCount: 1)
    let sizes = [
      (0, 0), (1, 0), (0, 1), (1, 2), (5, 2), (4, 3), (-1, -1), (-1, 1), (4, -1),
      (Int.max, 1), (Int.max, Int.max), (Int.min, 1),
    ]
    for (rows, columns) in sizes {
      #expect(throws: LeastSquaresError.size(rows: rows, columns: columns)) {
        try solver.solve(rows: rows, columns: columns)
      }
    }
    solver.design = []
    #expect(throws: LeastSquaresError.size(rows: 4, columns: 2)) {
      try solver.solve(rows: 4, columns: 2)
    }
    let least = LeastSquaresSolver(maximumRows: -5, maximumColumns: 0, rightHandSideCount: 0)
    #expect(least.maximumRows == 1 && least.maximumColumns == 1 && least.rightHandSideCount == 1)
  }

  @Test func anErrorDoesNotPoisonTheNextSolve() throws {
    var solver = LeastSquaresSolver(maximumRows: 3, maximumColumns: 2, rightHandSideCount: 1)
    let design = [[1.0, -1], [1, 0], [1, 1]]
    Self.fill(&solver, design, [[1, 2, 4]])
    try solver.solve(rows: 3, columns: 2)
    let expected = [solver.coefficient(0, of: 0), solver.coefficient(1, of: 0)]
    Self.fill(&solver, [[1, 1], [1, 1], [1, 1]], [[1, 2, 4]])
    #expect(throws: LeastSquaresError.self) { try solver.solve(rows: 3, columns: 2) }
    #expect(solver.varianceFactor(ofPolynomialAt: 0) == nil)
    Self.fill(&solver, design, [[1, 2, 4]])
    try solver.solve(rows: 3, columns: 2)
    #expect([solver.coefficient(0, of: 0), solver.coefficient(1, of: 0)] == expected)
    // Mean 7/3, slope 3/2, residuals 1/6, −1/3, 1/6; a few roundings.
    #expect(abs(expected[0] - 7.0 / 3) < 1e-14 && abs(expected[1] - 1.5) < 1e-14)
    #expect(abs(solver.residualSumOfSquares(of: 0) - 1.0 / 6) < 1e-14)
  }

  @Test func extremeScalesAreSolved() throws {
    for scale in [1e-300, 1e-160, 1, 1e150, 1e290] {
      let solver = try Self.solved(
        [-1.0, 0, 1].map { [1, $0] }, [[1 * scale, 2 * scale, 3 * scale]])
      // A few roundings.
      #expect(abs(solver.coefficient(0, of: 0) / scale - 2) < 1e-14, "scale \(scale)")
      #expect(abs(solver.coefficient(1, of: 0) / scale - 1) < 1e-14, "scale \(scale)")
    }
  }

  /// LAPACK says itself how long its work array should be; ours must be long enough at every size.
  @Test func theWorkArrayIsLongEnough() {
    for rows in [1, 2, 3, 8, 31, 32, 33, 64, 100, 257, 1000] {
      for columns in [1, 2, 3, 6, 9, 16, 33, 64, 130] {
        for sides in [1, 2, 3, 40] {
          let ours = LinearAlgebra.leastSquaresWorkCount(
            rows: rows, columns: columns, rightHandSides: sides)
          let preferred = LinearAlgebra.preferredWorkCount(
            rows: rows, columns: columns, rightHandSides: sides)
          let least = min(rows, columns)
          let required = max(least + 3 * columns + 1, 2 * least + sides)
          #expect(ours >= required, "\(rows) × \(columns), \(sides)")
          #expect(ours >= preferred, "\(rows) × \(columns), \(sides): LAPACK prefers \(preferred)")
        }
      }
    }
  }

  @Test func everySizeUpToTheGreatestIsSolved() throws {
    var solver = LeastSquaresSolver(maximumRows: 24, maximumColumns: 7, rightHandSideCount: 3)
    var generator = Xoshiro256StarStar(seed: 50)
    for rows in 1...24 {
      for columns in 1...min(rows, 7) {
        let design = (0..<rows).map { _ in (0..<columns).map { _ in generator.nextNormal() } }
        let truth = (0..<3).map { _ in (0..<columns).map { _ in generator.nextNormal() } }
        let sides = truth.map { x in design.map { zip($0, x).reduce(0) { $0 + $1.0 * $1.1 } } }
        Self.fill(&solver, design, sides)
        try solver.solve(rows: rows, columns: columns)
        #expect(solver.rank == columns)
        for side in 0..<3 {
          for column in 0..<columns {
            // Square normal matrices reach condition numbers of a few thousand.
            #expect(abs(solver.coefficient(column, of: side) - truth[side][column]) < 1e-10)
          }
        }
      }
    }
  }
}

extension LinearAlgebra {
  /// The length of the work array with which `dgelsy` says that it runs best.
  fileprivate static func preferredWorkCount(rows: Int, columns: Int, rightHandSides: Int) -> Int {
    var (a, b, order, work) = ([0.0], [0.0], [Int32](repeating: 0, count: columns), [0.0])
    _ = callLeastSquares(
      rows: rows, columns: columns, rightHandSides: rightHandSides, a: &a, b: &b,
      columnOrder: &order, conditionLimit: 0, work: &work, workCount: -1)
    return Int(work[0])
  }
}
