import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

/// What polynomial fits state of their uncertainty: a covariance that can be used, or none.
@Suite("Covariance of polynomial fits")
struct ResidualNoiseTests {
  private static let spellings = [
    "polynomial", "polynomial:solver=lapack", "polynomial:degree=2,window=4",
    "polynomial:degree=2,window=5", "polynomial:degree=3,window=8", "weighted-polynomial",
    "weighted-polynomial:degree=2,window=6,weights=triangular",
    "weighted-polynomial:window=9,weights=uniform,loss=huber",
  ]

  private func answers(_ spelling: String, to samples: [TouchSample]) throws -> [Prediction?] {
    let predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: []))
    return PredictorLawTests.answers(predictor, to: [TestStroke(samples: samples)]).flatMap { $0 }
  }

  /// Positive definite, with variances no further apart than 1 : 10⁶.
  private func isUsable(_ covariance: PositionCovariance) -> Bool {
    let (mean, half) = (
      (covariance.xx + covariance.yy) / 2, (covariance.xx - covariance.yy) / 2
    )
    let root = SIMD2(half, covariance.xy).length
    return mean > 0 && mean - root > 1e-6 * (mean + root)
  }

  @Test("is positive definite on noisy motion, wherever it is stated", arguments: spellings)
  func noisy(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 21)
    let said = try answers(spelling, to: TestStroke.smooth(&random, count: 80).samples)
    let covariances = said.compactMap { $0?.covariance }
    #expect(covariances.count > 400)
    #expect(covariances.allSatisfy(isUsable), "\(spelling)")
  }

  /// A contact that moves along x alone, on a grid of 0.05: y shows no noise at all.
  @Test("is positive definite on rounded positions in a row", arguments: spellings)
  func inARow(spelling: String) throws {
    let samples = (0..<80).map { index in
      let x = (Double(index * index) * 0.037 / 0.05).rounded() * 0.05
      return TouchSample(time: Double(index) / 120, position: SIMD2(x, 7))
    }
    let covariances = try answers(spelling, to: samples).compactMap { $0?.covariance }
    #expect(covariances.count > 200)
    #expect(covariances.allSatisfy(isUsable), "\(spelling)")
  }

  @Test("is not stated by a fit without residuals, at rest or in motion", arguments: spellings)
  func exact(spelling: String) throws {
    for speed in [0.0, 333] {
      let samples = (0..<40).map { index in
        let time = Double(index) / 120
        return TouchSample(time: time, position: SIMD2(12.3 + speed * time, 4.5 - speed * time))
      }
      let said = try answers(spelling, to: samples).compactMap { $0 }
      #expect(!said.isEmpty)
      #expect(said.allSatisfy { $0.covariance == nil }, "\(spelling), \(speed)")
    }
  }

  @Test("has the trace of the residuals' covariance, and its direction once they are many")
  func pooling() throws {
    // A line along x with residuals across it, of ±1.
    for window in [3, 4, 6, 40] {
      let samples = (0..<window).map { index in
        TouchSample(
          time: Double(index), position: SIMD2(10 * Double(index), index % 2 == 0 ? 1 : -1))
      }
      let said = try answers("polynomial:degree=1,window=\(window)", to: samples)
      let covariance = try #require(said.last??.covariance)
      let share = 1 / Double(window - 2)
      let trace = covariance.xx + covariance.yy
      #expect(abs(covariance.xx - share / 2 * trace) < 1e-12 * trace)
      #expect(abs(covariance.yy - (1 - share / 2) * trace) < 1e-12 * trace)
    }
  }
}
