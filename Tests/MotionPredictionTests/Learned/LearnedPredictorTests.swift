import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// What the predictor makes of a model: bounds, rest, the past, and correction.
@Suite struct LearnedPredictorTests {
  private static func predictor(
    _ model: LearnedModel, adapt: Bool = false, horizons: [Double] = [1.0 / 30]
  ) throws -> LearnedPredictor {
    var parameters = LearnedPredictor.Parameters()
    parameters.adapt = adapt
    return try LearnedPredictor(
      model, parameters, context: PredictorContext(horizons: horizons, nominalRate: 60))
  }

  @Test("an answer stays in reach of the motion, whatever the weights", arguments: 1...20)
  func bounded(seed: Int) throws {
    let model = try TestModel.make(
      TestModel.regressors[seed % TestModel.regressors.count], seed: UInt64(seed),
      weightScale: 100)
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    var predictor = try Self.predictor(model)
    var greatest = 0.0
    predictor.beginStroke()
    var before: TouchSample?
    for sample in TestStroke.smooth(&random, count: 40).samples {
      predictor.observe(sample)
      if let before {
        let speed = (sample.position - before.position).length / (sample.time - before.time)
        greatest = max(greatest, speed)
      }
      before = sample
      for horizon in [0.01, 0.05, 0.2, 3] {
        guard let position = predictor.position(ahead: horizon) else { continue }
        let limit = model.constants.speedLimit * greatest * horizon
        #expect((position - sample.position).length <= limit * (1 + 1e-9), "seed \(seed)")
      }
    }
  }

  @Test func beyondTheLongestHorizonAPredictionStands() throws {
    var predictor = try Self.predictor(try TestModel.make(.linear))
    var random = Xoshiro256StarStar(seed: 4)
    for sample in TestStroke.smooth(&random, count: 20).samples { predictor.observe(sample) }
    let longest = 0.2
    #expect(predictor.position(ahead: longest + 1) == predictor.position(ahead: longest + 9))
  }

  @Test func atRestItStays() throws {
    var predictor = try Self.predictor(try TestModel.make(.network(members: 1, hidden: [7])))
    for index in 0..<20 {
      let x = Double(min(index, 5))
      predictor.observe(TouchSample(time: Double(index) / 60, position: SIMD2(x, 0)))
    }
    #expect(predictor.position(ahead: 0.05) == SIMD2(5, 0))
  }

  @Test func thePastIsTheRecordedTrack() throws {
    var predictor = try Self.predictor(try TestModel.make(.linear))
    for index in 0..<5 {
      predictor.observe(TouchSample(time: Double(index), position: SIMD2(Double(index), 0)))
    }
    #expect(predictor.position(ahead: 0) == SIMD2(4, 0))
    #expect(predictor.position(ahead: -1.5) == SIMD2(2.5, 0))
    #expect(predictor.position(ahead: -5) == nil)
  }

  @Test func theCovarianceHasTheFramesAxes() throws {
    var predictor = try Self.predictor(try TestModel.make(.linear))
    // Up a line at 45°: along is (1, 1)/√2.
    for index in 0..<8 {
      let at = Double(index)
      predictor.observe(TouchSample(time: at / 60, position: SIMD2(at, at)))
    }
    let covariance = try #require(predictor.predict(ahead: 0.02)?.covariance)
    let (along, across) = (
      covariance.xx + covariance.yy + 2 * covariance.xy,
      covariance.xx + covariance.yy - 2 * covariance.xy
    )
    // 0.1 and 0.05 of the scale at the table's first horizon, of 1.2 reference intervals.
    let scale = 2 * 1.2 * 1.2
    #expect(abs(along / 2 - 0.01 * scale) < 1e-6)
    #expect(abs(across / 2 - 0.0025 * scale) < 1e-6)
  }

  @Test func adaptationFollowsWhatTheModelGetsWrong() throws {
    // A model that says four fifths of the velocity, on a motion of constant velocity.
    let model = try Self.steady(share: 0.8)
    let horizon = 1.0 / 30
    var plain = try Self.predictor(model)
    var adapting = try Self.predictor(model, adapt: true)
    for stroke in 0..<20 {
      plain.beginStroke()
      adapting.beginStroke()
      for index in 0..<60 {
        let time = Double(index) / 60
        let sample = TouchSample(time: time, position: SIMD2(100 * time, Double(stroke)))
        plain.observe(sample)
        adapting.observe(sample)
      }
    }
    let truth = SIMD2(100 * (59.0 / 60 + horizon), 19)
    let before = try #require(plain.position(ahead: horizon)).distance(to: truth)
    let after = try #require(adapting.position(ahead: horizon)).distance(to: truth)
    #expect(abs(before - 0.2 * 100 * horizon) < 1e-3)
    // The filter is right on that motion; the fixed share leaves the model a hundredth or two.
    #expect(after < 0.05 * before, "\(after) of \(before)")
  }

  @Test(
    "whatever comes, what is said is finite and within the bound",
    arguments: TestSize.of([2, 5, 33], full: Array(1...40)), [false, true])
  func hostileStreams(seed: Int, adapt: Bool) throws {
    let layout: MotionFeatureLayout.Kind = seed % 2 == 0 ? .displacements : .lags
    let model =
      seed % 3 == 0 && layout == .lags
      ? try LearnedModel.standard()
      : try TestModel.make(
        .network(members: 2, hidden: [12, 6]), seed: UInt64(seed), layout: layout,
        weightScale: 30)
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    var predictor = try Self.predictor(model, adapt: adapt, horizons: [0.004, 0.0333, 0.1])
    // Two places in one moment are infinitely fast, and bound nothing.
    let jumps = seed > 30
    for rate in [10.0, 60, 240, 1000] {
      predictor.beginStroke()
      var (time, position, before) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
      var greatest = 0.0
      for _ in 0..<200 {
        // Duplicate times, gaps of seconds and spikes of a meter among the motion.
        let oddity = random.nextInt(below: 12)
        let interval = oddity == 0 ? 0 : oddity == 1 ? 2.5 : 1 / rate
        before = position
        if oddity > 0 || jumps {
          position += SIMD2(random.nextNormal(), random.nextNormal())
        }
        if oddity == 2 { position += SIMD2(1000 * random.nextNormal(), 0) }
        time += interval
        if interval > 0 { greatest = max(greatest, (position - before).length / interval) }
        predictor.observe(TouchSample(time: time, position: position))
        for horizon in [0.001, 0.004, 0.0333, 0.1, 0.2, 5] {
          guard let said = predictor.position(ahead: horizon) else { continue }
          #expect(said.x.isFinite && said.y.isFinite)
          guard !jumps else { continue }
          let most = model.constants.speedLimit * greatest * horizon
          #expect((said - position).length <= most * (1 + 1e-9), "seed \(seed), \(rate) Hz")
        }
      }
    }
  }

  /// y = (share, 0), whatever the features.
  private static func steady(share: Float) throws -> LearnedModel {
    let draft = try TestModel.make(.linear)
    var weights = draft.weights
    for index in weights.regressor.indices { weights.regressor[index] = 0 }
    // The offsets follow the map; those along come first, one a knot.
    for knot in 0..<8 { weights.regressor[16 * draft.shape.motionCount + knot] = share }
    return try LearnedModel(
      shape: draft.shape, constants: draft.constants, weights: weights, manifest: "{}")
  }

  @Test func aLibraryOpensNoFile() {
    var parameters = LearnedPredictor.Parameters()
    parameters.model = "mine.npm"
    #expect(throws: ParameterError.self) {
      try LearnedPredictor(parameters, context: PredictorContext(horizons: [0.03]))
    }
  }
}
