import Testing
import TouchInput

@testable import Evaluation

/// A loop that reads the position at every refresh, as the delivery `polled` simulates it.
@Suite struct PolledDisplayTests {
  private static func display(_ delivery: DisplayPipeline.Delivery) -> EvaluationProtocol {
    var replay = EvaluationProtocol.display
    replay.pipeline?.delivery = delivery
    return replay
  }

  /// Ten pixels a frame for twelve frames, a rest of twenty without a report, and a last report.
  private static let stop: Recording = {
    let moving = (0...12).map { frame in
      TouchSample(time: Double(frame) / 60, position: SIMD2(10 * Double(frame), 0))
    }
    let last = TouchSample(time: 32.0 / 60, position: SIMD2(120, 0))
    return .test([Stroke(identifier: "1", samples: moving + [last])], rate: 60)
  }()

  private static let stopFrame = 12

  /// By how much the shown position is ahead of the contact, by frame; nil without a truth.
  private static func leads(
    _ spelling: String, _ delivery: DisplayPipeline.Delivery
  ) throws -> [Double?] {
    let scored = try scoredStrokes(
      .spelled(spelling), on: [stop], at: Horizon(frames: 2, rate: 60), display(delivery))[0]
    return zip(scored.targets, scored.predictions).map { target, prediction in
      target.truth.map { prediction.x - $0.x }
    }
  }

  /// The published responses of touch-prediction to a dead stop: 20 px of overshoot, then an undershoot, and
  /// rest after so many frames.
  @Test(arguments: [
    ("polynomial:degree=1,window=2", 0.0, 1), ("polynomial:degree=1,window=3", 0, 2),
    ("polynomial:degree=2,window=5", 16, 4), ("polynomial:degree=2,window=7", 15, 6),
  ])
  func aDeadStopSettles(spelling: String, undershoot: Double, settled: Int) throws {
    let leads = try Self.leads(spelling, .polled)
    let known = leads.compactMap(\.self)
    #expect(leads.count == 33)
    #expect(abs((known.max() ?? 0) - 20) < 1e-6)
    #expect(abs(-(leads[Self.stopFrame...].compactMap(\.self).min() ?? 0) - undershoot) < 0.5)
    let unsettled = leads.lastIndex { abs($0 ?? 0) > 1e-6 } ?? 0
    #expect(unsettled + 1 == Self.stopFrame + settled)
  }

  /// Without polling nothing tells the predictor that the contact rests.
  @Test func deliveredSamplesDoNotSettle() throws {
    let leads = try Self.leads("polynomial:degree=1,window=3", .coalesced)
    #expect((leads.compactMap(\.self).max() ?? 0) > 100)
  }

  /// Positions are those of the newest samples delivered, times those of the refreshes.
  @Test func whatIsReadAtEachRefresh() throws {
    var replay = Self.display(.polled)
    replay.pipeline?.refreshRate = 40
    replay.pipeline?.phase = 0.005
    replay.pipeline?.inputLatency = 0.004
    // Samples come each 10 ms from 2 s on, ticks 5, 30, 55 and 80 ms after the first.
    let stroke = Stroke.sampled(rate: 100, count: 8, from: 2) { time in
      SIMD2(((time - 2) * 100).rounded(), 0)
    }
    let recording = try PreparedRecording(
      .test([stroke], rate: 100), index: 0, horizons: [Horizon(milliseconds: 10)], replay: replay,
      unit: .automatic, seed: 1)
    let prepared = recording.strokes[0]
    #expect(prepared.samples.map(\.position.x) == [0, 2, 5, 7])
    #expect(agree(prepared.samples.map(\.time), [2.005, 2.03, 2.055, 2.08], absolute: 1e-9))
    #expect(prepared.recorded.count == 8)
    let targets = prepared.slots[0].targets
    #expect(targets.map(\.sample) == [0, 1, 2, 3])
    #expect(agree(targets.map(\.horizon), [0.01, 0.01, 0.01, 0.01], absolute: 1e-9))
  }

  /// A frame that is dropped reads nothing, and shows what the last one did.
  @Test func droppedFramesReadNothing() throws {
    var replay = Self.display(.polled)
    replay.pipeline?.droppedFrames = 0.5
    let recording = try PreparedRecording(
      Self.stop, index: 0, horizons: [Horizon(frames: 1, rate: 60)], replay: replay,
      unit: .automatic, seed: 7)
    let prepared = recording.strokes[0]
    let targets = prepared.slots[0].targets
    #expect(prepared.samples.count < targets.count)
    #expect(targets.last?.sample == prepared.samples.count - 1)
    #expect(
      zip(targets, targets.dropFirst()).allSatisfy { [0, 1].contains($1.sample - $0.sample) })
  }
}
