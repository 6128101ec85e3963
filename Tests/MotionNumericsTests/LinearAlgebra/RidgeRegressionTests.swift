import MotionNumerics
import Testing

@Suite struct RidgeRegressionTests {
  /// Normal equations square the design's condition, which is below 100 here.
  private static let tolerance = 1e-10

  private static func problem(
    _ random: inout Xoshiro256StarStar
  ) -> (design: [[Double]], sides: [[Double]]) {
    let design = (0..<40).map { _ in (0..<5).map { _ in random.nextNormal() } }
    return (design, (0..<2).map { _ in (0..<40).map { _ in random.nextNormal() } })
  }

  private static func interleaved(_ sides: [[Double]]) -> [Double] {
    sides[0].indices.flatMap { row in sides.map { $0[row] } }
  }

  @Test("equals least squares with a row more for each penalty", arguments: 1...5)
  func agreesWithAugmentedLeastSquares(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let (design, sides) = Self.problem(&random)
    let penalties = (0..<5).map { _ in random.nextUnit() * 3 }
    var ridge = RidgeRegression(features: 5, sides: 2)
    // In parts of unequal length, the first of them on its own and added.
    var first = RidgeRegression(features: 5, sides: 2)
    first.add(
      features: design[..<7].flatMap(\.self),
      desired: Self.interleaved(sides.map { Array($0[..<7]) }))
    ridge.add(
      features: design[7...].flatMap(\.self),
      desired: Self.interleaved(sides.map { Array($0[7...]) }))
    ridge.add(first)
    let found = try ridge.solve(penalties: penalties)
    let extra = (0..<5).map { row in
      (0..<5).map { $0 == row ? penalties[row].squareRoot() : 0 }
    }
    let expected = try LeastSquares.solve(
      design: design + extra,
      rightHandSides: sides.map { $0 + [Double](repeating: 0, count: 5) })
    for (a, b) in zip(found, expected.coefficients) {
      for (x, y) in zip(a, b) { #expect(abs(x - y) < Self.tolerance, "seed \(seed)") }
    }
  }

  @Test func equalColumnsNeedAPenalty() throws {
    var ridge = RidgeRegression(features: 2, sides: 1)
    ridge.add(features: [1, 1, 2, 2, 3, 3], desired: [2, 4, 6])
    #expect(throws: LeastSquaresError.self) { try ridge.solve(penalties: [0, 0]) }
    let found = try ridge.solve(penalties: [1e-6, 1e-6])
    // The two share the slope of 2.
    #expect(abs(found[0][0] - 1) < 1e-4 && abs(found[0][1] - 1) < 1e-4)
  }

  @Test func refusesWhatIsNotFiniteAndPenaltiesOfAnotherNumber() {
    var ridge = RidgeRegression(features: 1, sides: 1)
    #expect(throws: LeastSquaresError.size(rows: 2, columns: 1)) {
      try ridge.solve(penalties: [1, 1])
    }
    ridge.add(features: [.nan], desired: [1])
    #expect(throws: LeastSquaresError.notFinite) { try ridge.solve(penalties: [1]) }
  }
}

@Suite struct MatrixProductTests {
  /// Sums of at most 7 products of numbers of order 1, in single precision.
  private static let tolerance: Float = 1e-5

  @Test("equals the sum of products, transposed or not", arguments: [false, true], [false, true])
  func agreesWithTheDefinition(first: Bool, second: Bool) {
    var random = Xoshiro256StarStar(seed: 3)
    let (rows, columns, inner) = (4, 5, 7)
    let a = (0..<(rows * inner)).map { _ in Float(random.nextNormal()) }
    let b = (0..<(inner * columns)).map { _ in Float(random.nextNormal()) }
    var result = [Float](repeating: 1, count: rows * columns)
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return }
        MatrixProduct.multiply(
          first ? .transposed(a) : .plain(a), second ? .transposed(b) : .plain(b), into: &result,
          rows: rows, columns: columns, inner: inner, beta: 2)
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        var sum: Float = 2
        for k in 0..<inner {
          let left = first ? a[k * rows + row] : a[row * inner + k]
          let right = second ? b[column * inner + k] : b[k * columns + column]
          sum += left * right
        }
        #expect(abs(result[row * columns + column] - sum) < Self.tolerance)
      }
    }
  }
}
