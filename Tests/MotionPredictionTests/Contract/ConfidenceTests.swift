import MotionNumerics
import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Confidence from covariance")
struct ConfidenceTests {
  private func confidence(_ displacement: SIMD2<Double>, _ xx: Double, _ yy: Double) -> Double? {
    let newest = SIMD2(10.0, -4)
    return Prediction(
      position: newest + displacement, covariance: PositionCovariance(xx: xx, xy: 0, yy: yy)
    ).confident(from: newest).confidence
  }

  @Test("is the share of motion in motion and noise")
  func closedForm() {
    #expect(confidence(SIMD2(3, 4), 20, 5) == 0.5)
    #expect(confidence(SIMD2(3, 4), 0, 0) == 1)
    #expect(confidence(.zero, 0, 0) == 1)
    #expect(confidence(.zero, 1, 1) == 0)
    #expect(confidence(SIMD2(3, 4), .infinity, 0) == 0)
    #expect(Prediction(position: SIMD2(3, 4)).confident(from: .zero).confidence == nil)
  }

  @Test(
    "of a steady motion is near 1, of shaking on the spot near 0",
    arguments: [
      "polynomial:window=8", "weighted-polynomial:window=8", "arc", "kalman", "imm", "rls",
    ])
  func steadyAndShaking(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 21)
    func meanConfidence(_ speed: Double, noise: Double) throws -> Double {
      var predictor = try PredictorCatalogue.standard.predictor(spelling).make(
        PredictorContext(horizons: [0.03]))
      predictor.beginStroke()
      var (sum, count) = (0.0, 0.0)
      for index in 0..<60 {
        let scatter = noise * SIMD2(random.nextNormal(), random.nextNormal())
        predictor.observe(
          TouchSample(
            time: Double(index) / 120, position: SIMD2(speed * Double(index), 0) + scatter))
        guard index >= 20, let said = predictor.predict(ahead: 0.03)?.confidence else { continue }
        #expect(said >= 0 && said <= 1)
        sum += said
        count += 1
      }
      return sum / count
    }
    #expect(try meanConfidence(5, noise: 0.05) > 0.9)
    // d² is about as great as tr Σ where only noise is predicted, sometimes a few times as great.
    #expect(try meanConfidence(0, noise: 0.05) < 0.7)
  }
}
