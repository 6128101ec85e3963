import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// A contact that stops without reports rests where it is.
@Suite struct RestTests {
  /// Moves 2 mm in 1/60 s and stops; the device reports nothing for 0.4 s, and then the lift.
  private static let quiet = drag { $0 <= 20 || $0 == 45 }
  /// The same with a report each 1/60 s.
  private static let reported = drag { _ in true }

  private static func drag(_ isReported: (Int) -> Bool) -> Recording {
    let samples = (0...45).filter(isReported).map { index in
      TouchSample(time: Double(index) / 60, position: SIMD2(2 * Double(min(index, 20)), 5))
    }
    return .test([Stroke(identifier: "1", samples: samples)])
  }

  private static let held = EvaluationProtocol.sample { $0.rests = .hold }

  /// Two predictions run past the stop, by 2 and 4 mm, of at most 45.
  @Test func linearOvershootsAStopWithoutReports() throws {
    func overshoot(_ recording: Recording, _ replay: EvaluationProtocol) throws -> Double {
      try #require(
        try scores(.spelled("linear"), on: [recording], at: .frames(2), replay)["overshoot_mean"])
    }
    #expect(try overshoot(Self.quiet, .sample) < 1e-9)
    #expect(try overshoot(Self.quiet, Self.held) > 0.1)
    #expect(try overshoot(Self.reported, .sample) > 0.1)
  }

  @Test func theTruthInsideARestIsHeldUntilTheLastStep() throws {
    let track = MotionTrack(
      times: [0, 0.01, 0.02, 0.5, 0.51], positions: [0, 1, 2, 3, 4].map { SIMD2($0, 0) },
      longestGap: 0.04, lastStep: 0.01)
    var hint = 0
    func truth(_ time: Double) -> Double? { track.truth(at: time, hint: &hint)?.x }
    #expect(truth(0.015) == 1.5)
    #expect(truth(0.1) == 2 && truth(0.49) == 2)
    #expect(abs((truth(0.495) ?? 0) - 2.5) < 1e-9)
    #expect(truth(0.5) == 3)
    let gap = MotionTrack(times: track.times, positions: track.positions, longestGap: 0.04)
    #expect(gap.truth(at: 0.1, hint: &hint) == nil)
  }

  /// A contact that came back elsewhere was lost, and has no truth in between.
  @Test func aGapWithMotionIsNoRest() throws {
    let track = MotionTrack(
      times: [0, 0.01, 0.02, 0.5, 0.51], positions: [0, 1, 2, 3.1, 4].map { SIMD2($0, 0) },
      longestGap: 0.04, lastStep: 0.01)
    var hint = 0
    #expect(track.truth(at: 0.1, hint: &hint) == nil)
    #expect(!track.rests(after: 0.02))
  }

  /// Under `display`, the screen shows the rest, so that every moment of it is scored.
  @Test func aScreenShowsARest() throws {
    func scored(_ recording: Recording, _ change: (inout EvaluationProtocol) -> Void) throws
      -> NamedValues
    {
      try scores(
        .spelled("linear"), on: [recording], at: .frames(2),
        .display { replay in
          replay.pipeline?.refreshRate = 60
          change(&replay)
        })
    }
    let (quiet, reported) = (try scored(Self.quiet) { _ in }, try scored(Self.reported) { _ in })
    #expect(quiet["scored"] == reported["scored"])
    let gap = try scored(Self.quiet) { $0.rests = nil }
    #expect((gap["scored"] ?? 0) < (quiet["scored"] ?? 0))
    #expect((quiet["overshoot_p95"] ?? 0) > 0)
  }

  @Test func stopsAreCounted() {
    var counts = StopCounts()
    for stroke in Self.quiet.strokes { counts.add(stroke, longestGap: 4 / 60) }
    #expect((counts.stops, counts.unreported) == (1, 1))
    for stroke in Self.reported.strokes { counts.add(stroke, longestGap: 4 / 60) }
    #expect((counts.stops, counts.unreported) == (2, 1))
    counts.add(.sampled(count: 50) { SIMD2(90 * $0, 0) }, longestGap: 4 / 60)
    #expect((counts.stops, counts.unreported) == (2, 1))
  }

  /// A manifest without the keys means the protocol that had no such choices.
  @Test func oldProtocolsStayValid() throws {
    #expect(EvaluationProtocol.sample.rests == nil && EvaluationProtocol.sample.kinds == nil)
    #expect(EvaluationProtocol.display.holdsRests)
    #expect(!EvaluationProtocol.henze2017.holdsRests)
  }
}
