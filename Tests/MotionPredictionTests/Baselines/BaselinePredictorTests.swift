import MotionPrediction
import Testing
import TouchInput

@Suite("Hold, linear and recorded")
struct BaselinePredictorTests {
  private let context = PredictorContext(horizons: [])

  @Test("hold stays")
  func hold() throws {
    var predictor = try HoldPredictor(.init(), context: context)
    predictor.observe(TouchSample(time: 0, position: SIMD2(1, 2)))
    predictor.observe(TouchSample(time: 1, position: SIMD2(3, 4)))
    #expect(predictor.predict(ahead: 5)?.position == SIMD2(3, 4))
  }

  @Test("linear goes on with the last step, by time and not by count")
  func linear() throws {
    var predictor = try LinearPredictor(.init(), context: context)
    predictor.observe(TouchSample(time: 0, position: SIMD2(10, 5)))
    #expect(predictor.predict(ahead: 1) == nil)
    predictor.observe(TouchSample(time: 0.5, position: SIMD2(20, 25)))
    #expect(predictor.predict(ahead: 0.25)?.position == SIMD2(25, 35))
    #expect(predictor.predict(ahead: 0.25)?.velocity == SIMD2(20, 40))
    predictor.observe(TouchSample(time: 0.5, position: SIMD2(21, 25)))
    #expect(predictor.predict(ahead: 0.25) == nil, "two samples of one time have no velocity")
  }

  @Test("a sample dated before others takes their place")
  func backwardTime() throws {
    var predictor = try LinearPredictor(.init(), context: context)
    for (time, x) in [(0.0, 0.0), (1, 1), (900, 50)] {
      predictor.observe(TouchSample(time: time, position: SIMD2(x, 0)))
    }
    predictor.observe(TouchSample(time: 2, position: SIMD2(2, 0)))
    predictor.observe(TouchSample(time: 3, position: SIMD2(3, 0)))
    #expect(predictor.predict(ahead: 1)?.position == SIMD2(4, 0))
  }

  @Test("recorded reads the device's newest batch and lets it live until the next sample")
  func recorded() throws {
    var predictor = try RecordedPredictor(.init(), context: context)
    predictor.observe(TouchSample(time: 1, position: SIMD2(0, 0)))
    #expect(predictor.predict(ahead: 0.25) == nil)
    predictor.observeDevicePredictions([
      TouchSample(time: 1.25, position: SIMD2(4, 0), kind: .predicted),
      TouchSample(time: 1.5, position: SIMD2(4, 8), kind: .predicted),
    ])
    #expect(predictor.predict(ahead: 0.125)?.position == SIMD2(2, 0))
    #expect(predictor.predict(ahead: 0.25)?.position == SIMD2(4, 0))
    #expect(predictor.predict(ahead: 0.375)?.position == SIMD2(4, 4))
    #expect(predictor.predict(ahead: 0.5)?.position == SIMD2(4, 8))
    #expect(predictor.predict(ahead: 0.6) == nil, "the device said nothing of that moment")
    predictor.observe(TouchSample(time: 1.1, position: SIMD2(1, 0)))
    #expect(predictor.predict(ahead: 0.1) == nil, "the batch has been withdrawn")
  }
}
