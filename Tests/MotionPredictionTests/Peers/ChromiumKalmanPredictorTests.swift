import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Chromium's Kalman predictor")
struct ChromiumKalmanPredictorTests {
  /// The vectors have nine digits after the point.
  static let printed = 2e-9
  /// Chromium's own tolerance for a filter's state.
  static let state = 0.001
  /// Chromium's own tolerance for a prediction, in pixels.
  static let published = 0.1

  private func fresh(
    heuristics: Bool = false, directionCutoff: Bool = false
  ) throws -> ChromiumKalmanPredictor {
    var parameters = ChromiumKalmanPredictor.Parameters()
    (parameters.heuristics, parameters.directionCutoff) = (heuristics, directionCutoff)
    return try ChromiumKalmanPredictor(parameters, context: PredictorContext(horizons: []))
  }

  /// [p, v, a] of the x axis after each measurement but the first, 8 ms apart.
  private func states(_ measurements: [Double]) throws -> [[Double]] {
    var predictor = try fresh()
    return measurements.enumerated().map { index, z in
      predictor.observe(sample(z, 0, at: 8 * Double(index)))
      let states = predictor.states
      return [states.position.x, states.velocity.x, states.acceleration.x]
    }.dropFirst().map { $0 }
  }

  @Test("the filter's state on Chromium's two worked sequences")
  func axis() throws {
    let expected: [(z: [Double], p: [Double], v: [Double], a: [Double])] = [
      (
        [0, 1, 2, 3, 4, 5, 6], [0.999, 2.007, 3.001, 3.999, 5, 6],
        [0.242, 0.130, 0.122, 0.124, 0.125, 0.125], [0.029, 0, 0, 0, 0, 0]
      ),
      (
        [0, 1, 2, 4, 8, 16, 32], [0.999, 2.007, 3.976, 7.970, 15.950, 31.896],
        [0.242, 0.130, 0.298, 0.623, 1.240, 2.475], [0.029, 0, 0.015, 0.034, 0.065, 0.130]
      ),
    ]
    for sequence in expected {
      for (index, observed) in try states(sequence.z).enumerated() {
        #expect(abs(observed[0] - sequence.p[index]) <= Self.state)
        #expect(abs(observed[1] - sequence.v[index]) <= Self.state)
        #expect(abs(observed[2] - sequence.a[index]) <= Self.state)
      }
    }
  }

  @Test("the filter's state to nine digits")
  func axisVectors() throws {
    for vector in try PeerVectors.load().chromiumAxis.cases {
      let observed = try states(vector.z)
      #expect(observed.count == vector.states.count)
      for (state, expected) in zip(observed, vector.states) {
        for (value, wanted) in zip(state, expected) {
          #expect(abs(value - wanted) <= Self.printed, "\(value), not \(wanted)")
        }
      }
    }
  }

  @Test("says something from the fourth sample on, and not after a reset or a gap")
  func stability() throws {
    var predictor = try fresh()
    for index in 0..<4 {
      #expect(predictor.predict(ahead: 0.008) == nil)
      predictor.observe(sample(Double(index), 0, at: 8 * Double(index)))
    }
    #expect(predictor.predict(ahead: 0.008) != nil)
    predictor.observe(sample(4, 0, at: 45))
    #expect(predictor.predict(ahead: 0.008) == nil, "a gap of 21 ms")
    predictor.reset()
    #expect(predictor.predict(ahead: 0.008) == nil)
  }

  @Test("a constant stays")
  func constant() throws {
    let still = (0..<8).map { sample(50, -50, at: 8 * Double($0)) }
    #expect(position(try fresh(), after: still, at: 64) == SIMD2(50, -50))
  }

  /// The greatest error on an axis of predicting each next sample, from the fourth on.
  private func worst(_ predictor: ChromiumKalmanPredictor, _ samples: [TouchSample]) -> Double {
    var predictor = predictor
    var worst = 0.0
    for (current, next) in zip(samples, samples.dropFirst()) {
      predictor.observe(current)
      guard let said = predictor.predict(ahead: next.time - current.time) else { continue }
      let error = said.position - next.position
      worst = max(worst, abs(error.x), abs(error.y))
    }
    return worst
  }

  @Test("linear motion after the pre-roll")
  func linear() throws {
    var predictor = try fresh()
    for index in -5 ... -1 {
      let t = 8 * Double(index)
      predictor.observe(sample(t, t + 30, at: t))
    }
    let line = [0.0, 8, 16, 24, 32, 40, 48, 60].map { sample($0, $0 + 30, at: $0) }
    let error = worst(predictor, line)
    #expect(error <= Self.published)
    #expect(abs(error - 0.057) < 0.001, "as an independent port: 0.057, not \(error)")
  }

  @Test("quadratic motion")
  func quadratic() throws {
    let x = [0.0, 2, 8, 18, 32, 50, 72, 98]
    let y = [10.0, 11, 14, 19, 26, 35, 46, 59]
    let samples = zip(x, y).enumerated().map { sample($1.0, $1.1, at: 8 * Double($0)) }
    let error = worst(try fresh(), samples)
    #expect(error <= Self.published)
    #expect(abs(error - 0.0044) < 0.0001, "as an independent port: 0.0044, not \(error)")
  }

  @Test("the interval is the mean of all since the history began")
  func meanInterval() throws {
    var predictor = try fresh()
    #expect(predictor.meanInterval == 8)
    for index in 1...4 { predictor.observe(sample(0, 0, at: 7 * Double(index))) }
    #expect(abs(predictor.meanInterval - 7) < 1e-12)
    predictor.observe(sample(0, 0, at: 28 + 17))
    #expect(abs(predictor.meanInterval - 9.5) < 1e-12)
  }

  @Test("the direction cut-off declines beyond a reversal")
  func directionCutoff() throws {
    let x = [98.0, 72, 50, 32, 18, 8, 2]
    let y = [49.0, 36, 25, 16, 9, 4, 1]
    let samples = zip(x, y).enumerated().map { sample($1.0, $1.1, at: 8 * Double($0 + 1)) }
    #expect(position(try fresh(directionCutoff: true), after: samples, at: 72) == nil)
    #expect(position(try fresh(directionCutoff: true), after: samples, at: 57) != nil)
    #expect(position(try fresh(), after: samples, at: 72) != nil)
  }

  @Test("the heuristics do no worse on a zig-zag")
  func heuristics() throws {
    let preRoll = (-5...0).map { sample(8 * Double($0), 8 * Double($0), at: 8 * Double($0)) }
    let x = [7.0, 17, 23, 33, 39, 49, 60]
    let y = [9.0, 15, 25, 31, 41, 47, 60]
    let zigzag = zip(x, y).enumerated().map { sample($1.0, $1.1, at: 8 * Double($0 + 1)) }
    let all = preRoll + zigzag
    var isEverBetter = false
    for count in preRoll.count..<all.count {
      let (seen, next) = (Array(all.prefix(count)), all[count])
      let at = 1000 * next.time
      let plain = try #require(position(try fresh(), after: seen, at: at))
      let guarded = try #require(position(try fresh(heuristics: true), after: seen, at: at))
      let error = (guarded - next.position).length
      let plainError = (plain - next.position).length
      // Chromium demands no more than "no worse"; equal where the path bends enough.
      #expect(error <= plainError, "after \(count) samples")
      isEverBetter = isEverBetter || error < plainError
    }
    #expect(isEverBetter, "the option does something")
  }
}
