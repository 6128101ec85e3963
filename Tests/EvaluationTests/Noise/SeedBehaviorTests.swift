import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// What touch-prediction (Hill, 2015) shows on its screen, as the replay of `polynomial` gives it.
///
/// Before there are enough samples for a fit the source shows the raw position, which is the
/// replay's hold. Its pause after a drag has no counterpart here: no sample, no prediction.
@Suite struct SeedBehaviorTests {
  /// The tolerance that the cases state, in pixels.
  private static let tolerance = 1e-9

  /// A contact at 10 px a frame that stops dead at frame 15.
  struct DeadStop: CustomTestStringConvertible {
    let frames: Int
    let degree: Int
    let window: Int
    /// 84 times what is shown beyond the stop, from the frame of the stop on until it is 0 for good;
    /// every window here divides 84, so that these are whole numbers.
    let beyond84: [Double]
    let undershoot: Double
    var testDescription: String { "\(frames) ahead, degree \(degree), window \(window)" }

    /// What is shown at each of 30 frames, in px.
    var shown: [Double] {
      (0..<30).map { frame in
        if frame < degree { return Double(10 * frame) }
        if frame < 15 { return Double(10 * (frame + frames)) }
        let after = frame - 15
        return 150 + (after < beyond84.count ? beyond84[after] / 84 : 0)
      }
    }
    /// The frame from which on nothing moves any more.
    var settled: Int { 15 + beyond84.count }
  }

  private static let deadStops = [
    DeadStop(frames: 2, degree: 1, window: 2, beyond84: [1680], undershoot: 0),
    DeadStop(frames: 2, degree: 1, window: 3, beyond84: [1680, 980], undershoot: 0),
    DeadStop(
      frames: 2, degree: 2, window: 5, beyond84: [1680, 0, -1344, -1176], undershoot: 16),
    DeadStop(
      frames: 2, degree: 2, window: 7, beyond84: [1680, 900, -300, -1140, -1260, -720],
      undershoot: 15),
    DeadStop(
      frames: 3, degree: 2, window: 8,
      beyond84: [2520, 1505, -125, -1500, -2120, -1855, -945], undershoot: 25.238095238095198),
  ]

  private let stopping = Stroke.places((0..<30).map { Double(10 * min($0, 15)) })

  private func scored(_ stop: DeadStop) throws -> ScoredStroke {
    let subject = try EvaluationSubject.spelled(
      "polynomial:degree=\(stop.degree),window=\(stop.window)")
    let scale = LengthScale(unit: .pixel, unitsPerMillimeter: 10)
    let strokes = try scoredStrokes(
      subject, on: [.test([stopping], scale: scale)], at: .frames(Double(stop.frames)),
      .sample { $0.tail = .clamp }, unit: .pixel)
    return try #require(strokes.first)
  }

  @Test(arguments: deadStops)
  func aDeadStopIsShownAsTheSourceShowsIt(_ stop: DeadStop) throws {
    let stroke = try scored(stop)
    #expect(stroke.predictions.count == 30)
    for (frame, expected) in stop.shown.enumerated() {
      #expect(abs(stroke.predictions[frame].x - expected) <= Self.tolerance, "frame \(frame)")
      #expect(stroke.predictions[frame].y == 0)
      #expect(stroke.hasAbstained(at: frame) == (frame < stop.degree))
      let truth = Double(10 * min(frame + stop.frames, 15))
      #expect(agree(stroke.targets[frame].truth?.x, truth, absolute: Self.tolerance))
    }
  }

  @Test(arguments: deadStops)
  func aDeadStopHasThePeaksThatTheSourceHas(_ stop: DeadStop) throws {
    let beyond = try scored(stop).predictions.map { $0.x - 150 }
    let peak = Double(10 * stop.frames)
    #expect(agree(beyond.max(), peak, absolute: Self.tolerance))
    #expect(agree(-(beyond[15...].min() ?? .nan), stop.undershoot, absolute: Self.tolerance))
    let moving = try #require(beyond.lastIndex { abs($0) > 1e-6 })
    #expect(moving + 1 == stop.settled)
  }

  /// The greatest overshoot of the source is what our overshoot at stops measures.
  @Test(arguments: deadStops)
  func theTerminalOvershootIsThePeak(_ stop: DeadStop) throws {
    let values = TerminalOvershootScore.values(of: [try scored(stop)])
    let peak = Double(10 * stop.frames)
    #expect(agree(values, [peak, peak], absolute: Self.tolerance))
  }

  /// Two drags: the first frame of each is shown raw, since the history goes at its start.
  @Test func aDragSession() throws {
    func drag(_ name: String, from start: Double, _ places: [SIMD2<Double>]) -> Stroke {
      Stroke(
        identifier: name,
        samples: places.enumerated().map {
          TouchSample(time: start + Double($0.offset + 1) / 60, position: $0.element)
        })
    }
    let first = drag("1", from: 0, [SIMD2(10, 0), SIMD2(20, 0), SIMD2(30, 0)])
    let second = drag("2", from: 1, [SIMD2(100, 5), SIMD2(100, 15)])
    let shown = [
      [SIMD2(10.0, 0), SIMD2(40, 0), SIMD2(50, 0)], [SIMD2(100.0, 5), SIMD2(100, 35)],
    ]
    for state in EvaluationProtocol.StateScope.allCases {
      let strokes = try scoredStrokes(
        .spelled("polynomial:degree=1,window=3"),
        on: [.test([first, second], scale: LengthScale(unit: .pixel))], at: .frames(2),
        .sample { $0.state = state })
      #expect(strokes.count == 2)
      for (stroke, expected) in zip(strokes, shown) {
        #expect(expected.indices.map(stroke.hasAbstained) == expected.indices.map { $0 == 0 })
        for (found, place) in zip(stroke.predictions, expected) {
          #expect(abs(found.x - place.x) <= Self.tolerance)
          #expect(abs(found.y - place.y) <= Self.tolerance)
        }
      }
    }
  }
}
