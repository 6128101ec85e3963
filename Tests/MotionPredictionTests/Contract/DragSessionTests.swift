import MotionPrediction
import TestSupport
import Testing

/// The tolerance that the worked cases state, in pixels.
private let tolerance = 1e-9

@Suite struct DragSessionTests {
  private struct Session: Decodable {
    struct Event: Decodable {
      var k: String
      var t: Double
      var x: Double?
      var y: Double?
    }
    var config: [Int]
    var events: [Event]
    var shownAfterEach: [[Double]?]
  }
  private struct Properties: Decodable {
    struct Gain: Decodable {
      var frames: Int
      var degree: Int
      var observations: Int
      var weightsOldestFirst: [Double]
    }
    struct Stop: Decodable {
      var frames: Int
      var degree: Int
      var observations: Int
      /// Frame, contact, shown, truth.
      var rows: [[Double]]
    }
    var noiseGain: [Gain]
    var stopResponse: [Stop]
  }

  private func session(
    _ frames: Int, _ degree: Int, _ window: Int, snaps: Bool = false
  ) throws -> DragSession<PolynomialPredictor> {
    DragSession(
      predictor: try PolynomialPredictor(
        .init(degree: degree, window: window),
        context: PredictorContext(horizons: [Double(frames) / 60])),
      framesAhead: Double(frames), snapsToContact: snaps)
  }

  @Test func theWorkedSession() throws {
    let worked = try WorkedCase.read(Session.self, from: "seeds/drag_session.json")
    var session = try session(worked.config[0], worked.config[1], worked.config[2])
    for (event, expected) in zip(worked.events, worked.shownAfterEach) {
      switch event.k {
      case "began": session.begin()
      case "ended": session.end(at: event.t)
      default: session.tick(at: event.t, contact: SIMD2(event.x ?? .nan, event.y ?? .nan))
      }
      let difference = zip(session.shown.map { [$0.x, $0.y] } ?? [], expected ?? []).map(-)
      #expect((session.shown == nil) == (expected == nil))
      #expect(difference.allSatisfy { abs($0) <= tolerance }, "at \(event.t) s")
    }
    #expect(worked.events.count == worked.shownAfterEach.count)
  }

  /// What is shown after a dead stop, frame by frame.
  @Test func theWorkedStops() throws {
    let stops = try WorkedCase.read(Properties.self, from: "seeds/properties.json")
      .stopResponse
    #expect(stops.count == 5)
    for stop in stops {
      var session = try session(stop.frames, stop.degree, stop.observations)
      session.begin()
      for row in stop.rows {
        session.tick(at: row[0] / 60, contact: SIMD2(row[1], 0))
        #expect(abs((session.shown?.x ?? .nan) - row[2]) <= tolerance, "frame \(row[0])")
      }
    }
  }

  /// A unit impulse in each place of the window gives that place's weight.
  @Test func theWorkedWeights() throws {
    let gains = try WorkedCase.read(Properties.self, from: "seeds/properties.json").noiseGain
    #expect(gains.count == 15)
    for gain in gains {
      for (place, weight) in gain.weightsOldestFirst.enumerated() {
        var session = try session(gain.frames, gain.degree, gain.observations)
        session.begin()
        for frame in 0..<gain.observations {
          session.tick(at: Double(frame) / 60, contact: SIMD2(frame == place ? 1 : 0, 0))
        }
        #expect(abs((session.shown?.x ?? .nan) - weight) <= tolerance, "place \(place)")
      }
    }
  }

  @Test(arguments: [false, true])
  func theEndShowsThePredictionOrTheContact(_ snaps: Bool) throws {
    var session = try session(2, 1, 2, snaps: snaps)
    session.begin()
    session.tick(at: 0, contact: .zero)
    session.tick(at: 1.0 / 60, contact: SIMD2(10, 0))
    session.end(at: 1.0 / 60)
    let expected = snaps ? 10.0 : 30
    #expect(abs((session.shown?.x ?? .nan) - expected) <= tolerance)
    session.tick(at: 1, contact: SIMD2(500, 0))
    #expect(abs((session.shown?.x ?? .nan) - expected) <= tolerance, "no drag is under way")
  }

  /// Samples at one moment leave no line; the contact itself is shown.
  @Test func whereNothingCanBeSaidTheContactIsShown() throws {
    var session = try session(2, 1, 3)
    session.begin()
    for x in [1.0, 2, 3] {
      session.tick(at: 0.5, contact: SIMD2(x, 0))
      #expect(session.shown == SIMD2(x, 0))
    }
  }

  @Test func aDragThatEndsBeforeATickLeavesTheObjectAlone() throws {
    var session = try session(2, 1, 3, snaps: true)
    session.begin()
    session.tick(at: 0, contact: SIMD2(7, 7))
    session.end(at: 0)
    session.begin()
    session.end(at: 1)
    session.end(at: 2)
    #expect(session.shown == SIMD2(7, 7))
    #expect(!session.isDragging)
  }
}
