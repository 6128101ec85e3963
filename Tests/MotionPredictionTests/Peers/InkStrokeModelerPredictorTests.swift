import Foundation
import MotionPrediction
import Testing
import TouchInput

@Suite("ink-stroke-modeler's Kalman predictor")
struct InkStrokeModelerPredictorTests {
  /// The library's own tolerance, relative and absolute.
  static let published = 1e-4
  /// The vectors have ten digits after the point.
  static let printed = 1e-10
  /// The dossier prints states to five digits.
  static let fiveDigits = 1e-4

  private func fed(
    _ rows: [(Double, Double, Double)], count: InkStrokeModelerPredictor.Count = .published,
    usesConfidence: Bool = true
  ) throws -> InkStrokeModelerPredictor {
    var predictor = try InkStrokeModelerPredictor(
      .init(count: count, usesConfidence: usesConfidence), context: PredictorContext(horizons: []))
    for row in rows {
      predictor.observe(TouchSample(time: row.2, position: SIMD2(row.0, row.1)))
    }
    return predictor
  }

  private static let line = [(0.0, 0.0, 0.0), (0.1, 0, 0.01), (0.2, 0, 0.02), (0.3, 0, 0.03)]

  private func expectState(
    _ state: CubicMotion?, p: SIMD2<Double>, v: SIMD2<Double>, a: SIMD2<Double>, j: SIMD2<Double>
  ) throws {
    let state = try #require(state)
    for (observed, wanted) in [
      (state.position, p), (state.velocity, v), (state.acceleration, a), (state.jerk, j),
    ] {
      for axis in 0..<2 {
        let limit = Self.fiveDigits * max(1, abs(wanted[axis]))
        #expect(abs(observed[axis] - wanted[axis]) <= limit, "\(observed), not \(wanted)")
      }
    }
  }

  @Test("the weighted state on the library's worked strokes")
  func states() throws {
    try expectState(
      try fed(Self.line).state, p: SIMD2(0.30078, 0), v: SIMD2(13.584, 0), a: SIMD2(-66.806, 0),
      j: SIMD2(-3382.8, 0))
    try expectState(
      try fed(Self.line + [(0.5, 0.1, 0.04)]).state, p: SIMD2(0.49705, 0.097146),
      v: SIMD2(28.217, 16.732), a: SIMD2(671.91, 813.82), j: SIMD2(4454.3, 6998.2))
    try expectState(
      try fed([(2, 5, 1), (2.2, 4.9, 1.02), (2.3, 4.7, 1.04), (2.3, 4.4, 1.06)]).state,
      p: SIMD2(2.3016, 4.3992), v: SIMD2(-3.9981, -24.374), a: SIMD2(-338.22, -288.12),
      j: SIMD2(-1852.9, -584.31))
  }

  @Test("after four samples confidence allows one point of three")
  func prediction() throws {
    let predictor = try fed(Self.line)
    let atPoint = try #require(predictor.predict(ahead: 1.0 / 180))
    #expect(isClose(atPoint.position, 0.3751, 0, within: Self.published))
    #expect(abs((atPoint.velocity?.x ?? 0) - 13.1604) <= Self.published * 13.1604)
    let beyond = try #require(predictor.predict(ahead: 1.0 / 60))
    #expect(beyond.position == atPoint.position, "the horizon ends with the list")
    #expect((beyond.confidence ?? 1) <= 4.0 / 20)
    let present = try #require(predictor.predict(ahead: 0))
    #expect(isClose(present.position, 0.3008, 0, within: Self.published))
    #expect(predictor.predict(ahead: -0.001) == nil)
  }

  @Test("without confidence the whole horizon is used")
  func withoutConfidence() throws {
    let predictor = try fed(Self.line, usesConfidence: false)
    let state = try #require(predictor.state)
    #expect(predictor.predict(ahead: 0.1)?.position == state.position(after: 0.1))
    let other = try fed(
      [(2, 5, 1), (2.2, 4.9, 1.02), (2.3, 4.7, 1.04), (2.3, 4.4, 1.06)], usesConfidence: false)
    #expect(
      isClose(other.predict(ahead: 1.0 / 200)?.position, 2.2773, 4.2738, within: Self.published),
      "the last point of the library's alternative parameters, which have 200 points a second")
  }

  @Test("the published count makes velocities too great by one sample in so many")
  func countFault() throws {
    let rows = (0..<40).map { (0.1 * Double($0), 0.0, 0.01 * Double($0)) }
    let published = try #require(try fed(rows).state).velocity.x
    let corrected = try #require(try fed(rows, count: .corrected).state).velocity.x
    #expect(abs(corrected - 10) < 0.01, "10 cm/s, as it moves")
    #expect(abs(published / corrected - 20.0 / 19) < 1e-12, "5 % too fast with 20 samples")
    let four = Array(rows.prefix(4))
    let ratio =
      try #require(try fed(four).state).velocity.x
      / #require(try fed(four, count: .corrected).state).velocity.x
    #expect(abs(ratio - 4.0 / 3) < 1e-12, "33 % with four")
  }

  /// [p, v, a, j] of an axis after each measurement but the first, with Q = 0.01 and R = 1.
  private func axis(_ measurements: [Double]) -> [[Double]] {
    let model = InkStrokeModelerPredictor.model(process: 0.01, measurement: 1)
    var filter = PeerKalmanFilter(initialVariance: .one)
    filter.start(at: SIMD4(repeating: measurements[0]))
    return measurements.dropFirst().map { z in
      filter.update(SIMD4(repeating: z), model)
      return [filter.position.x, filter.velocity.x, filter.acceleration.x, filter.jerk.x]
    }
  }

  @Test("an axis on the library's two worked sequences")
  func axisStates() {
    let line = axis([0, 1, 2, 3, 4, 5, 6])
    let position = [
      0.6949411066858742, 1.8880162111305765, 3.0596776689233476, 4.080666568886563,
      5.039574058758894, 5.990101744132957,
    ]
    let jerk = [0.05135158, 0.17805020, 0.06592110, -0.06063795, -0.10198613, -0.09541446]
    for (index, state) in line.enumerated() {
      #expect(abs(state[0] - position[index]) <= 1e-12)
      #expect(abs(state[3] - jerk[index]) <= 1e-8)
    }
    let doubling = axis([0, 1, 2, 4, 8, 16, 32]).last ?? []
    let last = [31.24662046486774, 16.987494416071463, 6.34082285106952, 1.1947316519015612]
    for (value, wanted) in zip(doubling, last) { #expect(abs(value - wanted) <= 1e-12) }
    #expect(doubling.count == 4)
  }

  @Test("an axis to ten digits")
  func axisVectors() throws {
    for vector in try PeerVectors.load().inkAxis.cases {
      let observed = axis(vector.z)
      #expect(observed.count == vector.states.count)
      for (state, expected) in zip(observed, vector.states) {
        for (value, wanted) in zip(state, expected) {
          #expect(abs(value - wanted) <= Self.printed, "\(value), not \(wanted)")
        }
      }
    }
  }
}
