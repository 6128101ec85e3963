import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// A grid against the predictors that it stands for: the same bits, whatever is fed.
@Suite("Polynomial grid")
struct PolynomialGridTests {
  static let horizons = [-0.02, 0, 0.004, 1.0 / 60, 0.0333, 0.1]

  static let configurations =
    (0...3).flatMap { degree in
      (1...33).filter { $0 > degree }.map {
        PolynomialPredictor.Parameters(degree: degree, window: $0)
      }
    }
    + [(4, 9), (5, 6), (8, 20), (1, 3), (1, 3), (2, 70)].map { degree, window in
      PolynomialPredictor.Parameters(degree: degree, window: window)
    }
    + [(0, 5), (1, 12), (1, 50), (2, 33.4), (2, 50), (3, 120), (4, 60), (1, 4000)].map {
      degree, milliseconds in
      var parameters = PolynomialPredictor.Parameters(degree: degree, window: 9)
      parameters.windowMilliseconds = milliseconds
      return parameters
    }

  /// Feeds strokes to a grid and to the predictors, and counts the answers compared.
  private func compare(
    _ configurations: [PolynomialPredictor.Parameters], _ strokes: [[TouchSample]],
    horizons: [Double] = Self.horizons, askedEvery step: Int = 1, _ label: String
  ) throws -> Int {
    var grid = try PolynomialGrid(configurations)
    var alone = try configurations.map {
      try PolynomialPredictor($0, context: PredictorContext(horizons: []))
    }
    var answers: [SIMD2<Double>] = []
    var compared = 0
    for samples in strokes {
      grid.beginStroke()
      for index in alone.indices { alone[index].beginStroke() }
      for (number, sample) in samples.enumerated() {
        grid.observe(sample)
        for index in alone.indices { alone[index].observe(sample) }
        guard number % step == 0 else { continue }
        grid.positions(ahead: horizons, into: &answers)
        try #require(answers.count == configurations.count * horizons.count)
        var different: String?
        for (c, predictor) in alone.enumerated() {
          for (h, horizon) in horizons.enumerated() {
            let (mine, said) = (
              answers[c * horizons.count + h], predictor.position(ahead: horizon)
            )
            compared += said == nil ? 0 : 1
            let isSame = said.map { $0 == mine } ?? (mine.x.isNaN && mine.y.isNaN)
            if !isSame {
              different = "\(configurations[c]), \(horizon): \(mine), not \(said as Any)"
            }
          }
        }
        try #require(different == nil, "\(label), sample \(number): \(different ?? "")")
      }
    }
    return compared
  }

  @Test("equals each predictor alone on hostile streams", arguments: TestSize.seeds(2, full: 100))
  func hostile(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<2).map { _ in TestStroke.hostile(&random, count: 60).samples }
    #expect(try compare(Self.configurations, strokes, "seed \(seed)") > 100)
  }

  @Test(
    "equals each predictor alone on clocks that change", arguments: TestSize.seeds(2, full: 100))
  func clocks(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<2).map { _ in ClockStroke.samples(&random, count: 130) }
    #expect(try compare(Self.configurations, strokes, "seed \(seed)") > 10_000)
  }

  @Test("may be asked now and then, and for what has no end")
  func nowAndThen() throws {
    var random = Xoshiro256StarStar(seed: 5)
    let strokes = [ClockStroke.samples(&random, count: 200)]
    let horizons = [0.01, .infinity, 0.02, .nan, -.infinity]
    #expect(
      try compare(Self.configurations, strokes, horizons: horizons, askedEvery: 7, "seed 5") > 1000)
    #expect(try compare(Self.configurations, strokes, horizons: [], "no horizons") == 0)
  }

  @Test("an empty grid answers nothing; a configuration that cannot be is refused")
  func edges() throws {
    var grid = try PolynomialGrid([])
    grid.observe(TouchSample(time: 0, position: .zero))
    var answers = [SIMD2<Double>.zero]
    grid.positions(ahead: [0.01], into: &answers)
    #expect(answers.isEmpty)
    var unfed = try PolynomialGrid([.init(degree: 0, window: 1)])
    unfed.positions(ahead: [0.01], into: &answers)
    #expect(answers.count == 1 && answers[0].x.isNaN)
    #expect(throws: ParameterError.self) {
      try PolynomialGrid([.init(degree: 1, window: 3), .init(degree: 2, window: 2)])
    }
  }

  @Test("a copy is a snapshot")
  func copies() throws {
    var random = Xoshiro256StarStar(seed: 6)
    let samples = ClockStroke.samples(&random, count: 40)
    var grid = try PolynomialGrid(Self.configurations)
    for sample in samples.prefix(30) { grid.observe(sample) }
    var (before, after): ([SIMD2<Double>], [SIMD2<Double>]) = ([], [])
    grid.positions(ahead: [0.02], into: &before)
    var copy = grid
    for sample in samples.suffix(10) { copy.observe(sample) }
    grid.positions(ahead: [0.02], into: &after)
    #expect(before.map(\.x.bitPattern) == after.map(\.x.bitPattern))
  }
}
