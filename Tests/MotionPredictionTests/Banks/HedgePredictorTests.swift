import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Hedge")
struct HedgePredictorTests {
  private let context = PredictorContext(horizons: [0.03], nominalRate: 100)

  /// Feeds samples and returns, for each after the tenth, the error of what was said 0.03 s before.
  private func errors(_ spelling: String, _ positions: [SIMD2<Double>]) throws -> [Double] {
    var predictor = try PredictorCatalogue.standard.predictor(spelling).make(context)
    predictor.beginStroke()
    var said: [SIMD2<Double>?] = []
    for (index, position) in positions.enumerated() {
      predictor.observe(TouchSample(time: Double(index) / 100, position: position))
      said.append(predictor.predict(ahead: 0.03)?.position)
    }
    return positions.indices.dropFirst(10).map { index in
      said[index - 3].map { ($0 - positions[index]).length } ?? .infinity
    }
  }

  /// The sum of the last hundred errors.
  private func lateError(_ spelling: String, _ positions: [SIMD2<Double>]) throws -> Double {
    try errors(spelling, positions).suffix(100).reduce(0, +)
  }

  @Test("comes close to its best member, whichever that is")
  func followsTheBest() throws {
    let line = (0..<200).map { SIMD2(3 * Double($0), 1) }
    let shaking = (0..<200).map { SIMD2($0 % 2 == 0 ? 0.0 : 1, 0) }
    for positions in [line, shaking] {
      let bank = try lateError("hedge:[hold;linear],rate=2,share=0.01", positions)
      let best = min(try lateError("hold", positions), try lateError("linear", positions))
      // The fixed share leaves share/2 / (1 − exp(−rate)) = 0.6 % of the weight on the worse member,
      // whose errors are 9 here.
      #expect(bank <= best + 0.006 * 9 * 100)
    }
  }

  @Test("switches when the motion changes, thanks to the fixed share")
  func switches() throws {
    var positions: [SIMD2<Double>] = []
    for index in 0..<150 { positions.append(SIMD2(3 * Double(index), 0)) }
    for index in 0..<150 { positions.append(SIMD2(index % 2 == 0 ? 450 : 452, 0)) }
    let shared = try lateError("hedge:[hold;linear],rate=1,share=0.05", positions)
    let stubborn = try lateError("hedge:[hold;linear],rate=1,share=0", positions)
    #expect(shared < stubborn)
  }

  @Test("does not look ahead: what it says does not depend on samples to come")
  func causal() throws {
    var random = Xoshiro256StarStar(seed: 5)
    let stroke = TestStroke.smooth(&random, count: 60)
    func said(_ samples: [TouchSample]) throws -> [Prediction?] {
      var predictor = try PredictorCatalogue.standard.predictor("hedge").make(context)
      predictor.beginStroke()
      return samples.map { sample in
        predictor.observe(sample)
        return predictor.predict(ahead: 0.03)
      }
    }
    #expect(
      try said(Array(stroke.samples.prefix(30))) == Array(try said(stroke.samples).prefix(30)))
  }

  @Test("an empty bank is refused")
  func empty() {
    #expect(throws: ParameterError.self) {
      try HedgePredictor(.init(), members: [], context: context)
    }
  }
}
