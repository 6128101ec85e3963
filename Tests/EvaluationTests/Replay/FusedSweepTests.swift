import MotionNumerics
import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Polynomials replayed in one pass, strokes divided among workers, and strokes read one by one: the
/// same bits as each predictor alone on whole recordings.
@Suite struct FusedSweepTests {
  /// How many long strokes the first recording has: enough for several blocks.
  private static let longStrokes = TestSize.of(18, full: 38)

  /// Several blocks of strokes, duplicate and backward times, a rest, a stroke that hovers, and strokes
  /// shorter than the windows.
  private static let recordings: [Recording] = {
    var random = Xoshiro256StarStar(seed: 2026)
    return (0..<3).map { number in
      let (count, samples) =
        number == 0 ? (longStrokes, 500) : TestSize.of((3, 40), full: (6, 90))
      var strokes = (0..<count).map { Stroke.random("\($0)", &random, count: samples) }
      strokes[1].samples[20].time = strokes[1].samples[19].time
      strokes[2].samples[30].time -= 0.05
      for index in strokes[1].samples.indices.dropFirst(25) {
        strokes[1].samples[index].time += 0.4
      }
      strokes[1].samples[25].position = strokes[1].samples[24].position
      strokes[0].kind = .hover
      strokes.append(Stroke.random("short", &random, count: 4))
      return .test(strokes, participant: "\(number % 2)", task: "task \(number)")
    }
  }()

  /// The same, with fewer long strokes where all measures are computed of them.
  private static let fewer = recordings.map { recording in
    var fewer = recording
    let first = min(TestSize.of(2, full: longStrokes), recording.strokes.count - 1)
    fewer.strokes = Array(recording.strokes.prefix(first) + recording.strokes.suffix(1))
    return fewer
  }

  private static let spellings =
    (0...3).flatMap { degree in
      TestSize.of([1, 3, 7, 32], full: [1, 2, 3, 4, 7, 12, 32]).filter { $0 > degree }
        .map { "polynomial:degree=\(degree),window=\($0)" }
    } + ["polynomial:degree=1,window-ms=30", "polynomial:degree=2,window-ms=80"]
    + ["polynomial:degree=5,window=9", "hold", "rls", "one-euro+polynomial"]

  /// One group of polynomials, one that forgets strokes, and two that may not.
  private static let few = [
    "polynomial:degree=1,window=3", "polynomial:degree=2,window=12", "hold", "rls",
    "one-euro+polynomial",
  ]

  private static var henzeMoves: [Recording] {
    recordings.map { recording in
      recording.mapStrokes { stroke in
        var moved = stroke
        moved.samples[0].phase = .began
        return moved
      }
    }
  }

  /// Everything that an evaluation hands on, by subject.
  private struct Found: Equatable {
    var rows: [[ScoreRow]] = []
    var bits: [[UInt64?]] = []
    var raw: [[RawPrediction]] = []

    mutating func add(_ result: SubjectResult) {
      rows.append(result.rows)
      bits.append(result.rows.flatMap { $0.values.map { $0?.bitPattern } })
      raw.append(result.raw)
    }
  }

  private static func plan(
    _ replay: EvaluationProtocol, _ horizons: [Horizon], _ sets: [MetricSet] = [.standard],
    groupBy: [EvaluationPlan.Grouping] = [.participant, .phase, .speed]
  ) -> EvaluationPlan {
    EvaluationPlan(
      datasets: [], predictors: [], horizons: horizons, replay: replay,
      groupBy: groupBy, metricSets: sets)
  }

  private func found(
    _ subjects: [EvaluationSubject], _ plan: EvaluationPlan, on recordings: [Recording],
    jobs: Int = 1, keepsRaw: Bool = true, storage: ValueStorage? = nil
  ) async -> Found {
    let evaluator = Evaluator(plan: plan, keepsRaw: keepsRaw, findsFloors: true, storage: storage)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: jobs)
    #expect(prepared.failures.isEmpty)
    let found = Mutex(Found())
    await evaluator.evaluate(subjects, on: prepared.recordings, dataset: "set", jobs: jobs) {
      _, result in found.withLock { $0.add(result) }
    }
    return found.withLock { $0 }
  }

  private func alone(
    _ subjects: [EvaluationSubject], _ plan: EvaluationPlan, on recordings: [Recording]
  ) async -> Found {
    var result = Found()
    for subject in subjects {
      let one = await found([subject], plan, on: recordings)
      result.rows += one.rows
      result.bits += one.bits
      result.raw += one.raw
    }
    return result
  }

  private static let protocols: [EvaluationProtocol] = {
    var window = EvaluationProtocol.henze2017
    window.observe = .window
    return [
      .sample, .sample { $0.state = .stroke }, .sample { $0.clock = .index }, .display, .henze2017,
      window, .sample { $0.rests = .hold }, .sample { $0.kinds = [.hover] },
    ]
  }()

  @Test(arguments: protocols.indices)
  func oneGridIsEachPredictorAlone(place: Int) async throws {
    let replay = Self.protocols[place]
    let isHenze = replay.name == .henze2017
    let plan = Self.plan(replay, isHenze ? [.frames(2), .frames(5)] : [.frames(1), .frames(3.5)])
    let recordings = Array((isHenze ? Self.henzeMoves : Self.recordings)[1...])
    let subjects = try Self.spellings.map(EvaluationSubject.spelled)
    let division = SubjectGroups(
      subjects, in: PredictorContext(horizons: []), size: 8, keepsAnswers: false)
    #expect(division.groups.count < subjects.count / 2)
    let expected = await alone(subjects, plan, on: recordings)
    #expect(expected.raw.allSatisfy { !$0.isEmpty })
    #expect(await found(subjects, plan, on: recordings) == expected)
    #expect(await found(subjects, plan, on: recordings, jobs: 5) == expected)
  }

  /// Rows that keep every prediction are scored from them, and others from sums taken while playing.
  @Test(arguments: protocols.indices)
  func sumsTakenWhilePlayingAreThoseOfKeptPredictions(place: Int) async throws {
    let replay = Self.protocols[place]
    let isHenze = replay.name == .henze2017
    let horizons = isHenze ? [Horizon.frames(2), .frames(5)] : [.frames(1), .frames(3.5)]
    let recordings = Array((isHenze ? Self.henzeMoves : Self.recordings)[1...])
    // Windows beyond some strokes, so that configurations say the same for long.
    let subjects = try (Self.spellings + (33...41).map { "polynomial:degree=2,window=\($0)" })
      .map(EvaluationSubject.spelled)
    let plan = Self.plan(replay, horizons, groupBy: [.participant])
    for measures in [["error_mean"], ["error_mean", "jitter_mean", "overshoot_p95"]] {
      let few = plan.restricted(toMetrics: measures + ["scored", "abstention_share"])
      let kept = await found(subjects, few, on: recordings)
      for jobs in [1, 5] {
        let summed = await found(subjects, few, on: recordings, jobs: jobs, keepsRaw: false)
        for (place, (bits, other)) in zip(summed.bits, kept.bits).enumerated() where bits != other {
          Issue.record("\(subjects[place].spelling), jobs \(jobs): \(bits), not \(other)")
        }
        #expect(summed.rows.count == subjects.count)
      }
    }
  }

  @Test func blocksOfStrokesAreDividedAmongWorkers() async throws {
    let plan = Self.plan(.sample, [.frames(2)])
    let subjects = try Self.few.map(EvaluationSubject.spelled)
    let one = await found(subjects, plan, on: Self.recordings)
    #expect(await found(subjects, plan, on: Self.recordings, jobs: 7) == one)
    let prepared = await Evaluator(plan: plan).prepare(
      EvaluationDataset(name: "set", recordings: Self.recordings), jobs: 1)
    #expect(prepared.recordings[0].blocks.count >= TestSize.of(2, full: 3))
    let division = WorkDivision(subjects, prepared.recordings, keepsAnswers: false)
    // Whole recordings for rls and the chain, blocks for the others.
    #expect(division.pieceCount > division.groups.count * prepared.recordings.count)
  }

  // MARK: - Streams and stores

  @Test func numbersInAStoreGiveTheSameBits() async throws {
    let plan = Self.plan(.sample, [.frames(2)])
    let subjects = try ["polynomial:window=3", "polynomial:window=5", "rls"].map(
      EvaluationSubject.spelled)
    let held = await found(subjects, plan, on: Self.recordings, keepsRaw: false)
    let store = CountingStore()
    let spilled = await found(
      subjects, plan, on: Self.recordings, jobs: 3, keepsRaw: false,
      storage: ValueStorage(budget: 0, store: store))
    #expect(spilled == held)
    #expect(store.written > TestSize.of(18_000, full: 50_000))
    #expect(store.left == 0)
  }

  /// Some subjects by the standard measures, and fewer by all on a screen that drops frames.
  @Test(arguments: [false, true])
  func strokesReadOneByOneGiveTheSameBits(isScreen: Bool) async throws {
    let plan = Self.plan(
      isScreen ? Self.screen : .sample { $0.rests = .hold }, [.frames(2)],
      isScreen ? MetricSet.allCases : MetricSet.standard(and: [.uncertainty]),
      groupBy: isScreen ? [.participant] : [.participant, .phase, .speed])
    let subjects = try (isScreen ? Array(Self.few.suffix(2)) : Self.few).map(
      EvaluationSubject.spelled)
    let recordings = isScreen ? Self.fewer : Self.recordings
    let held = await found(subjects, plan, on: recordings, keepsRaw: false)
    for (jobs, isSized) in [(1, false), (3, true)] {
      let order = Self.interleaved(recordings)
      let source = StreamedRecordings(
        name: "set",
        recordings: recordings.map { recording in
          var empty = recording
          empty.strokes = []
          return empty
        },
        sizes: isSized
          ? recordings.map {
            .init(
              strokes: $0.strokes.count, samples: $0.sampleCount, kinds: $0.strokeKinds)
          } : nil,
        strokes: { Self.reading(order) })
      let streamed = Mutex((found: Found(), onRecordings: 0))
      let store = CountingStore()
      try await Evaluator(
        plan: plan, findsFloors: true, storage: ValueStorage(budget: 8192, store: store)
      ).evaluate(
        subjects, on: source, jobs: jobs,
        onRecordings: { recordings, failures in
          #expect(failures.isEmpty)
          streamed.withLock { $0.onRecordings += recordings.count }
        },
        finished: { _, result in streamed.withLock { $0.found.add(result) } })
      #expect(streamed.withLock { $0.found } == held)
      #expect(streamed.withLock { $0.onRecordings } == recordings.count)
      #expect(store.written > 0 && store.left == 0)
    }
  }

  /// Gives strokes one after another, and then fails where an error is given.
  private static func reading(
    _ strokes: [(recording: Int, stroke: Stroke)], failingWith error: (any Error)? = nil
  ) -> StreamedRecordings.Strokes {
    var rest = strokes.makeIterator()
    return {
      if let next = rest.next() { return next }
      if let error { throw error }
      return nil
    }
  }

  /// A reading that fails gives no result at all, and what failed.
  @Test(arguments: [false, true])
  func aReadingThatFailsGivesNoResult(isScreen: Bool) async throws {
    struct Failure: Error {}
    let plan = Self.plan(isScreen ? Self.screen : .sample, [.frames(1)])
    let order = Self.interleaved(Self.recordings)
    let source = StreamedRecordings(
      name: "set", recordings: Self.recordings,
      strokes: { Self.reading(order, failingWith: Failure()) })
    let results = Mutex(0)
    await #expect(throws: Failure.self) {
      try await Evaluator(plan: plan).evaluate(
        [EvaluationSubject.spelled("linear")], on: source.withoutStrokes, jobs: 2,
        onRecordings: { _, _ in results.withLock { $0 += 1 } },
        finished: { _, _ in results.withLock { $0 += 1 } })
    }
    #expect(results.withLock { $0 } == 0)
  }

  private static var screen: EvaluationProtocol {
    var screen = EvaluationProtocol.display
    screen.pipeline = DisplayPipeline(
      refreshRate: 90, phase: 0.003, inputLatency: 0.007, droppedFrames: 0.2)
    return screen
  }

  /// The strokes of these recordings in turn, each recording's in its order.
  private static func interleaved(
    _ recordings: [Recording]
  ) -> [(recording: Int, stroke: Stroke)] {
    let longest = recordings.map(\.strokes.count).max() ?? 0
    return (0..<longest).flatMap { index in
      recordings.indices.compactMap { recording in
        let strokes = recordings[recording].strokes
        return index < strokes.count ? (recording, strokes[index]) : nil
      }
    }
  }

  /// A recording that turns out not to go with the plan in its last block is left out as a whole.
  @Test func aStreamedRecordingThatDoesNotGoWithThePlanIsLeftOut() async throws {
    var broken = Self.recordings
    broken[0].strokes[Self.longStrokes - 1].samples[7].position.x = .nan
    let plan = Self.plan(.sample, [.frames(1)])
    let subject = try EvaluationSubject.spelled("linear")
    let recordings = broken
    let source = StreamedRecordings(
      name: "set", recordings: recordings,
      strokes: {
        Self.reading(
          recordings.enumerated().flatMap { place, one in one.strokes.map { (place, $0) } })
      })
    let outcome = Mutex((rows: [ScoreRow](), failures: [EvaluationFailure]()))
    try await Evaluator(plan: plan).evaluate(
      [subject], on: source.withoutStrokes, jobs: 2,
      onRecordings: { _, failures in outcome.withLock { $0.failures = failures } },
      finished: { _, result in outcome.withLock { $0.rows += result.rows } })
    let held = await found([subject], plan, on: Array(broken[1...]), keepsRaw: false)
    #expect(outcome.withLock { $0.rows } == held.rows[0])
    #expect(outcome.withLock { $0.failures.map(\.source) } == [broken[0].source])
  }
}

extension StreamedRecordings {
  /// The same whose recordings hold nothing.
  fileprivate var withoutStrokes: StreamedRecordings {
    StreamedRecordings(
      name: name,
      recordings: recordings.map { recording in
        var empty = recording
        empty.strokes = []
        return empty
      }, strokes: strokes)
  }
}
