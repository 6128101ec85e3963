import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Filters and modifiers")
struct ModifierTests {
  private static let context = PredictorContext(horizons: [0.05], nominalRate: 100)

  private func predictor(_ spelling: String) throws -> any Predictor {
    try PredictorCatalogue.standard.predictor(spelling).make(Self.context)
  }

  private func answer(
    _ spelling: String, _ positions: [SIMD2<Double>], ahead: Double = 0.05, interval: Double = 0.01
  ) throws -> SIMD2<Double>? {
    var predictor = try predictor(spelling)
    predictor.beginStroke()
    for (index, position) in positions.enumerated() {
      predictor.observe(TouchSample(time: Double(index) * interval, position: position))
    }
    return predictor.predict(ahead: ahead)?.position
  }

  private func line(_ step: Double, count: Int = 6) -> [SIMD2<Double>] {
    (0..<count).map { SIMD2(step * Double($0), 0) }
  }

  @Test("speed gate: nothing below, everything above, a share between")
  func speedGate() throws {
    // 0.04 a step of 10 ms is 4 units a second; linear leads by five steps.
    #expect(try answer("linear+speed-gate:low=5,high=20", line(0.04)) == SIMD2(0.2, 0))
    let fast = try #require(try answer("linear+speed-gate:low=5,high=20", line(0.3)))
    #expect(abs(fast.x - 3) < 1e-12)
    let middle = try #require(try answer("linear+speed-gate:low=5,high=20", line(0.125)))
    #expect(abs(middle.x - (0.625 + 0.5 * 0.625)) < 1e-12)
  }

  @Test("direction gate: with the motion unchanged, against it nothing")
  func directionGate() throws {
    let forward = line(1)
    let plain = try answer("polynomial:degree=2,window=5", forward)
    #expect(try answer("polynomial:degree=2,window=5+direction-gate", forward) == plain)
    // A sudden stop makes the parabola turn back, though the contact still came from the left.
    let stopping = [0.0, 4, 7, 9, 10].map { SIMD2($0, 0) }
    let back = try #require(try answer("polynomial:degree=2,window=5", stopping, ahead: 0.08))
    #expect(back.x < 10)
    #expect(
      try answer("polynomial:degree=2,window=5+direction-gate", stopping, ahead: 0.08)
        == SIMD2(10, 0))
  }

  @Test("displacement cap: no farther than factor × speed × horizon")
  func displacementCap() throws {
    let accelerating = (0..<6).map { SIMD2(Double($0 * $0), 0) }
    let plain = try #require(try answer("polynomial:degree=2,window=5", accelerating))
    #expect(abs(plain.x - 100) < 1e-9)
    let capped = try #require(
      try answer("polynomial:degree=2,window=5+displacement-cap:factor=1.2", accelerating))
    // The last step was 9 in 10 ms; 1.2 × 900 × 0.05 = 54 beyond 25.
    #expect(abs(capped.x - 79) < 1e-9)
  }

  @Test("blend goes a share of the way")
  func blend() throws {
    let half = try #require(try answer("linear+blend:share=0.5", line(1)))
    #expect(abs(half.x - 7.5) < 1e-12)
    #expect(try answer("linear+blend:share=0", line(1)) == SIMD2(5, 0))
  }

  @Test("confidence horizon: whole where predictions come true, its floor where they do not")
  func confidenceHorizon() throws {
    let steady = try #require(try answer("linear+confidence-horizon", line(1, count: 30)))
    #expect(abs(steady.x - 34) < 1e-9)
    let zigzag = (0..<30).map { SIMD2($0 % 2 == 0 ? 0.0 : 1.0, 0) }
    let plain = try #require(try answer("linear", zigzag))
    let short = try #require(try answer("linear+confidence-horizon:floor=0.2", zigzag))
    let newest = zigzag[29]
    #expect(abs((short - newest).length - 0.2 * (plain - newest).length) < 1e-9)
  }

  @Test("confidence horizon passes over a confidence that the predictor states")
  func confidenceHorizonStated() throws {
    let zigzag = (0..<30).map { SIMD2($0 % 2 == 0 ? 0.0 : 1.0, 0) }
    // The line through 0, 1, 0, 1 says 1 of the next sample, which is 0: nothing is earned. Its slope
    // is 0.2 a sample, and it is read 0.05 × 5 samples ahead; the confidence it states is 0.16.
    let spelling = "polynomial:degree=1,window=4+confidence-horizon:floor=0.05"
    let short = try #require(try answer(spelling, zigzag))
    #expect(abs(short.x - (0.5 + 0.2 * (1.5 + 0.25))) < 1e-9)
  }

  @Test("chains act from left to right")
  func order() throws {
    let capped = try #require(
      try answer("linear+displacement-cap:factor=0.4+blend:share=0.5", line(1)))
    let blended = try #require(
      try answer("linear+blend:share=0.5+displacement-cap:factor=0.4", line(1)))
    #expect(abs(capped.x - (5 + 1)) < 1e-9, "a lead of 5, capped to 2, halved")
    #expect(abs(blended.x - (5 + 2)) < 1e-9, "a lead of 5, halved to 2.5, capped to 2")
  }
}

@Suite("Timestamp regularization")
struct TimestampRegularizationTests {
  /// Constant velocity, sampled steadily at 100 Hz, delivered with jitter.
  private func jittered(seed: UInt64) -> [TouchSample] {
    var random = Xoshiro256StarStar(seed: seed)
    return (0..<300).map { index in
      let time = Double(index) / 100
      return TouchSample(
        time: time + 0.003 * (random.nextUnit() - 0.5), position: SIMD2(500 * time, 0))
    }
  }

  private func error(_ spelling: String, _ samples: [TouchSample]) throws -> Double {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [0.03], nominalRate: 100))
    predictor.beginStroke()
    var sum = 0.0
    for (index, sample) in samples.enumerated() {
      predictor.observe(sample)
      guard index >= 50, let answer = predictor.predict(ahead: 0.03) else { continue }
      sum += (answer.position - SIMD2(500 * (Double(index) / 100 + 0.03), 0)).length
    }
    return sum / 250
  }

  @Test("removes most of the error that delivery jitter makes", arguments: [1, 2, 3] as [UInt64])
  func removesJitter(seed: UInt64) throws {
    let samples = jittered(seed: seed)
    let plain = try error("linear", samples)
    let regular = try error("regularise+linear", samples)
    #expect(regular < 0.5 * plain, "seed \(seed): \(regular) against \(plain)")
  }

  @Test("leaves a steady clock as it is, and the moment asked for")
  func steady() throws {
    let samples = (0..<20).map {
      TouchSample(time: Double($0) / 100, position: SIMD2(Double($0), 0))
    }
    var predictor = try PredictorCatalogue.standard.predictor("regularise+linear")
      .make(PredictorContext(horizons: [], nominalRate: 100))
    predictor.beginStroke()
    for sample in samples { predictor.observe(sample) }
    let answer = try #require(predictor.predict(ahead: 0.02))
    #expect(abs(answer.position.x - 21) < 1e-9)
  }

  @Test("learns a rate that is not the nominal one")
  func learnsRate() throws {
    let samples = (0..<2000).map {
      TouchSample(time: Double($0) / 95, position: SIMD2(Double($0), 0))
    }
    var predictor = try PredictorCatalogue.standard.predictor("regularise+linear")
      .make(PredictorContext(horizons: [], nominalRate: 100))
    predictor.beginStroke()
    for sample in samples { predictor.observe(sample) }
    let answer = try #require(predictor.predict(ahead: 2.0 / 95))
    #expect(abs(answer.position.x - 2001) < 0.01)
  }

  @Test("a gap begins the clock anew")
  func gap() throws {
    let times = [0, 0.01, 0.02, 0.5, 0.51]
    var predictor = try PredictorCatalogue.standard.predictor("regularise+linear")
      .make(PredictorContext(horizons: [], nominalRate: 100))
    predictor.beginStroke()
    for time in times {
      predictor.observe(TouchSample(time: time, position: SIMD2(100 * time, 0)))
    }
    let answer = try #require(predictor.predict(ahead: 0.01))
    #expect(abs(answer.position.x - 52) < 1e-9)
  }
}

@Suite("1€ filter around a predictor")
struct OneEuroStageTests {
  private let context = PredictorContext(horizons: [0.02], nominalRate: 100)

  /// Positions at rest with noise of standard deviation 1, and what a spelling says of them.
  private func spread(_ spelling: String) throws -> Double {
    var random = Xoshiro256StarStar(seed: 9)
    var predictor = try PredictorCatalogue.standard.predictor(spelling).make(context)
    predictor.beginStroke()
    var sum = 0.0
    for index in 0..<600 {
      predictor.observe(
        TouchSample(
          time: Double(index) / 100, position: SIMD2(random.nextNormal(), random.nextNormal())))
      guard index >= 100, let answer = predictor.predict(ahead: 0.02) else { continue }
      sum += answer.position.dot(answer.position)
    }
    return (sum / 1000).squareRoot()
  }

  @Test("before and after, it takes noise away")
  func lessNoise() throws {
    let plain = try spread("linear")
    // Two samples ahead of two: √(9 + 4).
    #expect(abs(plain - 3.606) < 0.15)
    #expect(try spread("one-euro:cutoff=2,beta=0+linear") < 0.5 * plain)
    #expect(try spread("linear+one-euro:cutoff=2,beta=0") < 0.5 * plain)
  }

  @Test("behind hold it is the filter itself")
  func behindHold() throws {
    var filter = OneEuroFilter(
      minimumCutoff: 3, beta: 0.2, derivativeCutoff: 1, nominalRate: 100)
    var predictor = try PredictorCatalogue.standard.predictor("hold+one-euro:cutoff=3,beta=0.2")
      .make(context)
    predictor.beginStroke()
    for index in 0..<50 {
      let time = Double(index) / 100
      let position = SIMD2(20 * time * time, 3 - time)
      predictor.observe(TouchSample(time: time, position: position))
      let expected = filter.filter(position, at: time + 0.02)
      let answer = try #require(predictor.predict(ahead: 0.02)?.position)
      #expect((answer - expected).length < 1e-12)
    }
  }
}
