import MotionNumerics
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// NIST's certified regressions, solved by LAPACK as an app would.
///
/// Accuracy is given as the log relative error −log₁₀(|c − t|/|t|), the number of certified digits
/// that are reached, least over the coefficients; 15 at most, since no more are certified. Where the
/// certified value is 0 the error is absolute.
@Suite struct CertifiedRegressionTests {
  /// The digits that a problem must reach, by name.
  ///
  /// A digit to a digit and a half below the lower of what OpenBLAS 0.3.21 reaches with its kernels
  /// Cooperlake and Prescott, since every kernel rounds in its own order.
  private static let floors: [String: (asGiven: Double, scaled: Double, residual: Double)] = [
    "Norris": (11.5, 11.5, 12), "Pontius": (11, 11, 11.5), "NoInt1": (13.5, 13.5, 13.5),
    "NoInt2": (13.5, 13.5, 13.5), "Filip": (6, 12.5, 12.5), "Longley": (9.5, 9.5, 11),
    "Wampler1": (8, 8, 13), "Wampler2": (11, 10.5, 13), "Wampler3": (8, 8, 12),
    "Wampler4": (7.5, 7.5, 13), "Wampler5": (5.5, 6, 13),
  ]

  /// In the columns as given x reaches 1e13, so that the default limit would refuse two problems.
  private static let limitForColumnsAsGiven = 1e-16

  private static func digits(_ found: Double, _ certified: Double) -> Double {
    let error = abs(found - certified) / (certified == 0 ? 1 : abs(certified))
    return error == 0 ? 15 : min(15, -log10(error))
  }

  private static func digits(_ found: [Double], _ problem: ReferenceProblem) -> Double {
    zip(found, problem.coefficients).map { digits($0, $1) }.min() ?? 0
  }

  /// Σ c_j ((x − center)/scale)^j, written in powers of x.
  private static func expanded(_ coefficients: [Double], _ basis: TimeBasis) -> [Double] {
    coefficients.indices.reversed().reduce(into: [Double]()) { powers, order in
      powers.insert(0, at: 0)
      for index in 0..<(powers.count - 1) { powers[index] -= basis.center * powers[index + 1] }
      powers[0] += coefficients[order] / pow(basis.scale, Double(order))
    }
  }

  /// The digits of coefficients and residual when x is centered and scaled first.
  private static func scaledDigits(
    _ problem: ReferenceProblem, degree: Int
  ) throws -> (coefficients: Double, residual: Double) {
    let x = problem.predictors.map { $0[0] }
    let basis = TimeBasis(first: x.min() ?? 0, last: x.max() ?? 0)
    let solution = try LeastSquares.solve(
      design: x.map { ReferenceProblem.powers(basis.scaled($0), degree) },
      rightHandSides: [problem.response])
    return (
      digits(expanded(solution.coefficients[0], basis), problem),
      digits(solution.residualSumsOfSquares[0], problem.residualSumOfSquares)
    )
  }

  @Test(.serialized, arguments: ReferenceProblem.all)
  func certifiedDigits(problem: ReferenceProblem) throws {
    let floor = try #require(Self.floors[problem.name])
    let asGiven = try LeastSquares.solve(
      design: problem.design, rightHandSides: [problem.response],
      conditionLimit: Self.limitForColumnsAsGiven)
    let digits = Self.digits(asGiven.coefficients[0], problem)
    var scaled = (
      coefficients: digits,
      residual: Self.digits(asGiven.residualSumsOfSquares[0], problem.residualSumOfSquares)
    )
    if case .polynomial(let degree) = problem.model {
      scaled = try Self.scaledDigits(problem, degree: degree)
    }
    #expect(digits >= floor.asGiven)
    #expect(scaled.coefficients >= floor.scaled)
    #expect(scaled.residual >= floor.residual)
    let cells = [digits, scaled.coefficients, scaled.residual].map { "\(($0 * 10).rounded() / 10)" }
    print(
      "NIST \(problem.name): certified digits \(cells[0]) as given, \(cells[1]) centered and scaled, "
        + "\(cells[2]) of the residual sum of squares")
  }

  /// Powers of raw x are nearly dependent there; the default limit says so instead of guessing.
  @Test func filipAsGivenIsRefusedByDefault() {
    let problem = ReferenceProblem.filip
    #expect(throws: LeastSquaresError.self) {
      try LeastSquares.solve(design: problem.design, rightHandSides: [problem.response])
    }
  }

  /// The data that NIST prints, at their ends: a slip in the formulas would show here.
  @Test func generatedDataAreThoseThatNISTPrints() {
    #expect(ReferenceProblem.wampler1.response[20] == 3_368_421)
    #expect(ReferenceProblem.wampler2.response[19] == 51.16209)
    #expect(ReferenceProblem.wampler3.response[0...1] == [760, -2042])
    #expect(ReferenceProblem.wampler4.response[19...20] == [2_408_860, 3_444_321])
    #expect(ReferenceProblem.wampler5.response[19...20] == [-17_866_340, 10_958_421])
    #expect(ReferenceProblem.filip.response.count == 82)
    #expect(ReferenceProblem.norris.response.count == 36)
  }
}
