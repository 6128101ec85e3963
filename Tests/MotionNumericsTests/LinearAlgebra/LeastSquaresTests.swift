import MotionNumerics
import Testing

@Suite struct LeastSquaresTests {
  /// A few roundings of numbers of order 1.
  private static let tolerance = 1e-14

  @Test func workedExample() throws {
    // Lines through (−1, 1), (0, 2), (1, 4) and through (−1, 0), (0, 1), (1, 2).
    let solution = try LeastSquares.solve(
      design: [[1, -1], [1, 0], [1, 1]], rightHandSides: [[1, 2, 4], [0, 1, 2]])
    #expect(solution.rank == 2)
    let expected = [[7.0 / 3, 1.5], [1, 1]]
    for (found, expected) in zip(solution.coefficients, expected) {
      for (a, b) in zip(found, expected) { #expect(abs(a - b) < Self.tolerance) }
    }
    #expect(abs(solution.residualSumsOfSquares[0] - 1.0 / 6) < Self.tolerance)
    #expect(abs(solution.residualSumsOfSquares[1]) < Self.tolerance)
  }

  @Test func theMinimumNormIsGivenWhenAskedFor() throws {
    // Two equal columns share the slope: of all (a, b) with a + b = 2 the least is (1, 1).
    let design = [[1.0, 1], [2, 2], [3, 3]]
    let sides = [[2.0, 4, 6], [2, 4, 7]]
    #expect(throws: LeastSquaresError.rankDeficient(rank: 1, columns: 2)) {
      try LeastSquares.solve(design: design, rightHandSides: sides)
    }
    let solution = try LeastSquares.solve(
      design: design, rightHandSides: sides, deficiency: .minimumNorm)
    #expect(solution.rank == 1)
    // 31/14 is the slope through the origin of the second side.
    for (found, expected) in zip(solution.coefficients, [1.0, 31.0 / 28]) {
      #expect(found.allSatisfy { abs($0 - expected) < Self.tolerance })
    }
    #expect(abs(solution.residualSumsOfSquares[0]) < Self.tolerance)
    #expect(abs(solution.residualSumsOfSquares[1] - (69 - 31.0 * 31 / 14)) < 1e-13)
  }

  @Test func fewerRowsThanColumnsHaveAMinimumNorm() throws {
    // x + 2y + 2z = 9: the nearest point to the origin is (1, 2, 2).
    let solution = try LeastSquares.solve(
      design: [[1, 2, 2]], rightHandSides: [[9], [-9]], deficiency: .minimumNorm)
    #expect(solution.rank == 1)
    for (found, sign) in zip(solution.coefficients, [1.0, -1]) {
      for (a, b) in zip(found, [1.0, 2, 2]) { #expect(abs(a - sign * b) < 2 * Self.tolerance) }
    }
    #expect(throws: LeastSquaresError.size(rows: 1, columns: 3)) {
      try LeastSquares.solve(design: [[1, 2, 2]], rightHandSides: [[9]])
    }
  }

  @Test func nothingButZerosHasTheAnswerZeroAndRankZero() throws {
    let solution = try LeastSquares.solve(
      design: [[0, 0], [0, 0]], rightHandSides: [[3, 4]], deficiency: .minimumNorm)
    #expect(solution.rank == 0)
    #expect(solution.coefficients == [[0, 0]])
    #expect(solution.residualSumsOfSquares == [25])
  }

  @Test func agreesWithTheReusedSolver() throws {
    var generator = Xoshiro256StarStar(seed: 61)
    let design = (0..<20).map { _ in (0..<4).map { _ in generator.nextNormal() } }
    let side = (0..<20).map { _ in generator.nextNormal() }
    let solution = try LeastSquares.solve(design: design, rightHandSides: [side])
    var solver = LeastSquaresSolver(maximumRows: 20, maximumColumns: 4, rightHandSideCount: 1)
    for row in 0..<20 {
      for column in 0..<4 { solver.design[row + column * 20] = design[row][column] }
      solver.rightHandSides[row] = side[row]
    }
    try solver.solve(rows: 20, columns: 4)
    #expect(solution.coefficients[0] == (0..<4).map { solver.coefficient($0, of: 0) })
    let residual = solver.residualSumOfSquares(of: 0)
    #expect(abs(solution.residualSumsOfSquares[0] / residual - 1) < Self.tolerance)
  }

  @Test func whatCannotBeSolvedIsRefused() {
    func refusal(_ design: [[Double]], _ sides: [[Double]]) -> LeastSquaresError? {
      do {
        _ = try LeastSquares.solve(
          design: design, rightHandSides: sides, deficiency: .minimumNorm)
        return nil
      } catch { return error }
    }
    #expect(refusal([], [[]]) == .size(rows: 0, columns: 0))
    #expect(refusal([[]], [[1]]) == .size(rows: 1, columns: 0))
    #expect(refusal([[1]], []) == .size(rows: 1, columns: 1))
    #expect(refusal([[1, 2], [3]], [[1, 2]]) == .unequalLengths(expected: 2, found: 1))
    #expect(refusal([[1], [3, 4]], [[1, 2]]) == .unequalLengths(expected: 1, found: 2))
    #expect(refusal([[1], [2]], [[1, 2, 3]]) == .unequalLengths(expected: 2, found: 3))
    #expect(refusal([[1], [.nan]], [[1, 2]]) == .notFinite)
    #expect(refusal([[1], [2]], [[1, .infinity]]) == .notFinite)
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [LeastSquaresError] = [
      .size(rows: 1, columns: 2), .unequalLengths(expected: 2, found: 3), .notFinite,
      .rankDeficient(rank: 1, columns: 2), .solver(status: -4),
    ]
    #expect(errors.allSatisfy { $0.description.contains(": ") })
    #expect(errors[1].description.contains("3 numbers where the first has 2"))
  }
}
