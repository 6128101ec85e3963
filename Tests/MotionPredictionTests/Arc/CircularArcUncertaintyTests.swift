import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Covariance of the circular-arc predictor")
struct CircularArcUncertaintyTests {
  @Test(
    "the covariance is that of many repetitions", arguments: CircularArcPredictor.Anchor.allCases)
  func covariance(anchor: CircularArcPredictor.Anchor) throws {
    var random = Xoshiro256StarStar(seed: 41)
    let (noise, count, ahead) = (0.01, 10, 0.05)
    let path = CircularArc(point: SIMD2(5, 5), tangent: SIMD2(0, 1), curvature: 0.1)
    func place(_ time: Double) -> SIMD2<Double> { path.position(at: 100 * time) }
    var (sum, squares, cross) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0)
    var claimed = PositionCovariance(xx: 0, xy: 0, yy: 0)
    let trials = 4000
    let newest = Double(count - 1) / 100
    for _ in 0..<trials {
      var predictor = try CircularArcPredictorTests.predictor {
        $0.window = count
        $0.span = 0.06
        $0.anchor = anchor
        $0.noise = noise
        $0.noiseSource = .given
      }
      CircularArcPredictorTests.feed(
        &predictor,
        (0..<count).map { index in
          let time = Double(index) / 100
          let error = noise * SIMD2(random.nextNormal(), random.nextNormal())
          return TouchSample(time: time, position: place(time) + error)
        })
      let answer = try #require(predictor.predict(ahead: ahead))
      let error = answer.position - place(newest + ahead)
      sum += error
      squares += error * error
      cross += error.x * error.y
      claimed = try #require(answer.covariance)
    }
    let scale = 1 / Double(trials)
    #expect((sum * scale).length < 0.1 * noise * 3)
    // 4000 repetitions give a variance to about 2.2 %; four of these, and terms of second order.
    #expect(abs(squares.x * scale / claimed.xx - 1) < 0.12)
    #expect(abs(squares.y * scale / claimed.yy - 1) < 0.12)
    let correlation = (claimed.xx * claimed.yy).squareRoot()
    #expect(abs(cross * scale - claimed.xy) < 0.12 * correlation)
  }

  @Test("without noise known there is no covariance")
  func noCovariance() throws {
    var predictor = try CircularArcPredictorTests.predictor { $0.noiseSource = .given }
    CircularArcPredictorTests.feed(
      &predictor,
      (0..<6).map { TouchSample(time: Double($0), position: SIMD2(Double($0 * $0), Double($0))) })
    #expect(try #require(predictor.predict(ahead: 1)).covariance == nil)
  }
}
