import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Double exponential predictor")
struct DoubleExponentialPredictorTests {
  /// Rounding of sums of numbers up to 100 and of times like 5/120.
  static let tolerance = 1e-10

  private func predictor(_ smoothing: Double, uneven: Bool) throws -> DoubleExponentialPredictor {
    try DoubleExponentialPredictor(
      .init(smoothing: smoothing, uneven: uneven), context: PredictorContext(horizons: []))
  }

  @Test("the published values, at any even rate", arguments: [false, true])
  func published(uneven: Bool) throws {
    for rate in [60.0, 120, 240, 7.3] {
      var predictor = try predictor(0.5, uneven: uneven)
      for (index, value) in [0.0, 1, 2, 4, 8, 16].enumerated() {
        predictor.observe(
          TouchSample(time: 3 + Double(index) / rate, position: SIMD2(value, 2 * value)))
      }
      for (steps, expected) in [(1.0, 17.8125), (2, 21.390625)] {
        let answer = try #require(predictor.predict(ahead: steps / rate))
        #expect((answer.position - SIMD2(expected, 2 * expected)).length < Self.tolerance)
        #expect(abs(try #require(answer.velocity).x - 3.578125 * rate) < 1e-9 * rate)
      }
    }
  }

  @Test("a steady motion on an uneven clock needs uneven=true")
  func unevenClock() throws {
    var (counting, timing) = (
      try predictor(0.4, uneven: false), try predictor(0.4, uneven: true)
    )
    var random = Xoshiro256StarStar(seed: 8)
    var time = 0.0
    for index in 0..<200 {
      if index > 0 { time += 0.004 + 0.02 * random.nextUnit() }
      let sample = TouchSample(time: time, position: SIMD2(400 * time, 9))
      counting.observe(sample)
      timing.observe(sample)
    }
    let place = 400 * (time + 0.05)
    #expect(abs(try #require(timing.predict(ahead: 0.05)).position.x - place) < 1e-8)
    #expect(abs(try #require(counting.predict(ahead: 0.05)).position.x - place) > 0.1)
  }

  @Test("nothing is said of samples of one time")
  func oneTime() throws {
    for uneven in [false, true] {
      var predictor = try predictor(0.4, uneven: uneven)
      for _ in 0..<3 { predictor.observe(TouchSample(time: 1, position: SIMD2(1, 1))) }
      #expect(predictor.predict(ahead: 0.01) == nil)
      predictor.observe(TouchSample(time: 1.5, position: SIMD2(1, 1)))
      #expect(predictor.predict(ahead: 0.01)?.position == SIMD2(1, 1))
    }
  }
}
