import Foundation
import MotionPrediction
import Synchronization
import Testing
import TouchInput

@testable import Evaluation

/// The protocol `display`: what is asked at the ticks, and what it is compared with.
@Suite struct DisplayProtocolTests {
  /// Times are decimal fractions of a second.
  private static let tolerance = 1e-9

  private static func display(
    _ change: (inout DisplayPipeline) -> Void
  ) -> EvaluationProtocol {
    var replay = EvaluationProtocol.display
    var pipeline = DisplayPipeline()
    change(&pipeline)
    replay.pipeline = pipeline
    return replay
  }

  private static func prepared(
    _ strokes: [Stroke], _ latency: Horizon, _ replay: EvaluationProtocol, rate: Double = 100,
    seed: UInt64 = 1
  ) throws -> PreparedRecording {
    try PreparedRecording(
      .test(strokes, rate: rate), index: 0, horizons: [latency], replay: replay, unit: .automatic,
      seed: seed)
  }

  /// x is the square of the sample's number, one each 10 ms from 2 s on.
  private static let squares = Stroke.sampled(rate: 100, count: 8, from: 2) { time in
    let number = ((time - 2) * 100).rounded()
    return SIMD2(number * number, 0)
  }

  private static let slow = display { pipeline in
    pipeline.refreshRate = 40
    pipeline.phase = 0.005
    pipeline.inputLatency = 0.004
  }

  // MARK: - Worked by hand

  @Test func eachTickAsksForTheMomentWhenItIsShown() throws {
    // Ticks at 5, 30, 55 and 80 ms after the first sample; samples come 4 ms late.
    let recording = try Self.prepared([Self.squares], Horizon(milliseconds: 10), Self.slow)
    let targets = recording.strokes[0].slots[0].targets
    #expect(targets.map(\.sample) == [0, 2, 5, 7])
    #expect(agree(targets.map(\.horizon), [0.015, 0.020, 0.015, 0.020], absolute: Self.tolerance))
    #expect(agree(targets.map(\.time), [2.015, 2.04, 2.065, 2.09], absolute: Self.tolerance))
    #expect(targets.map(\.followsPrevious) == [false, true, true, true])
    // Between 1 and 4; sample 4; between 36 and 49; after the lift.
    let truths = targets.map { $0.truth?.x }
    #expect(agree(truths, [2.5, 16, 42.5, nil], absolute: 1e-6))
  }

  @Test func theFrameTimeIsTheTick() throws {
    let recording = try Self.prepared([Self.squares], Horizon(milliseconds: 10), Self.slow)
    let targets = recording.strokes[0].slots[0].targets
    // At 5, 30 and 55 ms; at 80 ms the contact has left.
    #expect(agree(targets.map { $0.frameTruth?.x }, [0.5, 9, 30.5, nil], absolute: 1e-6))
    #expect(agree(targets.map { $0.frameNext?.x }, [1, 16, 36, nil], absolute: 1e-6))
    var clamping = Self.slow
    clamping.tail = .clamp
    let clamped = try Self.prepared([Self.squares], Horizon(milliseconds: 10), clamping)
    let last = try #require(clamped.strokes[0].slots[0].targets.last)
    #expect(last.truth?.x == 49)
    #expect(last.frameTruth?.x == 49)
    let sample = try Self.prepared([Self.squares], Horizon(milliseconds: 10), .sample)
    #expect(
      sample.strokes[0].slots[0].targets.allSatisfy {
        $0.frameTruth == nil && $0.frameNext == nil
      })
  }

  private func events(
    _ stroke: Stroke, _ replay: EvaluationProtocol, latency: Double = 10
  ) throws -> [SpyLog.Event] {
    let log = SpyLog()
    let recording = try Self.prepared([stroke], Horizon(milliseconds: latency), replay)
    let part = RecordingPart(.spy(log), on: recording)
    #expect(part.failure == nil)
    return log.events
  }

  /// The events as text, times in whole milliseconds after the stroke's start.
  private func told(_ events: [SpyLog.Event], from start: Double) -> [String] {
    func milliseconds(_ time: Double) -> Int { Int(((time - start) * 1000).rounded()) }
    return events.compactMap { event in
      switch event {
      case .observe(let time): "\(milliseconds(time))"
      case .ask(_, let ahead): "? \(Int((ahead * 1000).rounded()))"
      case .device(let times): "device \(times.map(milliseconds))"
      case .begin, .end: nil
      }
    }
  }

  @Test func aTickDeliversThenAsks() throws {
    #expect(
      told(try events(Self.squares, Self.slow), from: 2) == [
        "0", "? 15", "10", "20", "? 20", "30", "40", "50", "? 15", "60", "70", "? 20",
      ])
  }

  @Test func onlyTheNewestOfEachBatchIsSeen() throws {
    var replay = Self.slow
    replay.pipeline?.delivery = .newest
    var stroke = Self.squares
    stroke.devicePredictions = [2, 3, 8].map { before in
      let time = 2 + Double(before) / 100
      return DevicePredictionBatch(
        samplesBefore: before, samples: [TouchSample(time: time, position: .zero, kind: .predicted)]
      )
    }
    // What the device said after its second sample was never delivered.
    #expect(
      told(try events(stroke, replay), from: 2) == [
        "0", "? 15", "20", "device [30]", "? 20", "50", "? 15", "70", "device [80]", "? 20",
      ])
  }

  @Test func ticksWithoutANewSampleAskAgainFromFartherBack() throws {
    let stroke = Stroke.timed([(0, 0), (0.055, 1)])
    let replay = Self.display { $0.refreshRate = 50 }
    // The longest gap is 40 ms: no question at 60 ms but that of the second sample.
    #expect(
      told(try events(stroke, replay), from: 0) == ["0", "? 10", "? 30", "? 50", "55", "? 15"])
  }

  @Test func aDroppedFrameIsComparedWithWhereTheContactHasGot() throws {
    let stroke = Stroke.sampled(rate: 100, count: 60) { SIMD2(1000 * $0, 0) }
    let replay = Self.display { pipeline in
      pipeline.refreshRate = 100
      pipeline.droppedFrames = 0.3
    }
    let recording = Recording.test([stroke], rate: 100)
    let shown = try scoredStrokes(
      .spelled("hold"), on: [recording], at: Horizon(milliseconds: 20), replay)[0]
    let dropped = DroppedFrames(share: 0.3, seed: 1, recording: 0, stroke: 0)
    var drawn: Int?
    var expected: [Double] = []
    for tick in 0..<58 {
      if !dropped.contains(tick) { drawn = tick }
      // 1000 mm/s: 10 mm a tick, and 20 ms of output latency.
      if let drawn { expected.append(Double(drawn - tick) * 10 - 20) }
    }
    let found = shown.targets.indices.filter { shown.targets[$0].truth != nil }
    #expect(agree(found.map { shown.error(at: $0).x }, expected, absolute: 1e-6))
    #expect(Set(expected).count > 2)
  }

  @Test func historyCountsSamplesThatHaveArrived() throws {
    var replay = Self.slow
    replay.history = 4
    let later = try Self.prepared([Self.squares], Horizon(milliseconds: 10), replay)
    #expect(later.strokes[0].slots[0].targets.map(\.sample) == [5, 7])
    #expect(later.strokes[0].slots[0].targets.map(\.followsPrevious) == [false, true])
    replay.leastSamples = 9
    let none = try Self.prepared([Self.squares], Horizon(milliseconds: 10), replay)
    #expect(none.strokes[0].slots[0].targets.isEmpty)
  }

  @Test func afterARestNothingFollows() throws {
    let stroke = Stroke.timed([(0, 0), (0.01, 1), (5, 2), (5.01, 3)])
    var replay = Self.display { $0.refreshRate = 100 }
    replay.rests = nil
    let targets = try Self.prepared([stroke], Horizon(milliseconds: 0), replay)
      .strokes[0].slots[0].targets
    #expect(targets.map(\.sample) == [0, 1, 1, 1, 1, 1, 2, 3])
    #expect(
      targets.map(\.followsPrevious) == [false, true, true, true, true, true, false, true])
    // Four frames inside the gap have no truth, and the rest of it no frames.
    #expect(
      targets.map { $0.truth == nil } == [false, false, true, true, true, true, false, false])
  }

  // MARK: - Predictors

  @Test func onePredictorKnowsAndIsNeverWrong() throws {
    let motion = FormulaMotion { SIMD2(30 * $0, 5 - 70 * $0) }
    let strokes = [0.0, 3].map { Stroke.sampled(rate: 125, count: 200, from: $0, motion.position) }
    let replay = Self.display { pipeline in
      pipeline.refreshRate = 90
      pipeline.phase = 0.003
      pipeline.inputLatency = 0.011
    }
    let found = try scores(
      motion.subject, on: [.test(strokes, rate: 125)], at: Horizon(milliseconds: 24), replay)
    #expect(agree(found["error_max"], 0, absolute: Self.tolerance))
    #expect(try #require(found["scored"]) > 250)
    // Hold is late by all latencies and by the wait for the tick, 4 ms on average.
    let hold = try scores(
      .spelled("hold"), on: [.test(strokes, rate: 125)], at: Horizon(milliseconds: 24), replay)
    #expect(agree(hold["residual_lag_ms"], 24 + 11 + 4, absolute: 0.5))
  }

  @Test func predictorsAreToldTheMiddleOfWhatTheyAreAsked() throws {
    let recording = try Self.prepared([Self.squares], Horizon(milliseconds: 10), Self.slow)
    #expect(agree(recording.context.horizons, [0.0175], absolute: Self.tolerance))
    #expect(recording.context.refreshRate == 40)
    var steady = Self.display { $0.refreshRate = 100 }
    steady.clock = .index
    let latency = Horizon(milliseconds: 33.4)
    #expect(
      try Self.prepared([Self.squares], latency, steady).context.horizons == [latency.seconds])
    let nothing = try Self.prepared([], latency, steady)
    #expect(nothing.context.horizons == [latency.seconds])
    #expect(try Self.prepared([], latency, .sample).context.refreshRate == nil)
  }

  // MARK: - Manifests

  @Test func aManifestFromBeforeTheScreenStillReads() throws {
    let written = try JSONEncoder().encode(EvaluationProtocol.sample)
    #expect(!String(decoding: written, as: UTF8.self).contains("pipeline"))
    #expect(try JSONDecoder().decode(EvaluationProtocol.self, from: written) == .sample)
    let display = Self.display { $0.droppedFrames = 0.25 }
    let stored = try JSONEncoder().encode(display)
    #expect(try JSONDecoder().decode(EvaluationProtocol.self, from: stored) == display)
  }

  // MARK: - What cannot be

  @Test func framesAreNotShownBeforeTheyAreDrawn() throws {
    let error = #expect(throws: PreparationError.self) {
      _ = try Self.prepared([Self.squares], Horizon(milliseconds: -1), Self.slow)
    }
    #expect(error?.description.contains("an output latency of -1.0 ms") == true)
  }

  @Test func aStrokeThatCannotBeShownIsNamed() throws {
    let far = Stroke.timed([(0, 0), (1e300, 1)], named: "far")
    let error = #expect(throws: PreparationError.self) {
      _ = try Self.prepared([far], .frames(1), .display)
    }
    #expect(error?.problem.contains("stroke 'far' has a time too far") == true)
    var unlimited = EvaluationProtocol.display
    unlimited.maximumGap = nil
    let long = Stroke.timed([(0, 0), (1e9, 1)], named: "long")
    let refusal = #expect(throws: PreparationError.self) {
      _ = try Self.prepared([long], .frames(1), unlimited)
    }
    #expect(refusal?.problem.contains("stroke 'long' would be shown for more than") == true)
    var limited = EvaluationProtocol.display
    limited.rests = nil
    #expect(try Self.prepared([long], .frames(1), limited).strokes.count == 1)
  }

  // MARK: - Workers

  @Test func droppedFramesDoNotDependOnTheWorkers() async throws {
    let strokes = (0..<6).map { number in
      Stroke.sampled("\(number)", rate: 100, count: 70, from: Double(number)) { time in
        SIMD2(40 * time * time, 900 / (1 + time))
      }
    }
    let recordings = ["a", "b", "c", "d", "e"].map {
      Recording.test(strokes, participant: $0, rate: 100)
    }
    let subjects = try ["rls", "hold", "linear"].map(EvaluationSubject.spelled)
    func results(jobs: Int, seed: UInt64) async -> [SubjectResult] {
      let evaluator = Evaluator(
        plan: EvaluationPlan(
          datasets: ["set"], predictors: [], horizons: [Horizon(milliseconds: 20)],
          replay: Self.display { $0.droppedFrames = 0.25 }, groupBy: [.participant], seed: seed),
        keepsRaw: true)
      let prepared = await evaluator.prepare(
        EvaluationDataset(name: "set", recordings: recordings), jobs: jobs)
      let found = Mutex<[SubjectResult]>([])
      await evaluator.evaluate(subjects, on: prepared.recordings, dataset: "set", jobs: jobs) {
        _, result in found.withLock { $0.append(result) }
      }
      return found.withLock { $0 }
    }
    let alone = await results(jobs: 1, seed: 9)
    let shared = await results(jobs: 4, seed: 9)
    #expect(alone.count == 3)
    #expect(shared.map(\.rows) == alone.map(\.rows))
    #expect(shared.map(\.raw) == alone.map(\.raw))
    let bits = { (results: [SubjectResult]) in
      results.flatMap(\.rows).flatMap { $0.values.map { $0?.bitPattern } }
    }
    #expect(bits(shared) == bits(alone))
    let others = await results(jobs: 4, seed: 10)
    #expect(others.map(\.raw) != alone.map(\.raw))
    // Every predictor has the same frames dropped.
    let asked = alone.map { $0.raw.map { [$0.time, $0.ahead] } }
    #expect(asked[0] == asked[1] && asked[1] == asked[2])
  }
}
