import MotionPrediction
import Synchronization
import Testing
import TouchInput

@testable import Evaluation

/// `--targets recorded`: the device's own predictions and every competitor, at the same moments.
@Suite struct RecordedTargetTests {
  /// Times are sums of 1/240 s.
  private static let tolerance = 1e-9
  private static let replay = EvaluationProtocol.sample { $0.targets = .recorded }

  /// x is 10 a sample; after samples 2, 4 and 6 the device says three steps of 9 ahead.
  private let recording: Recording = {
    var stroke = Stroke.sampled(rate: 240, count: 10) { SIMD2(2400 * $0, 0) }
    stroke.devicePredictions = [2, 4, 6].map { before in
      let newest = stroke.samples[before - 1]
      let predicted = (1...3).map { step in
        TouchSample(
          time: newest.time + Double(step) / 240,
          position: newest.position + SIMD2(9 * Double(step), 0), kind: .predicted)
      }
      return DevicePredictionBatch(samplesBefore: before, samples: predicted)
    }
    return .test([stroke], rate: 240)
  }()

  private func horizon(_ steps: Double) -> Horizon { Horizon(frames: steps, rate: 240) }

  @Test func theHorizonsAreThoseThatOccur() {
    let found = RecordedHorizons.all(in: [recording])
    #expect(found.map(\.frames) == [1, 2, 3])
    #expect(agree(found.map { $0.seconds * 240 }, [1, 2, 3]))
  }

  @Test func anEmptyStrokeHasNoHorizons() {
    var empty = Stroke(identifier: "1", samples: [])
    let sample = TouchSample(time: 0.1, position: .zero, kind: .predicted)
    empty.devicePredictions = [
      DevicePredictionBatch(samplesBefore: 0, samples: [sample]),
      DevicePredictionBatch(samplesBefore: 1, samples: [sample]),
    ]
    #expect(RecordedHorizons.all(in: [.test([empty])]).isEmpty)
    #expect(RecordedHorizons.all(in: []).isEmpty)
  }

  @Test(arguments: [1.0, 2, 3])
  func theDeviceIsScoredOnWhatItSaid(steps: Double) throws {
    let found = try scores(
      .spelled("recorded"), on: [recording], at: horizon(steps), Self.replay)
    #expect(found["scored"] == 3)
    #expect(found["abstention_share"] == 0)
    #expect(agree(found["error_mean"], steps, absolute: Self.tolerance))
    let hold = try scores(.spelled("hold"), on: [recording], at: horizon(steps), Self.replay)
    #expect(hold["scored"] == 3)
    #expect(agree(hold["error_mean"], 10 * steps, absolute: Self.tolerance))
  }

  @Test func everyPredictorIsAskedForTheSame() throws {
    let strokes = try ["hold", "linear", "polynomial:degree=2,window=4", "recorded"].map {
      try scoredStrokes(.spelled($0), on: [recording], at: horizon(2), Self.replay)[0]
    }
    for stroke in strokes {
      #expect(stroke.targets.map(\.sample) == [1, 3, 5])
      #expect(agree(stroke.targets.map(\.horizon), Array(repeating: 2.0 / 240, count: 3)))
      #expect(stroke.targets.map(\.truth) == strokes[0].targets.map(\.truth))
      #expect(stroke.anchors == strokes[0].anchors)
    }
  }

  @Test func thatWhichTheDeviceSawHadArrived() throws {
    let log = SpyLog()
    _ = try scores(.spy(log), on: [recording], at: horizon(1), Self.replay)
    var observed = 0
    var asked: [Int] = []
    for event in log.events {
      if case .observe = event { observed += 1 }
      if case .ask = event { asked.append(observed) }
    }
    #expect(asked == [2, 4, 6])
  }

  @Test func historyAndTheTailHold() throws {
    var replay = Self.replay
    replay.history = 3
    let later = try scores(.spelled("recorded"), on: [recording], at: horizon(1), replay)
    #expect(later["scored"] == 2)
    var cut = recording
    cut.strokes[0].samples.removeLast(3)
    let short = try scores(.spelled("recorded"), on: [cut], at: horizon(3), Self.replay)
    #expect(short["scored"] == 2)
    #expect(short["dropped"] == 1)
  }

  @Test func onTheIndexClockTheBatchesMoveAlong() throws {
    var replay = Self.replay
    replay.clock = .index
    var late = recording
    for index in late.strokes[0].samples.indices { late.strokes[0].samples[index].time += 100 }
    for batch in late.strokes[0].devicePredictions.indices {
      for index in 0..<3 {
        late.strokes[0].devicePredictions[batch].samples[index].time += 100
      }
    }
    let found = try scores(.spelled("recorded"), on: [late], at: horizon(2), replay)
    #expect(found["scored"] == 3)
    #expect(agree(found["error_mean"], 2, absolute: 1e-6))
  }

  /// The last batch's third step lies after the last sample.
  @Test func rowsWithoutTruthAreLeftOut() async throws {
    var cut = recording
    cut.strokes[0].samples.removeLast(2)
    cut.strokes[0].devicePredictions = [cut.strokes[0].devicePredictions[2]]
    for (replay, kept) in [(Self.replay, [1.0, 2]), (EvaluationProtocol.sample, [1, 2, 3, 20])] {
      let evaluator = Evaluator(
        plan: EvaluationPlan(
          datasets: [], predictors: ["hold"], horizons: [1, 2, 3, 20].map(horizon), replay: replay))
      let prepared = await evaluator.prepare(
        EvaluationDataset(name: "test", recordings: [cut]), jobs: 1)
      let rows = Mutex<[ScoreRow]>([])
      await evaluator.evaluate(
        [try .spelled("hold")], on: prepared.recordings, dataset: "test", jobs: 1
      ) { _, result in rows.withLock { $0 += result.rows } }
      let found = rows.withLock { $0.filter { $0.aggregation == .pooled } }
      #expect(found.map(\.framesAhead) == kept)
    }
  }
}
