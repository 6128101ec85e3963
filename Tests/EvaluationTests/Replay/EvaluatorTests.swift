import MotionNumerics
import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// What an evaluation hands on, from a set of several participants and tasks.
@Suite struct EvaluatorTests {
  private static let horizons = [Horizon.frames(1), Horizon(milliseconds: 40)]
  private static let spellings = [
    "hold", "polynomial:degree=1,window=3", "polynomial:degree=2,window=7", "linear",
  ]

  /// Two tasks of three participants each, of different lengths.
  private static let recordings: [Recording] = {
    var random = Xoshiro256StarStar(seed: 7)
    return ["write", "draw"].flatMap { task in
      ["b", "a", "c"].enumerated().map { number, participant in
        let count = 40 + 30 * number
        let strokes = (0..<4).map { Stroke.random("\($0)", &random, count: count) }
        return Recording.test(strokes, participant: participant, task: task)
      }
    }
  }()

  /// What came of an evaluation.
  private struct Outcome {
    var results: [SubjectResult] = []
    var order: [Int] = []
    var prepared: [EvaluationFailure] = []
    var rows: [ScoreRow] { results.flatMap(\.rows) }
    var failures: [EvaluationFailure] { results.flatMap(\.failures) }
  }

  private func evaluate(
    _ subjects: [EvaluationSubject], on recordings: [Recording] = Self.recordings, jobs: Int = 2,
    groupBy: [EvaluationPlan.Grouping] = [], sweptNames: [String] = [], keepsRaw: Bool = false,
    unit: EvaluationPlan.ReportUnit = .automatic
  ) async -> Outcome {
    let evaluator = Evaluator(
      plan: EvaluationPlan(
        datasets: ["set"], predictors: [], horizons: Self.horizons, groupBy: groupBy, unit: unit),
      sweptNames: sweptNames, keepsRaw: keepsRaw)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: jobs)
    let outcome = Mutex(Outcome(prepared: prepared.failures))
    await evaluator.evaluate(subjects, on: prepared.recordings, dataset: "set", jobs: jobs) {
      subject, result in
      outcome.withLock {
        $0.order.append(subject)
        $0.results.append(result)
      }
    }
    return outcome.withLock { $0 }
  }

  private func subjects() throws -> [EvaluationSubject] {
    try Self.spellings.map(EvaluationSubject.spelled)
  }

  // MARK: - Workers

  @Test func theNumberOfWorkersChangesNoBit() async throws {
    let grouping = EvaluationPlan.Grouping.allCases
    let recordings = Self.recordings.map { recording in
      var shorter = recording
      shorter.strokes = Array(shorter.strokes.prefix(TestSize.of(2, full: 4)))
      return shorter
    }
    let alone = await evaluate(
      try subjects(), on: recordings, jobs: 1, groupBy: grouping, keepsRaw: true)
    for jobs in [2, 5, 64] {
      for _ in 0..<TestSize.of(1, full: 3) {
        let shared = await evaluate(
          try subjects(), on: recordings, jobs: jobs, groupBy: grouping, keepsRaw: true)
        #expect(shared.rows == alone.rows, "\(jobs) jobs")
        let bits = { (outcome: Outcome) in
          outcome.rows.flatMap { $0.values.map { $0?.bitPattern } }
        }
        #expect(bits(shared) == bits(alone), "\(jobs) jobs")
        #expect(shared.results.map(\.raw) == alone.results.map(\.raw), "\(jobs) jobs")
        #expect(shared.order == [0, 1, 2, 3])
      }
    }
    #expect(alone.order == [0, 1, 2, 3])
  }

  @Test func noWorkersCountAsOne() async throws {
    let none = await evaluate(try subjects(), jobs: 0)
    let one = await evaluate(try subjects(), jobs: 1)
    #expect(none.rows == one.rows)
    #expect(!none.rows.isEmpty)
  }

  @Test func cancellingStopsAfterThePieceInHand() async throws {
    let evaluator = Evaluator(
      plan: EvaluationPlan(datasets: ["set"], predictors: [], horizons: Self.horizons))
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: Self.recordings), jobs: 1)
    let all = try subjects()
    let pieces = Atomic(0)
    let finished = Atomic(0)
    let running = Mutex<Task<Void, Never>?>(nil)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate { break }
      await evaluator.evaluate(
        all, on: prepared.recordings, dataset: "set", jobs: 1,
        advanced: {
          pieces.add(1, ordering: .sequentiallyConsistent)
          running.withLock { $0?.cancel() }
        },
        finished: { _, _ in _ = finished.add(1, ordering: .sequentiallyConsistent) })
    }
    running.withLock { $0 = task }
    opening.yield()
    await task.value
    #expect(pieces.load(ordering: .sequentiallyConsistent) == 1)
    #expect(finished.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func nothingToReplayGivesNothing() async throws {
    let outcome = await evaluate(try subjects(), on: [])
    #expect(outcome.results.isEmpty)
  }

  // MARK: - Rows

  @Test func rowsComeByClassOfDevice() async throws {
    let devices: [DeviceClass] = [.touchScreen, .penDisplay, .touchScreen]
    let recordings = zip(Self.recordings, devices).map { recording, device in
      var changed = recording
      changed.device = device
      return changed
    }
    let rows = await evaluate(
      [try .spelled("hold")], on: recordings, groupBy: [.device]
    ).rows.filter { $0.aggregation == .pooled && $0.horizon == Self.horizons[0].seconds }
    #expect(rows.map(\.device) == [nil, .touchScreen, .penDisplay])
    let scored = rows.map { $0.values[0] ?? 0 }
    #expect(scored[0] == scored[1] + scored[2] && scored[2] > 0)
  }

  /// A recording's rows are pooled, name its file, and add up to the whole.
  @Test func rowsComeByRecording() async throws {
    let rows = await evaluate(
      [try .spelled("linear")], groupBy: [.participant, .recording]
    ).rows.filter { $0.horizon == Self.horizons[0].seconds }
    let single = rows.filter { !$0.recording.isEmpty }
    #expect(single.map(\.recording) == Self.recordings.map(\.source))
    #expect(single.allSatisfy { $0.aggregation == .pooled && $0.participant.isEmpty })
    let scored = single.compactMap { $0.values[0] }
    #expect(scored.count == Self.recordings.count)
    #expect(scored.reduce(0, +) == rows[0].values[0])
    #expect(rows.filter(\.recording.isEmpty).count == 5, "pooled, the mean and three people")
  }

  @Test func rowsComeByTaskHorizonAndAggregation() async throws {
    let grouping: [EvaluationPlan.Grouping] = [.task, .participant]
    let outcome = await evaluate([try .spelled("linear")], groupBy: grouping)
    var expected: [String] = []
    for task in ["", "write", "draw"] {
      for horizon in ["1.0", "40 ms"] {
        for kind in ["pooled", "participant_mean", "b", "a", "c"] {
          expected.append("\(task) \(horizon) \(kind)")
        }
      }
    }
    let found = outcome.rows.map { row in
      let horizon = row.framesAhead.map { "\($0)" } ?? "\(Int((row.horizon * 1000).rounded())) ms"
      let kind = row.participant.isEmpty ? row.aggregation.rawValue : row.participant
      return "\(row.task) \(horizon) \(kind)"
    }
    #expect(found == expected)
    for row in outcome.rows {
      #expect(row.dataset == "set")
      #expect(row.predictor == "linear")
      #expect(row.unit == .millimeter)
      #expect(row.values.count == MetricSet.standard.metrics.count)
      #expect(row.participant.isEmpty || row.aggregation == .pooled)
    }
  }

  @Test func withoutGroupingThereAreTwoRowsAHorizon() async throws {
    let rows = await evaluate([try .spelled("linear")]).rows
    #expect(rows.map(\.aggregation) == [.pooled, .participantMean, .pooled, .participantMean])
    #expect(rows.map(\.framesAhead) == [1, 1, nil, nil])
  }

  @Test func aGroupsRowIsThatOfItsRecordingsAlone() async throws {
    let subject = try EvaluationSubject.spelled("polynomial:degree=1,window=3")
    let rows = await evaluate([subject], groupBy: [.task, .participant]).rows
    for row in rows where row.aggregation == .pooled {
      let members = Self.recordings.filter {
        (row.task.isEmpty || $0.task == row.task)
          && (row.participant.isEmpty || $0.participant == row.participant)
      }
      let alone = await evaluate([subject], on: members).rows
      let same = try #require(
        alone.first { $0.aggregation == .pooled && $0.horizon == row.horizon })
      #expect(same.values == row.values)
    }
  }

  @Test func theMeanOverParticipantsCountsEachOnce() async throws {
    let rows = await evaluate([try .spelled("linear")], groupBy: [.participant]).rows
    let first = rows.filter { $0.horizon == Self.horizons[0].seconds }
    let mean = try #require(first.first { $0.aggregation == .participantMean })
    let pooled = try #require(first.first { $0.aggregation == .pooled })
    let participants = first.filter { !$0.participant.isEmpty }
    #expect(participants.count == 3)
    for (index, metric) in MetricSet.standard.metrics.enumerated() {
      let sum = participants.reduce(0) { $0 + ($1.values[index] ?? .nan) }
      let isCount = metric.dimension == .count
      #expect(agree(mean.values[index], isCount ? sum : sum / 3), "\(metric.name)")
    }
    #expect(mean.values[0] == pooled.values[0])
    let error = try #require(MetricSet.standard.metrics.firstIndex { $0.name == "error_mean" })
    #expect(mean.values[error] != pooled.values[error])
  }

  /// 29 / 7 · 7 is not 29 in floating point.
  @Test func countsOverParticipantsAreWholeNumbers() async throws {
    let recordings = (0..<7).map { number in
      let stroke = Stroke.places((0..<(number == 0 ? 6 : 5)).map(Double.init))
      return Recording.test([stroke], participant: "\(number)")
    }
    let rows = await evaluate([try .spelled("hold")], on: recordings).rows
    let mean = try #require(rows.first { $0.aggregation == .participantMean })
    #expect(29.0 / 7 * 7 != 29)
    #expect(mean.values[0] == 29)
    #expect(mean.values[1] == 7)
  }

  @Test func aParticipantWithoutAValueHasNoPartInTheMean() async throws {
    let line = Stroke.places([0, 1, 2, 3])
    let single = Stroke.places([5])
    let rows = await evaluate(
      [try .spelled("hold")],
      on: [.test([line], participant: "a"), .test([single], participant: "b")]
    ).rows
    let mean = try #require(rows.first { $0.aggregation == .participantMean })
    let values = NamedValues(values: mean.values)
    #expect(agree(values["error_mean"], 1))
    #expect(values["scored"] == 3)
    #expect(values["dropped"] == 2)
  }

  @Test func differentUnitsAreNeverPooled() async throws {
    var recordings = Self.recordings
    recordings[1].scale = LengthScale(unit: .pixel)
    recordings[4].scale = LengthScale(unit: .pixel)
    let rows = await evaluate([try .spelled("hold")], on: recordings).rows
    #expect(rows.map(\.unit) == [.millimeter, .pixel].flatMap { Array(repeating: $0, count: 4) })
    let alone = await evaluate(
      [try .spelled("hold")], on: [recordings[1], recordings[4]]
    ).rows
    #expect(Array(rows[4...]) == alone)
    #expect(rows[4].values[NamedValues.index("terminal_overshoot_mean")] == nil)
    #expect(rows[0].values[NamedValues.index("terminal_overshoot_mean")] != nil)
  }

  @Test func sweptSettingsHaveAColumnEach() async throws {
    let outcome = await evaluate(try subjects(), sweptNames: ["window", "degree", "other"])
    #expect(
      outcome.results.compactMap { $0.rows.first?.swept }
        == [["", "", ""], ["3", "1", ""], ["7", "2", ""], ["", "", ""]])
    #expect(outcome.results[1].rows[0].parameters == "degree=1,window=3")
    #expect(outcome.results[1].rows[0].spelling == "polynomial:degree=1,window=3")
  }

  // MARK: - Failures

  /// A predictor that cannot be made for recordings at 30 Hz.
  private static let particular = EvaluationSubject.predictor(
    ConfiguredPredictor(kind: "particular", settings: []) { context throws(ParameterError) in
      guard context.nominalRate != 30 else {
        throw ParameterError(field: "rate", value: "30", problem: "is too low")
      }
      return FormulaPredictor { sample, _ in sample.position }
    })

  @Test func whatCannotBeMadeIsListedAndTheRestScored() async throws {
    var recordings = Self.recordings
    recordings[0].nominalRate = 30
    recordings[3].nominalRate = 30
    let outcome = await evaluate(
      [Self.particular, try .spelled("hold")], on: recordings, groupBy: [.participant])
    #expect(outcome.failures.count == 2)
    #expect(outcome.failures.map(\.source) == ["bwrite.csv", "bdraw.csv"])
    #expect(outcome.failures.allSatisfy { $0.dataset == "set" && $0.predictor == "particular" })
    #expect(outcome.failures.allSatisfy { $0.problem.contains("rate=30 is too low") })
    // Participant b has no row; the others are scored as hold is on them alone.
    let found = outcome.results[0].rows
    #expect(found.map(\.participant) == ["", "", "a", "c", "", "", "a", "c"])
    let others = await evaluate(
      [try .spelled("hold")], on: recordings.filter { $0.nominalRate == 60 },
      groupBy: [.participant]
    ).rows
    #expect(found.map(\.values) == others.map(\.values))
    #expect(outcome.results[1].failures.isEmpty)
  }

  @Test func aPredictorThatCanNeverBeMadeHasNoRows() async throws {
    let recordings = Self.recordings.map { recording in
      var slow = recording
      slow.nominalRate = 30
      return slow
    }
    let outcome = await evaluate([Self.particular, try .spelled("hold")], on: recordings)
    #expect(outcome.results[0].rows.isEmpty)
    #expect(outcome.results[0].failures.count == 6)
    #expect(outcome.results[1].rows.count == 4)
  }

  @Test func recordingsThatDoNotGoWithThePlanAreListed() async throws {
    var recordings = Self.recordings
    recordings[2].scale = LengthScale(unit: .device)
    let outcome = await evaluate(try subjects(), on: recordings, unit: .millimeter)
    #expect(outcome.prepared.map(\.source) == [recordings[2].source])
    #expect(outcome.prepared.allSatisfy { $0.problem.contains("--unit native") })
    #expect(outcome.results.count == 4)
    let kept = recordings[..<2] + recordings[3...]
    #expect(outcome.rows == (await evaluate(try subjects(), on: Array(kept))).rows)
  }

  // MARK: - Single predictions

  @Test func everySinglePredictionIsHandedOnIfAskedFor() async throws {
    let scale = LengthScale(unit: .pixel, unitsPerMillimeter: 2)
    let recording = Recording.test(
      [.places([0, 2, 6], named: "first"), .places([1], named: "second")], scale: scale)
    let outcome = await evaluate([try .spelled("linear")], on: [recording], keepsRaw: true)
    let raw = try #require(outcome.results.first).raw
    // Two horizons for each of four samples; positions in mm.
    #expect(raw.map(\.stroke) == Array(repeating: "first", count: 6) + ["second", "second"])
    let frame = raw.filter { $0.slot == 0 }
    #expect(frame.map(\.recording) == [0, 0, 0, 0])
    #expect(frame.map(\.abstained) == [true, false, false, true])
    #expect(frame.map(\.anchor.x) == [0, 1, 3, 0.5])
    #expect(agree(frame.map(\.predicted.x), [0, 2, 5, 0.5], absolute: 1e-9))
    #expect(agree(frame.map { $0.truth?.x }, [1, 3, nil, nil], absolute: 1e-9))
    #expect(agree(frame.map(\.ahead), Array(repeating: 1.0 / 60, count: 4), absolute: 1e-9))
    let unasked = await evaluate([try .spelled("linear")], on: [recording])
    #expect(unasked.results.flatMap(\.raw).isEmpty)
  }
}
