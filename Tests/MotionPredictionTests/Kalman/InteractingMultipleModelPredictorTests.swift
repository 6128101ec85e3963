import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@Suite("Interacting multiple models predictor")
struct InteractingMultipleModelPredictorTests {
  typealias Parameters = InteractingMultipleModelPredictor.Parameters

  private func predictor(
    _ change: (inout Parameters) -> Void
  ) throws -> InteractingMultipleModelPredictor {
    var parameters = Parameters()
    parameters.anchor = .state
    change(&parameters)
    return try InteractingMultipleModelPredictor(
      parameters, context: PredictorContext(horizons: []))
  }

  @Test(
    "with one model it is the Kalman predictor",
    arguments: [
      (InteractingMultipleModelPredictor.Member.velocity, KinematicModel.Kind.velocity),
      (.acceleration, .acceleration), (.singer, .singer), (.jerk, .jerk), (.damped, .damped),
    ])
  func single(
    member: InteractingMultipleModelPredictor.Member, model: KinematicModel.Kind
  ) throws {
    for anchor in KalmanAnchor.allCases {
      var one = try predictor {
        ($0.first, $0.second, $0.third) = (.none, member, .none)
        $0.secondResponse = 0.013
        $0.secondDecay = 0.07
        $0.anchor = anchor
      }
      var kalman = try KalmanPredictorTests.predictor(model, response: 0.013) {
        $0.decay = 0.07
        $0.anchor = anchor
      }
      var random = Xoshiro256StarStar(seed: 3)
      for sample in TestStroke.smooth(&random, count: 60).samples {
        one.observe(sample)
        kalman.observe(sample)
        let answers = (one.predict(ahead: 0.03), kalman.predict(ahead: 0.03))
        #expect(answers.0?.position == answers.1?.position)
        #expect(answers.0?.velocity == answers.1?.velocity)
        let variances = (answers.0?.covariance?.xx, answers.1?.covariance?.xx)
        #expect((variances.0 == nil) == (variances.1 == nil))
        if let first = variances.0, let second = variances.1 {
          #expect(abs(first - second) < 1e-10 * second)
        }
      }
    }
  }

  @Test("equal models answer as one")
  func equalModels() throws {
    var three = try predictor {
      ($0.first, $0.second, $0.third) = (.velocity, .velocity, .velocity)
      ($0.firstResponse, $0.secondResponse, $0.thirdResponse) = (0.02, 0.02, 0.02)
    }
    var kalman = try KalmanPredictorTests.predictor(.velocity, response: 0.02)
    var random = Xoshiro256StarStar(seed: 3)
    for sample in TestStroke.smooth(&random, count: 60).samples {
      three.observe(sample)
      kalman.observe(sample)
      guard let expected = kalman.predict(ahead: 0.03) else { continue }
      let answer = try #require(three.predict(ahead: 0.03))
      #expect((answer.position - expected.position).length < 1e-9)
      for probability in three.probabilities { #expect(abs(probability - 1.0 / 3) < 1e-9) }
    }
  }

  @Test("the model that made the motion becomes the probable one")
  func recognition() throws {
    var models = try predictor {
      ($0.first, $0.second) = (.velocity, .velocity)
      ($0.firstResponse, $0.secondResponse) = (0.2, 0.01)
      $0.dwell = 1
      $0.measurementNoise = 0.1
    }
    var random = Xoshiro256StarStar(seed: 12)
    var quiet = SimulatedMotion(
      model: KinematicModel(kind: .velocity, density: 0.01 / (0.2 * 0.2 * 0.2)))
    var (mean, count) = ([0.0, 0], 0.0)
    func average(_ probabilities: [Double]) {
      mean = zip(mean, probabilities).map(+)
      count += 1
    }
    models.observe(TouchSample(time: 0, position: quiet.measured(0.1, &random)))
    for index in 1..<200 {
      quiet.advance(by: 0.01, &random)
      models.observe(
        TouchSample(time: Double(index) * 0.01, position: quiet.measured(0.1, &random)))
      if index > 50 { average(models.probabilities) }
    }
    #expect(mean[0] / count > 0.9)
    (mean, count) = ([0, 0], 0)
    var lively = SimulatedMotion(
      model: KinematicModel(kind: .velocity, density: 0.01 / (0.01 * 0.01 * 0.01)))
    for index in 200..<400 {
      lively.advance(by: 0.01, &random)
      models.observe(
        TouchSample(
          time: Double(index) * 0.01, position: quiet.position + lively.measured(0.1, &random)))
      if index > 250 { average(models.probabilities) }
    }
    #expect(mean[1] / count > 0.9)
  }

  @Test("no model at all is refused")
  func none() {
    let error = #expect(throws: ParameterError.self) {
      try predictor { ($0.first, $0.second, $0.third) = (.none, .none, .none) }
    }
    #expect(error?.description == "first=none leaves no model at all; give at least one")
  }

  @Test("the covariance is that of the mixture, and turns with the plane")
  func covariance() throws {
    var models = try predictor {
      ($0.first, $0.second) = (.velocity, .acceleration)
      ($0.firstResponse, $0.secondResponse) = (0.05, 0.02)
    }
    var turned = models
    var random = Xoshiro256StarStar(seed: 5)
    for sample in TestStroke.smooth(&random, count: 40).samples {
      models.observe(sample)
      var quarter = sample
      quarter.position = SIMD2(-sample.position.y, sample.position.x)
      turned.observe(quarter)
    }
    let plain = try #require(models.predict(ahead: 0.1)?.covariance)
    let other = try #require(turned.predict(ahead: 0.1)?.covariance)
    #expect(plain.xx > 0 && plain.xx * plain.yy - plain.xy * plain.xy > 0)
    #expect(abs(plain.xx - other.yy) < 1e-9 * plain.xx)
    #expect(abs(plain.yy - other.xx) < 1e-9 * plain.xx)
    #expect(abs(plain.xy + other.xy) < 1e-9 * plain.xx)
    #expect(plain.xy != 0)
  }
}
