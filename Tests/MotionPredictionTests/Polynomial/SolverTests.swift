import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// `solver=lapack` beside `solver=streaming`: the same answers, and LAPACK's where the bits can tell.
@Suite("Solvers of the same fit")
struct SolverTests {
  /// The bar of the project for two ways to one fit, as a share of the motion's extent.
  private static let tolerance = 1e-9

  private static let spellings = [
    "polynomial", "polynomial:degree=0,window=5", "polynomial:degree=2,window=6",
    "polynomial:degree=3,window=12", "arc", "arc:window=8,noise=0.01",
    "arc:window=12,fit=pratt,anchor=fit,acceleration=0.5", "arc:window=9,fit=hyper",
    "arc:fit=kasa,anchor=projection,noise=0,noise-source=given", "rls", "rls:mode=direct",
    "rls:taps=4,forgetting=0.99,adaptation=0", "rls:memory=cold,freeze=0", "rls:taps=32",
  ]

  private func predictor(_ spelling: String) throws -> any Predictor {
    try PredictorCatalogue.standard.predictor(spelling).make(
      PredictorContext(horizons: PredictorLawTests.horizons))
  }

  private func withLAPACK(_ spelling: String) -> String {
    spelling + (spelling.contains(":") ? "," : ":") + "solver=lapack"
  }

  @Test("are named by the README for the predictors that have them, and for no other")
  func readme() throws {
    let catalogue = PredictorCatalogue.standard
    let solved = catalogue.rows.map(\.kind).filter { kind in
      (try? catalogue.predictor("\(kind):solver=lapack")) != nil
    }
    #expect(Set(solved) == ["polynomial", "arc", "rls", "weighted-polynomial"])
    let text = try Repository.text("README.md").split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("`polynomial`, `arc` and `rls` use streaming formulas by default"))
    #expect(text.contains("`solver=lapack` calls LAPACK once per sample"))
    #expect(text.contains("`weighted-polynomial` always does"))
    #expect(!text.contains("solves with LAPACK"))
  }

  @Test("say the same", arguments: spellings, TestSize.seeds(2, full: 150))
  func agree(spelling: String, seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<3).map { _ in TestStroke.smooth(&random, count: 60) }
    let streaming = PredictorLawTests.answers(try predictor(spelling), to: strokes)
    let lapack = PredictorLawTests.answers(try predictor(withLAPACK(spelling)), to: strokes)
    let extent = strokes.flatMap(\.samples).map(\.position.length).max() ?? 1
    var (compared, different) = (0, 0)
    for (mine, theirs) in zip(streaming.joined(), lapack.joined()) {
      #expect((mine == nil) == (theirs == nil), "\(spelling), seed \(seed)")
      guard let mine, let theirs else { continue }
      compared += 1
      different += mine.position == theirs.position ? 0 : 1
      let limit = Self.tolerance * max(extent, mine.position.length)
      #expect(
        (mine.position - theirs.position).length < limit, "\(spelling), seed \(seed)")
      #expect((mine.covariance == nil) == (theirs.covariance == nil), "\(spelling), seed \(seed)")
    }
    #expect(compared > 700)
    // Were it the same arithmetic under another name, every bit would agree.
    #expect(different > 0, "\(spelling), seed \(seed): all of \(compared) are the same bits")
  }

  @Test("the trace limit holds with either; below it both know as much")
  func trace() throws {
    var random = Xoshiro256StarStar(seed: 3)
    let strokes = (0..<4).map { _ in TestStroke.smooth(&random, count: 60) }
    var parameters = RLSPredictor.Parameters()
    (parameters.forgetting, parameters.adaptation) = (0.9, 0)
    for limit in [1.0, 1e6] {
      parameters.traceLimit = limit
      var made: [RLSPredictor] = []
      for solver in FitSolver.allCases {
        parameters.solver = solver
        var predictor = try RLSPredictor(parameters, context: PredictorContext(horizons: []))
        _ = PredictorLawTests.answers(&predictor, to: strokes)
        #expect(predictor.trace <= limit * (1 + 1e-9))
        made.append(predictor)
      }
      #expect(abs(made[0].trace - made[1].trace) < 1e-9 * made[0].trace)
    }
  }

  @Test("is not spelled where it is the default, and refused where there is no other")
  func spelling() throws {
    let catalogue = PredictorCatalogue.standard
    for kind in ["polynomial", "arc", "rls"] {
      let plain = try catalogue.predictor(kind).spelling
      #expect(!plain.contains("solver"))
      #expect(try catalogue.predictor("\(kind):solver=streaming").spelling == plain)
      let lapack = try catalogue.predictor("\(kind):solver=lapack").spelling
      #expect(lapack.hasSuffix("solver=lapack"))
      let row = try #require(catalogue.rows.first { $0.kind == kind })
      let solver = try #require(row.parameters.first { $0.name == "solver" })
      #expect(solver.defaultText == "streaming" && solver.range == "one of streaming, lapack")
    }
    let weighted = try catalogue.predictor("weighted-polynomial")
    #expect(
      try catalogue.predictor("weighted-polynomial:solver=lapack").spelling == weighted.spelling)
    #expect(throws: CatalogueError.self) {
      try catalogue.predictor("weighted-polynomial:solver=streaming")
    }
  }

  @Test("a polynomial that LAPACK solves stays out of the grid of a sweep, and is right in one")
  func grid() throws {
    let context = PredictorContext(horizons: [])
    let catalogue = PredictorCatalogue.standard
    #expect(try catalogue.predictor("polynomial").polynomialParameters(in: context) != nil)
    #expect(
      try catalogue.predictor("polynomial:solver=lapack").polynomialParameters(in: context) == nil)
    let configurations = FitSolver.allCases.map {
      PolynomialPredictor.Parameters(degree: 2, window: 7, solver: $0)
    }
    var grid = try PolynomialGrid(configurations)
    var alone = try configurations.map { try PolynomialPredictor($0, context: context) }
    var random = Xoshiro256StarStar(seed: 11)
    var answers: [SIMD2<Double>] = []
    for sample in TestStroke.smooth(&random, count: 50).samples {
      grid.observe(sample)
      grid.positions(ahead: [0.02], into: &answers)
      for index in alone.indices {
        alone[index].observe(sample)
        guard let said = alone[index].position(ahead: 0.02) else { continue }
        #expect(answers[index] == said)
      }
    }
  }
}
