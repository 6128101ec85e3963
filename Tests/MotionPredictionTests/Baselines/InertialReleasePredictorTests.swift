import Foundation
import MotionPrediction
import Testing
import TouchInput

@Suite("Inertial release")
struct InertialReleasePredictorTests {
  private func released(_ deceleration: Double) throws -> InertialReleasePredictor {
    var parameters = InertialReleasePredictor.Parameters()
    parameters.deceleration = deceleration
    var predictor = try InertialReleasePredictor(
      parameters, context: PredictorContext(horizons: []))
    predictor.beginStroke()
    for index in 0..<3 {
      predictor.observe(
        TouchSample(time: Double(index) / 100, position: SIMD2(5, 10 * Double(index))))
    }
    predictor.endStroke(at: 0.02)
    return predictor
  }

  @Test("glides by the closed form", arguments: [0.998, 0.99])
  func closedForm(deceleration: Double) throws {
    let predictor = try released(deceleration)
    for milliseconds in [0.0, 1, 16.7, 100, 1000] {
      let answer = try #require(predictor.predict(ahead: milliseconds / 1000))
      // The sum of v·d^t over t in milliseconds, as an integral.
      let glide = 1000 * (pow(deceleration, milliseconds) - 1) / (1000 * log(deceleration))
      #expect((answer.position - SIMD2(5, 20 + glide)).length < 1e-9 * (1 + glide))
      #expect(abs(try #require(answer.velocity).y - 1000 * pow(deceleration, milliseconds)) < 1e-9)
    }
  }

  @Test("comes to rest at the customary distance, v / (−1000 ln d)")
  func rest() throws {
    let answer = try #require(try released(0.998).predict(ahead: 60))
    #expect(abs(answer.position.y - (20 + 1000 / (-1000 * log(0.998)))) < 1e-6)
  }

  @Test("holds in contact, and a new contact catches it")
  func holds() throws {
    var predictor = try released(0.998)
    predictor.beginStroke()
    predictor.observe(TouchSample(time: 1, position: SIMD2(7, 7)))
    #expect(predictor.predict(ahead: 0.1)?.position == SIMD2(7, 7))
  }
}
