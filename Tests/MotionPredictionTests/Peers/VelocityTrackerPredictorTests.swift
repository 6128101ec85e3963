import Foundation
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@Suite("Velocity trackers")
struct VelocityTrackerPredictorTests {
  /// Android's own tolerance for its recorded flings, relative.
  static let fling = 0.2
  /// Android's own tolerance for exact parabolas, relative.
  static let exact = 1e-5

  private func tracker(
    _ strategy: VelocityTrackerPredictor.Strategy
  ) throws -> VelocityTrackerPredictor {
    try VelocityTrackerPredictor(
      .init(strategy: strategy), context: PredictorContext(horizons: []))
  }

  /// The velocity after some samples (milliseconds, x, y), by reading the prediction one second on.
  private func velocity(
    _ predictor: some Predictor, _ rows: [(Double, Double, Double)], endsWithLift: Bool = false
  ) -> SIMD2<Double>? {
    var predictor = predictor
    predictor.beginStroke()
    for (index, row) in rows.enumerated() {
      var event = sample(row.1, row.2, at: row.0)
      if endsWithLift, index == rows.count - 1 { event.phase = .ended }
      predictor.observe(event)
    }
    guard let newest = rows.last, let ahead = predictor.predict(ahead: 1) else { return nil }
    return ahead.position - SIMD2(newest.1, newest.2)
  }

  @Test(
    "a line gives its speed by every strategy",
    arguments: VelocityTrackerPredictor.Strategy.allCases)
  func line(strategy: VelocityTrackerPredictor.Strategy) throws {
    let rows = (0..<6).map { (10 * Double($0), 5 * Double($0), -2.5 * Double($0)) }
    let observed = velocity(try tracker(strategy), rows)
    #expect(isClose(observed, 500, -250, within: 1e-6))
  }

  @Test(
    "exact parabolas",
    arguments: zip([[1.0, 4, 8], [1, 4, 9], [4, 1, 0], [1, 1, 1]], [4500.0, 6000, 0, 0]))
  func parabolas(positions: [Double], expected: Double) throws {
    let rows = positions.enumerated().map { (Double($0), $1, $1) }
    let observed = velocity(try tracker(.lsq2), rows)
    #expect(isClose(observed, expected, expected, within: Self.exact * max(expected, 1)))
  }

  @Test("an impulse that stops keeps its energy")
  func impulse() throws {
    let rows = [(0.0, 273.0, 0.0), (12.585, 293, 0), (14.73, 293, 0)]
    let observed = try #require(velocity(try tracker(.impulse), rows)).x
    #expect(abs(observed - 20 / 0.012585) < 1e-6, "exactly the first segment's velocity")
    #expect(abs(observed - 1600) <= Self.fling * 1600)
  }

  @Test("integration by hand")
  func integration() throws {
    // Velocities 100, 200, 200 units/s at 10 ms; α = 1/2.
    let rows = [(0.0, 0.0, 0.0), (10, 1, 0), (11, 9, 0), (20, 3, 0), (30, 5, 0)]
    #expect(isClose(velocity(try tracker(.int1), rows), 175, 0, within: 1e-9))
    // Accelerations: 10 000, kept; v = 150; then (200 − 150)/0.01 = 5000, smoothed 7500; v = 187.5.
    #expect(isClose(velocity(try tracker(.int2), rows), 187.5, 0, within: 1e-9))
  }

  @Test("weights: a parabola is found whatever they are, and they matter on anything else")
  func weights() throws {
    let exact = (0..<10).map { index in
      let t = 8 * Double(index)
      return (t, 0.01 * t * t, 3 * t)
    }
    let bent = exact.map { ($0.0, $0.1 + 1e-4 * $0.0 * $0.0 * $0.0, $0.2) }
    let plain = try #require(velocity(try tracker(.lsq2), bent))
    for strategy in [
      VelocityTrackerPredictor.Strategy.delta, .central, .recent,
    ] {
      #expect(isClose(velocity(try tracker(strategy), exact), 1440, 3000, within: 1e-6))
      let weighted = try #require(velocity(try tracker(strategy), bent))
      #expect(abs(weighted.x - plain.x) > 0.1, "\(strategy)")
    }
  }

  @Test("a sample of the same time takes the newest one's place")
  func sameTime() throws {
    let rows = [(0.0, 0.0, 0.0), (10, 5, 0), (20, 99, 7), (20, 10, 0)]
    #expect(isClose(velocity(try tracker(.lsq2), rows), 500, 0, within: 1e-6))
  }

  @Test("samples older than 100 ms do not count, a pause of more than 40 ms clears")
  func oldSamples() throws {
    let old = [(0.0, 1000.0, 0.0), (39, 500, 0)]
    let line = (0..<4).map { (78 + 20 * Double($0), 10 * Double($0), 0.0) }
    let recent = try #require(velocity(try tracker(.lsq1), old + line + [(158, 40, 0)]))
    #expect(isClose(recent, 500, 0, within: 1e-6))
    #expect(velocity(try tracker(.lsq2), [(0, 0, 0), (10, 5, 0), (51, 9, 0)]) == nil)
  }

  @Test("Flutter: slope of the parabola, and zero while there are fewer than three samples")
  func flutter() throws {
    let fresh = try FlutterVelocityPredictor(.init(), context: PredictorContext(horizons: []))
    #expect(velocity(fresh, [(0, 0, 0), (10, 5, 0)]) == .zero)
    let parabola = (0..<30).map { index in
      let t = 8 * Double(index)
      return (t, 0.01 * t * t, -3 * t)
    }
    #expect(isClose(velocity(fresh, parabola), 4640, -3000, within: 1e-6))
    var predictor = fresh
    for row in parabola { predictor.observe(sample(row.1, row.2, at: row.0)) }
    #expect(abs((predictor.predict(ahead: 0)?.confidence ?? 0) - 1) < 1e-9, "an exact parabola")
    predictor.reset()
    for (index, x) in [0.0, 1, 0, 1, 0, 1].enumerated() {
      predictor.observe(sample(x, 0, at: 8 * Double(index)))
    }
    #expect((predictor.predict(ahead: 0)?.confidence ?? 1) < 0.2, "no parabola at all")
    let paused = [(0.0, 0.0, 0.0), (8, 9, 0), (60, 1, 0), (68, 2, 0)]
    #expect(velocity(fresh, paused) == .zero, "two samples since the pause")
  }

  @Test("Android's thirty recorded streams")
  func streams() throws {
    let cases = try WorkedCase.read(
      [VelocityCase].self, from: "peers/aosp_velocitytracker_cases.json")
    #expect(cases.count == 30)
    var checked = 0
    for stream in cases {
      let start = stream.events[0][0]
      let rows = stream.events.map { (($0[0] - start) / 1e6, $0[1], $0[2]) }
      for expectation in stream.expected {
        // Android's default is LSQ2 for x and y.
        let name = expectation.strategy == "DEFAULT" ? "LSQ2" : expectation.strategy
        let strategy = try #require(
          VelocityTrackerPredictor.Strategy(rawValue: name.lowercased()))
        let observed = velocity(
          try tracker(strategy), rows, endsWithLift: stream.endsWithLift)
        for axis in expectation.axis == "XY" ? ["X", "Y"] : [expectation.axis] {
          checked += 1
          guard let wanted = expectation.v else {
            #expect(observed == nil, "\(stream.name) \(expectation.strategy)")
            continue
          }
          let value = try #require(observed)[axis == "X" ? 0 : 1]
          let tolerance = expectation.tolerance ?? stream.defaultTolerance
          // Zero is compared with the tolerance itself, as Android does.
          let limit = wanted == 0 ? tolerance : tolerance * abs(wanted)
          #expect(
            abs(value - wanted) <= limit,
            "\(stream.name) \(expectation.strategy) \(axis): \(value), not \(wanted)")
        }
      }
    }
    #expect(checked == 77, "velocities of an axis in all")
  }
}

/// A recorded stream with the velocities that Android expects at its end.
struct VelocityCase: Decodable {
  struct Expectation: Decodable {
    var strategy: String
    var axis: String
    var v: Double?
    var tolerance: Double?

    enum CodingKeys: String, CodingKey {
      case strategy, axis, v
      case tolerance = "rel_tol"
    }
  }
  var name: String
  var events: [[Double]]
  var endsWithLift: Bool
  var expected: [Expectation]
  var defaultTolerance: Double

  enum CodingKeys: String, CodingKey {
    case name, expected
    case events = "events_t_ns_x_y"
    case endsWithLift = "last_row_is_action_up"
    case defaultTolerance = "rel_tol_default"
  }
}
