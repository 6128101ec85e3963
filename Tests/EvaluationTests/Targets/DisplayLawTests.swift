import MotionNumerics
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// A screen that refreshes with the samples and costs no time is the protocol `sample`, exactly.
///
/// On the clock of indices, ticking at the nominal rate from phase 0 with no input latency, every
/// value of every row for the output latency h is that of `sample` for the horizon h.
@Suite struct DisplayLawTests {
  private static let predictors = [
    "hold", "linear", "polynomial:degree=2,window=5", "kalman", "rls", "rls:mode=direct", "hedge",
    "recorded",
  ]
  private static let latencies = [0, 4, 16.7, 1000.0 / 30, 100].map(Horizon.init(milliseconds:))

  private func rows(
    _ recordings: [Recording], _ replay: EvaluationProtocol
  ) async throws -> [ScoreRow] {
    let evaluator = Evaluator(
      plan: EvaluationPlan(
        datasets: ["set"], predictors: [], horizons: Self.latencies, replay: replay,
        groupBy: [.task, .participant]))
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: 2)
    #expect(prepared.failures.isEmpty)
    let collected = RowCollector()
    let subjects = try Self.predictors.map(EvaluationSubject.spelled)
    await evaluator.evaluate(subjects, on: prepared.recordings, dataset: "set", jobs: 2) {
      _, result in collected.add(result.rows)
    }
    return collected.rows
  }

  private func expectTheLaw(
    _ recordings: [Recording], _ comment: String = "",
    _ change: (inout EvaluationProtocol) -> Void = { _ in }
  ) async throws {
    var sample = EvaluationProtocol.sample
    sample.clock = .index
    change(&sample)
    var display = EvaluationProtocol.display
    display.rests = sample.rests
    display.clock = .index
    display.pipeline?.refreshRate = try #require(recordings.first?.nominalRate)
    change(&display)
    let expected = try await rows(recordings, sample)
    let found = try await rows(recordings, display)
    #expect(!expected.isEmpty)
    #expect(found.count == expected.count)
    for (left, right) in zip(found, expected) {
      #expect(left == right, "\(comment): \(left.predictor), \(left.horizon) s")
      #expect(left.values.map { $0?.bitPattern } == right.values.map { $0?.bitPattern })
    }
  }

  /// Curves with pauses, some of a single sample, with what a device might have predicted.
  private static func recordings(_ seed: UInt64, rate: Double) -> [Recording] {
    var random = Xoshiro256StarStar(seed: seed)
    return ["a", "b"].map { participant in
      let strokes = TestSize.of([1, 2, 30, 60], full: [1, 2, 90, 140]).map { count in
        var stroke = Stroke.random("\(count)", &random, count: count)
        stroke.devicePredictions = stride(from: 1, through: count, by: 3).map { before in
          let newest = stroke.samples[before - 1]
          let predicted = (1...4).map { step in
            TouchSample(
              time: newest.time + Double(step) / 240,
              position: newest.position + Double(step) * SIMD2(1, random.nextNormal()),
              kind: .predicted)
          }
          return DevicePredictionBatch(samplesBefore: before, samples: predicted)
        }
        return stroke
      }
      return Recording.test(strokes, participant: participant, task: "write", rate: rate)
    }
  }

  @Test(arguments: [1.0, 60, 90, 133.7, 240, 1000])
  func itHoldsAtAnyRate(rate: Double) async throws {
    try await expectTheLaw(Self.recordings(3, rate: rate), "\(rate) Hz")
  }

  @Test func itHoldsUnderTheOtherChoices() async throws {
    let recordings = Self.recordings(4, rate: 60)
    try await expectTheLaw(recordings, "clamp") { $0.tail = .clamp }
    try await expectTheLaw(recordings, "history") { $0.history = 5 }
    try await expectTheLaw(recordings, "least samples") { $0.leastSamples = 100 }
    try await expectTheLaw(recordings, "state") { $0.state = .stroke }
    try await expectTheLaw(recordings, "short gaps") { $0.maximumGap = 0.5 }
    try await expectTheLaw(recordings, "any gap") { $0.maximumGap = nil }
  }

  @Test(
    .enabled(
      if: RealDatasets.has("inkable") && RealDatasets.has("henze-2017"),
      "NEXTPOINT_DATASETS has no inkable or no henze-2017"),
    arguments: ["inkable", "henze-2017"])
  func itHoldsOnRealSets(name: String) async throws {
    let recordings = try RealDatasets.recordings(name)
    // One or two recordings of many strokes are a fair part of the law's whole.
    let count = name == "inkable" ? 3 : TestSize.of(1, full: 2)
    try await expectTheLaw(Array(recordings.prefix(count)), name)
  }

  /// The law would hold of a protocol that ignored its screen.
  @Test func anotherScreenIsAnotherScore() async throws {
    let recordings = Self.recordings(5, rate: 60)
    var display = EvaluationProtocol.display
    display.clock = .index
    let same = try await rows(recordings, display).map(\.values)
    let changes: [(inout DisplayPipeline) -> Void] = [
      { $0.refreshRate = 61 }, { $0.phase = 0.004 }, { $0.inputLatency = 0.01 },
      { $0.droppedFrames = 0.1 },
      {
        $0.refreshRate = 30
        $0.delivery = .newest
      },
    ]
    for change in changes {
      var changed = display
      var pipeline = DisplayPipeline()
      change(&pipeline)
      changed.pipeline = pipeline
      #expect(try await rows(recordings, changed).map(\.values) != same, "\(pipeline)")
    }
  }
}

/// Rows gathered from the evaluator's workers, in the order of the subjects.
private final class RowCollector: Sendable {
  private let state = Mutex<[ScoreRow]>([])

  var rows: [ScoreRow] { state.withLock { $0 } }

  func add(_ rows: [ScoreRow]) { state.withLock { $0 += rows } }
}
