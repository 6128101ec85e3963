import Foundation
import MotionPrediction
import Testing
import TouchInput

@Suite("androidx input-motionprediction")
struct AndroidxPredictorTests {
  /// The vectors have nine digits after the point.
  static let printed = 1.1e-9
  /// The points of lists have six.
  static let point = 1e-6
  /// The library's own tolerance, in pixels.
  static let published = 0.5

  private func fresh(
    _ tool: AndroidxPredictor.Tool, _ strategy: AndroidxPredictor.Strategy = .balanced
  ) throws -> AndroidxPredictor {
    try AndroidxPredictor(
      .init(tool: tool, strategy: strategy), context: PredictorContext(horizons: []))
  }

  private func fed(
    _ predictor: AndroidxPredictor, _ motion: (Double) -> SIMD2<Double>, count: Int = 20,
    force: Double? = 1
  ) -> AndroidxPredictor {
    var predictor = predictor
    for index in 0..<count {
      let t = 5 * Double(index)
      predictor.observe(sample(motion(t).x, motion(t).y, at: t, force: force))
    }
    return predictor
  }

  @Test("the library's own test: 80 pairs of motions, one point ahead")
  func simplePredictionVector() throws {
    let vector = try PeerVectors.load().androidxSimple
    #expect(abs(try simplePrediction() - vector.worstError) <= Self.point)
    #expect(vector.tolerance == Self.published && vector.notOneSample == 0)
  }

  @Test("80 pairs of motions: exactly one point, within half a pixel")
  func simple() throws {
    #expect(try simplePrediction() <= Self.published)
  }

  /// The worst error on an axis; exactly one point is expected each time.
  private func simplePrediction() throws -> Double {
    let motions: [@Sendable (Double) -> Double] = [
      { _ in 0 }, { $0 }, { -$0 }, { 2 * $0 }, { $0 * $0 / 4 }, { -$0 * $0 / 4 }, { $0 * $0 / 2 },
      { $0 + $0 * $0 / 4 }, { -$0 - $0 * $0 / 4 },
    ]
    var worst = 0.0
    for (i, x) in motions.enumerated() {
      for (j, y) in motions.enumerated() where i != 0 || j != 0 {
        let motion = { (t: Double) in SIMD2(500 + x(t), 500 + y(t)) }
        var predictor = fed(try fresh(.stylus), motion)
        for step in 20..<30 {
          #expect(predictor.pointCount(0.005) == 1)
          let t = 5 * Double(step)
          let error = try #require(predictor.predict(ahead: 0.005)).position - motion(t)
          worst = max(worst, abs(error.x), abs(error.y))
          predictor.observe(sample(motion(t).x, motion(t).y, at: t, force: 1))
        }
      }
    }
    return worst
  }

  @Test("five points of a curve, by stylus")
  func multistep() throws {
    let predictor = fed(try fresh(.stylus)) { SIMD2(500 + $0 * $0 / 4, 500 + $0) }
    let expected = [
      (3000.201209, 599.962534), (3250.460952, 604.905208), (3507.030618, 609.827328),
      (3769.911595, 614.728205), (4039.105273, 619.607146),
    ]
    #expect(predictor.pointCount(0.025) == 5)
    for (index, point) in expected.enumerated() {
      let said = predictor.predict(ahead: 0.005 * Double(index + 1))?.position
      #expect(isClose(said, point.0, point.1, within: Self.point), "point \(index + 1)")
    }
    let between = predictor.predict(ahead: 0.0075)?.position
    #expect(
      isClose(
        between, (expected[0].0 + expected[1].0) / 2, (expected[0].1 + expected[1].1) / 2,
        within: Self.point), "on the line between two points")
  }

  @Test("a finger's confidence ends the list after three points")
  func finger() throws {
    let predictor = fed(try fresh(.finger)) { SIMD2(500 + $0, 500 + $0 / 2) }
    #expect(predictor.pointCount(0.025) == 3)
    #expect(
      isClose(
        predictor.predict(ahead: 0.025)?.position, 609.827328, 554.913664, within: Self.point))
    #expect(
      isClose(predictor.predict(ahead: 0.005)?.position, 599.962534, 549.981267, within: 1e-6))
    let bold = fed(try fresh(.finger, .aggressive)) { SIMD2(500 + $0, 500 + $0 / 2) }
    #expect(bold.pointCount(0.025) == 5)
    #expect(bold.predict(ahead: 0.025)?.confidence == 1)
  }

  @Test("the points of both lists")
  func listVectors() throws {
    let vectors = try PeerVectors.load()
    let stylus = fed(try fresh(.stylus)) { SIMD2(500 + $0 * $0 / 4, 500 + $0) }
    // Aggressive steps as balanced does, without the end that confidence sets to the list.
    let finger = fed(try fresh(.finger, .aggressive)) { SIMD2(500 + $0, 500 + $0 / 2) }
    for (predictor, list) in [
      (stylus, vectors.androidxMultistep), (finger, vectors.androidxFinger),
    ] {
      for point in list.points {
        let said = predictor.predict(ahead: (point[0] - 95) / 1000)?.position
        #expect(isClose(said, point[1], point[2], within: Self.point))
      }
    }
    #expect(vectors.androidxFinger.points.count == 3)
  }

  @Test("the filter's gains do not depend on the motion and are the published ones")
  func gains() throws {
    let expected = [
      SIMD4(0.694736277, 0.482560894, 0.201962479, 0.049330618),
      SIMD4(0.842297137, 0.895620863, 0.569184921, 0.177723985),
      SIMD4(0.900190469, 0.979407332, 0.628022734, 0.188065734),
      SIMD4(0.901514866, 0.939607772, 0.563732305, 0.154824285),
    ]
    var predictor = try fresh(.stylus)
    predictor.observe(sample(3, 4, at: 0))
    for (index, gain) in expected.enumerated() {
      predictor.observe(sample(Double(index * index), 1, at: 5 * Double(index + 1)))
      let difference = predictor.gain - gain
      #expect((difference * difference).sum().squareRoot() <= 2 * Self.printed)
    }
    for index in 5...80 { predictor.observe(sample(Double(index), 1, at: 5 * Double(index))) }
    let steady = predictor.gain - SIMD4(0.770033887, 0.546052015, 0.228848445, 0.047954782)
    #expect((steady * steady).sum().squareRoot() <= 2 * Self.printed)
  }

  @Test("the filter's states and gains to nine digits")
  func axisVectors() throws {
    let axis = try PeerVectors.load().androidxAxis
    for vector in axis.cases {
      var predictor = try fresh(.stylus)
      for (index, z) in vector.z.enumerated() {
        predictor.observe(sample(z, 0, at: 5 * Double(index)))
        guard index > 0 else { continue }
        for (state, wanted) in zip(predictor.states, vector.states[index - 1]) {
          #expect(abs(state.x - wanted) <= Self.printed)
        }
        for (lane, wanted) in (axis.gainSequence?[index - 1] ?? []).enumerated() {
          #expect(abs(predictor.gain[lane] - wanted) <= Self.printed)
        }
      }
    }
    #expect(axis.gainSequence?.count == 6)
    var predictor = try fresh(.stylus)
    for index in 0...(axis.steadyAfter ?? 0) {
      predictor.observe(sample(Double(index), 0, at: 5 * Double(index)))
    }
    for (lane, wanted) in (axis.steadyGain ?? []).enumerated() {
      #expect(abs(predictor.gain[lane] - wanted) <= Self.printed)
    }
  }

  @Test("says nothing before the fourth sample, at rest by balance, and beyond the cap")
  func silence() throws {
    let bold = try fresh(.stylus, .aggressive)
    #expect(fed(bold, { SIMD2($0, 0) }, count: 3).predict(ahead: 0.005) == nil)
    #expect(fed(bold, { SIMD2($0, 0) }, count: 4).predict(ahead: 0.005) != nil)
    let starting = fed(try fresh(.stylus), { SIMD2($0, 0) }, count: 4)
    #expect(starting.predict(ahead: 0.005) == nil, "the start looks like a jerk")
    // 20 ms apart and more, so that a resting contact's samples are no duplicates.
    func resting(_ predictor: AndroidxPredictor) -> AndroidxPredictor {
      var predictor = predictor
      for index in 0..<8 { predictor.observe(sample(4, 5, at: 25 * Double(index))) }
      return predictor
    }
    #expect(resting(try fresh(.finger)).predict(ahead: 0.01) == nil)
    #expect(resting(try fresh(.stylus)).predict(ahead: 0.01) == nil)
    #expect(resting(try fresh(.finger, .safe)).predict(ahead: 0.01)?.position == SIMD2(4, 5))
    var capped = AndroidxPredictor.Parameters(tool: .stylus, strategy: .balanced)
    capped.isCapped = true
    let predictor = fed(
      try AndroidxPredictor(capped, context: PredictorContext(horizons: []))
    ) { SIMD2($0, 0) }
    #expect(predictor.predict(ahead: 0.032) != nil && predictor.predict(ahead: 0.033) == nil)
  }

  @Test("a duplicate within 20 ms is passed over, and the horizon still counts from it")
  func duplicates() throws {
    let plain = fed(try fresh(.stylus)) { SIMD2(500 + $0, 500) }
    var doubled = plain
    doubled.observe(sample(595, 500, at: 97, force: 1))
    let (expected, observed) = (plain.predict(ahead: 0.010), doubled.predict(ahead: 0.008))
    #expect(
      isClose(
        observed?.position, try #require(expected).position.x, try #require(expected).position.y,
        within: 1e-9))
  }

  @Test("force goes on with its velocity and stays within 0 to 1")
  func force() throws {
    var predictor = try fresh(.stylus)
    for index in 0..<20 {
      let t = 5 * Double(index)
      predictor.observe(sample(t, 0, at: t, force: 0.02 * Double(index)))
    }
    let soon = try #require(predictor.predict(ahead: 0.005)?.force)
    #expect(abs(soon - 0.4) < 0.001)
    #expect(predictor.predict(ahead: 1)?.force == 1)
    let without = fed(try fresh(.stylus), { SIMD2($0, 0) }, force: nil)
    #expect(try #require(without.predict(ahead: 0.005)).force == nil)
  }
}
