import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Polynomial predictor")
struct PolynomialPredictorTests {
  private func predictor(_ degree: Int, _ window: Int) throws -> PolynomialPredictor {
    try PolynomialPredictor(
      .init(degree: degree, window: window), context: PredictorContext(horizons: []))
  }

  private func feed(_ predictor: inout PolynomialPredictor, _ samples: [TouchSample]) {
    predictor.beginStroke()
    for sample in samples { predictor.observe(sample) }
  }

  @Test("reproduces polynomials of its degree", arguments: 0...5)
  func reproducesPolynomials(degree: Int) throws {
    let coefficients = [3.0, -40, 250, -900, 2000, 5000].prefix(degree + 1)
    func position(_ time: Double) -> SIMD2<Double> {
      let x = coefficients.reversed().reduce(0) { $0 * time + $1 }
      return SIMD2(x, 10 - 2 * x)
    }
    var random = Xoshiro256StarStar(seed: 3)
    var time = 0.0
    let samples = (0..<12).map { _ in
      time += 0.004 + 0.016 * random.nextUnit()
      return TouchSample(time: time, position: position(time))
    }
    var predictor = try predictor(degree, 12)
    feed(&predictor, samples)
    // Rounding of a degree-5 fit read one third of its window ahead.
    let tolerance = 1e-8
    for horizon in [-0.05, 0, 0.016, 0.05] {
      let answer = try #require(predictor.predict(ahead: horizon))
      #expect((answer.position - position(time + horizon)).length < tolerance)
    }
  }

  @Test("velocity is the slope of the fit")
  func velocity() throws {
    var predictor = try predictor(1, 4)
    feed(
      &predictor,
      (0..<4).map {
        TouchSample(time: Double($0) / 60, position: SIMD2(Double($0) * 5, -Double($0)))
      })
    let velocity = try #require(predictor.predict(ahead: 0.1)?.velocity)
    #expect((velocity - SIMD2(300, -60)).length < 1e-9)
  }

  @Test("weights and noise gain are the closed form's", arguments: 2...12)
  func weights(window: Int) throws {
    // Feeding unit impulses reads off the weights of the linear filter.
    for steps in 1...4 {
      var sumOfSquares = 0.0
      for impulse in 0..<window {
        var predictor = try predictor(1, window)
        feed(
          &predictor,
          (0..<window).map {
            TouchSample(time: Double($0) / 60, position: SIMD2($0 == impulse ? 1 : 0, 0))
          })
        let weight = try #require(predictor.predict(ahead: Double(steps) / 60)).position.x
        sumOfSquares += weight * weight
      }
      let (n, h) = (Double(window), Double(steps))
      let closed = 1 / n + 12 * pow(h + (n - 1) / 2, 2) / (n * (n * n - 1))
      #expect(abs(sumOfSquares - closed) < 1e-9 * closed)
    }
  }

  @Test("the covariance is that of the fitted mean")
  func covariance() throws {
    // Residuals of a line through 0, 1, 0 at t = 0, 1, 2: value 1/3, residuals -1/3, 2/3, -1/3.
    var predictor = try predictor(1, 3)
    feed(
      &predictor,
      [0.0, 1, 0].enumerated().map {
        TouchSample(time: Double($0.offset), position: SIMD2($0.element, 0))
      })
    let covariance = try #require(predictor.predict(ahead: 0)?.covariance)
    // Variance 6/9 / (3 - 2), times 1/3 + 1/2 at the end of three points; of one degree of freedom,
    // so that it is shared evenly between the axes.
    let shared = (2.0 / 3) * (5.0 / 6) / 2
    #expect(abs(covariance.xx - shared) < 1e-12 && abs(covariance.yy - shared) < 1e-12)
    #expect(covariance.xy == 0)
    var exact = try self.predictor(1, 2)
    feed(
      &exact, (0..<2).map { TouchSample(time: Double($0), position: SIMD2(Double($0), 0)) })
    #expect(try #require(exact.predict(ahead: 1)).covariance == nil)
  }

  @Test("the covariance turns with the stroke")
  func turnedCovariance() throws {
    // Residuals along x alone, and turned by an eighth of a turn: half of it each way, and of the two
    // degrees of freedom the half that is not pooled joint.
    let half = 0.5.squareRoot()
    func covariance(along direction: SIMD2<Double>) throws -> PositionCovariance {
      var predictor = try predictor(1, 4)
      feed(
        &predictor,
        [0.0, 1, 0, 0].enumerated().map {
          TouchSample(time: Double($0.offset), position: direction * $0.element)
        })
      return try #require(predictor.predict(ahead: 0)?.covariance)
    }
    let (plain, turned) = (
      try covariance(along: SIMD2(1, 0)), try covariance(along: SIMD2(half, half))
    )
    #expect(plain.xy == 0 && abs(plain.xx - 3 * plain.yy) < 1e-12)
    #expect(abs(turned.xx - (plain.xx + plain.yy) / 2) < 1e-12)
    #expect(abs(turned.yy - turned.xx) < 1e-12)
    #expect(abs(turned.xy - (plain.xx - plain.yy) / 2) < 1e-12)
  }

  @Test("says nothing where the fit has no unique answer")
  func degenerate() throws {
    var predictor = try predictor(1, 3)
    feed(&predictor, [TouchSample(time: 0, position: .zero)])
    #expect(predictor.predict(ahead: 0.01) == nil)
    feed(&predictor, (0..<3).map { TouchSample(time: 1, position: SIMD2(Double($0), 0)) })
    #expect(predictor.predict(ahead: 0.01) == nil, "three samples of one time")
    var quadratic = try self.predictor(2, 3)
    feed(
      &quadratic, [0.0, 0, 1].map { TouchSample(time: $0, position: SIMD2($0, 0)) })
    #expect(quadratic.predict(ahead: 0.01) == nil, "two different times for three unknowns")
  }

  @Test("a window too short for the degree is refused by name and value")
  func refusesShortWindow() throws {
    let error = #expect(throws: ParameterError.self) {
      try PolynomialPredictor(
        .init(degree: 2, window: 2), context: PredictorContext(horizons: []))
    }
    #expect(error?.description == "window=2 is smaller than degree + 1 = 3")
    #expect(error?.isRelation == true)
  }
}
