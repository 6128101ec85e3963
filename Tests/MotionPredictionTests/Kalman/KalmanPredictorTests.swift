import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@Suite("Kalman predictor")
struct KalmanPredictorTests {
  static let models = KinematicModel.Kind.allCases

  static func predictor(
    _ model: KinematicModel.Kind, response: Double = 0.02,
    _ change: (inout KalmanPredictor.Parameters) -> Void = { _ in }
  ) throws -> KalmanPredictor {
    var parameters = KalmanPredictor.Parameters()
    parameters.model = model
    parameters.response = response
    parameters.adaptive = false
    parameters.anchor = .state
    change(&parameters)
    return try KalmanPredictor(parameters, context: PredictorContext(horizons: []))
  }

  static func sample(_ time: Double, _ x: Double, _ y: Double = 0) -> TouchSample {
    TouchSample(time: time, position: SIMD2(x, y))
  }

  @Test(
    "a steady motion is found and gone on with",
    arguments: [
      KinematicModel.Kind.velocity,
      .acceleration, .jerk, .singer,
    ])
  func line(model: KinematicModel.Kind) throws {
    var predictor = try Self.predictor(model)
    var time = 0.0
    var random = Xoshiro256StarStar(seed: 1)
    predictor.beginStroke()
    for _ in 0..<200 {
      predictor.observe(Self.sample(time, 500 * time, -80 * time))
      time += 0.004 + 0.01 * random.nextUnit()
    }
    time = try #require(predictor.predict(ahead: 0)).position.x / 500
    let answer = try #require(predictor.predict(ahead: 0.05))
    // What is left of the first guess, velocity 0 ± 100 √R/ρ, after 200 samples.
    #expect((answer.position - SIMD2(500, -80) * (time + 0.05)).length < 1e-6)
    #expect((try #require(answer.velocity) - SIMD2(500, -80)).length < 1e-4)
    #expect(try #require(answer.covariance).xx < 1e-3)
  }

  @Test("the parameters are the ratio that they say", arguments: models)
  func ratio(model: KinematicModel.Kind) throws {
    // The same filter with absolute noises: R = σ² and q = σ²/ρ^(2n − 1).
    let (deviation, response) = (0.7, 0.03)
    let variance = deviation * deviation
    let power = [.velocity: 3, .damped: 3, .acceleration: 5, .singer: 5, .jerk: 7][model] ?? 0
    let density = (0..<power).reduce(variance) { value, _ in value / response }
    let prior = 50.0
    let kinematic = KinematicModel(kind: model, density: density, decayTime: 0.3)
    let acceleration =
      model == .singer
      ? (density * 0.3 / 2).squareRoot() : prior * deviation / (response * response)
    var filter: PlanarKalmanFilter?
    var predictor = try Self.predictor(model, response: response) {
      $0.decay = 0.3
      $0.measurementNoise = deviation
      $0.prior = prior
    }
    var random = Xoshiro256StarStar(seed: 6)
    let stroke = TestStroke.smooth(&random, count: 60)
    predictor.beginStroke()
    for (index, sample) in stroke.samples.enumerated() {
      predictor.observe(sample)
      if var going = filter {
        going.advance(by: sample.time - stroke.samples[index - 1].time)
        going.update(with: sample.position)
        filter = going
        let expected = going.forecast(after: 0.04)
        let answer = try #require(predictor.predict(ahead: 0.04))
        #expect((answer.position - expected.position).length < 1e-8)
        let covariance = try #require(answer.covariance)
        #expect(abs(covariance.xx - expected.variance) < 1e-8 * expected.variance)
        #expect(covariance.xy == 0 && covariance.yy == covariance.xx)
      } else {
        filter = PlanarKalmanFilter(
          model: kinematic, position: sample.position, measurementVariance: variance,
          derivativeDeviations: SIMD3(
            prior * deviation / response, acceleration,
            prior * deviation / (response * response * response)))
      }
    }
  }

  @Test("the noise is estimated where it is not given")
  func estimatedNoise() throws {
    let (deviation, response) = (0.4, 0.05)
    var model = KinematicModel(kind: .velocity, density: deviation * deviation)
    model.density /= response * response * response
    var ratio = 0.0
    for seed in UInt64(1)...200 {
      var random = Xoshiro256StarStar(seed: seed)
      var predictor = try Self.predictor(.velocity, response: response)
      var motion = SimulatedMotion(model: model)
      for index in 0..<100 {
        if index > 0 { motion.advance(by: 0.008, &random) }
        predictor.observe(
          TouchSample(time: Double(index) * 0.008, position: motion.measured(deviation, &random)))
      }
      let answer = try #require(predictor.predict(ahead: 0.03))
      motion.advance(by: 0.03, &random)
      ratio +=
        (answer.position - motion.position).squaredLength / (try #require(answer.covariance).xx)
    }
    // Mean 2 of χ²₂, raised by 2 % by the scatter of the estimate; four standard errors.
    #expect(abs(ratio / 200 - 2.04) < 4 * 2 / 200.0.squareRoot(), "\(ratio / 200)")
  }

  @Test("adaptation finds a response that was set wrong by a factor of 5")
  func adaptive() throws {
    for wrong in [0.01, 0.25] {
      var errors = [0.0, 0, 0]
      for seed in UInt64(1)...40 {
        var random = Xoshiro256StarStar(seed: seed)
        var predictors = [
          try Self.predictor(.velocity, response: wrong),
          try Self.predictor(.velocity, response: wrong) { $0.adaptive = true },
          try Self.predictor(.velocity, response: 0.05),
        ]
        var motion = SimulatedMotion(
          model: KinematicModel(kind: .velocity, density: 1 / (0.05 * 0.05 * 0.05)))
        for index in 0..<400 {
          if index > 0 { motion.advance(by: 0.01, &random) }
          let place = motion.measured(1, &random)
          for which in predictors.indices {
            predictors[which].observe(TouchSample(time: Double(index) * 0.01, position: place))
          }
          guard index > 100 else { continue }
          var next = motion
          next.advance(by: 0.03, &random)
          for which in predictors.indices {
            let answer = try #require(predictors[which].predict(ahead: 0.03))
            errors[which] += (answer.position - next.position).squaredLength
          }
        }
      }
      // It must win back at least half of what the wrong response costs.
      #expect(errors[1] - errors[2] < 0.5 * (errors[0] - errors[2]), "ρ = \(wrong): \(errors)")
    }
  }

  @Test("the anchor is the newest report, or the state")
  func anchor() throws {
    var random = Xoshiro256StarStar(seed: 2)
    let stroke = TestStroke.smooth(&random, count: 30)
    var newest = try Self.predictor(.acceleration) { $0.anchor = .newest }
    var state = try Self.predictor(.acceleration)
    for sample in stroke.samples {
      newest.observe(sample)
      state.observe(sample)
    }
    let last = stroke.samples[29].position
    let now = try #require(newest.predict(ahead: 0))
    #expect(now.position == last)
    let smooth = try #require(state.predict(ahead: 0)).position
    #expect(smooth != last)
    for horizon in [-0.01, 0.02, 0.1] {
      let answers = try (
        #require(newest.predict(ahead: horizon)), #require(state.predict(ahead: horizon))
      )
      #expect((answers.0.position - last - (answers.1.position - smooth)).length < 1e-10)
    }
  }

  @Test("a gap begins anew, a shorter one does not")
  func gap() throws {
    var predictor = try Self.predictor(.velocity) { $0.gap = 0.25 }
    for index in 0..<20 { predictor.observe(Self.sample(Double(index) / 64, Double(index))) }
    predictor.observe(Self.sample(19.0 / 64 + 0.25, 36))
    #expect(predictor.predict(ahead: 0.01) != nil)
    predictor.observe(Self.sample(19.0 / 64 + 0.515625, 40))
    #expect(predictor.predict(ahead: 0.01) == nil)
    predictor.observe(Self.sample(19.0 / 64 + 0.53125, 41))
    let answer = try #require(predictor.predict(ahead: 1.0 / 64))
    #expect(abs(answer.position.x - 42) < 0.01)
  }

  @Test("a sample dated before others takes their place", arguments: models)
  func backward(model: KinematicModel.Kind) throws {
    var random = Xoshiro256StarStar(seed: 4)
    let samples = TestStroke.smooth(&random, count: 12).samples
    var (straight, late) = (try Self.predictor(model), try Self.predictor(model))
    for (index, sample) in samples.enumerated() {
      straight.observe(sample)
      if index == 9 {
        var early = sample
        early.time += 500
        early.position *= 3
        late.observe(early)
      }
      late.observe(sample)
    }
    #expect(straight.predict(ahead: 0.05) == late.predict(ahead: 0.05))
  }

  @Test("noise of steps has no form for the models that decay")
  func relation() {
    for model in [KinematicModel.Kind.singer, .damped] {
      let error = #expect(throws: ParameterError.self) {
        try Self.predictor(model) { $0.noise = .discrete }
      }
      #expect(
        error?.description
          == "noise=discrete has no form for model=\(model.rawValue); leave it out")
    }
  }
}
