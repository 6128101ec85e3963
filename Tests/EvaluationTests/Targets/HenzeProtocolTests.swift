import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// The published table on the published data: the numbers that the whole harness hangs on.
///
/// Source: Henze, Le, Mayer, Schwind, MobileHCI 2017 Adjunct, doi:10.1145/3098279.3122150, table 1,
/// rows "no extrapolation" and "linear extrapolation"; the window counts are those of the notebooks
/// published with the data.
@Suite struct HenzePublishedTableTests {
  /// The table is printed to 0.1 px, so that a reproduced cell may differ by half of that.
  private static let printedDigits = 0.05

  private struct Cell {
    let task: String
    let steps: Double
    let windows: Double
    let hold: Double
    let linear: Double
  }

  private static let published = [
    Cell(task: "write", steps: 2, windows: 70_998, hold: 15.4, linear: 7.8),
    Cell(task: "write", steps: 4, windows: 70_968, hold: 29.7, linear: 21.1),
    Cell(task: "write", steps: 6, windows: 70_938, hold: 42.5, linear: 38.5),
    Cell(task: "draw", steps: 2, windows: 36_788, hold: 40.2, linear: 25.1),
    Cell(task: "draw", steps: 4, windows: 36_777, hold: 77.9, linear: 67.9),
    Cell(task: "draw", steps: 6, windows: 36_769, hold: 110.1, linear: 123.3),
    Cell(task: "fitts", steps: 2, windows: 7566, hold: 31.7, linear: 16.9),
    Cell(task: "fitts", steps: 4, windows: 7538, hold: 52.6, linear: 39.6),
    Cell(task: "fitts", steps: 6, windows: 7511, hold: 66.3, linear: 69.0),
  ]

  /// Every day the task with the fewest samples, at full size all three.
  private static let tasks: Set = TestSize.of(["fitts"], full: ["write", "draw", "fitts"])

  @Test(
    .enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"),
    arguments: [EvaluationProtocol.Observe.recording, .window])
  func all18CellsAndAllNineCounts(observe: EvaluationProtocol.Observe) async throws {
    var replay = EvaluationProtocol.henze2017
    replay.observe = observe
    let recordings = try RealDatasets.recordings("henze-2017")
      .filter { Self.tasks.contains($0.task) }
    let rows = try await rows(recordings, replay)
    for cell in Self.published where Self.tasks.contains(cell.task) {
      for (predictor, error) in [("hold", cell.hold), ("linear", cell.linear)] {
        let row = try #require(
          rows.first {
            $0.predictor == predictor && $0.task == cell.task && $0.framesAhead == cell.steps
              && $0.aggregation == .pooled
          })
        let values = NamedValues(values: row.values)
        let found = try #require(values["error_mean"])
        #expect(
          abs(found - error) <= Self.printedDigits,
          "\(predictor) \(cell.task) \(cell.steps): \(found) px for \(error) px")
        #expect(values["scored"] == cell.windows)
        #expect(values["dropped"] == 0)
        #expect(values["abstention_share"] == 0)
        #expect(row.unit == .pixel)
      }
    }
  }

  private func rows(
    _ recordings: [Recording], _ replay: EvaluationProtocol
  ) async throws -> [ScoreRow] {
    let evaluator = Evaluator(
      plan: EvaluationPlan(
        datasets: ["henze-2017"], predictors: ["hold", "linear"],
        horizons: [2, 4, 6].map(Horizon.frames), replay: replay, groupBy: [.task], unit: .pixel))
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "henze-2017", recordings: recordings), jobs: 2)
    #expect(prepared.failures.isEmpty)
    let found = Mutex<[ScoreRow]>([])
    let subjects = [try EvaluationSubject.spelled("hold"), try .spelled("linear")]
    await evaluator.evaluate(
      subjects, on: prepared.recordings, dataset: "henze-2017", jobs: 2
    ) { _, result in
      found.withLock { $0 += result.rows }
    }
    return found.withLock { $0 }
  }
}

/// The rules of the windows on strokes small enough to count by hand.
@Suite struct HenzeWindowTests {
  /// A finger that goes down, moves through the given times and lifts; x is the time in ms.
  private func stroke(moves milliseconds: [Double]) throws -> Stroke {
    let last = try #require(milliseconds.last)
    let down = TouchSample(time: -0.017, position: SIMD2(-17, 0), phase: .began)
    let up = TouchSample(time: (last + 17) / 1000, position: SIMD2(last, 0), phase: .ended)
    let moves = milliseconds.map { TouchSample(time: $0 / 1000, position: SIMD2($0, 0)) }
    return Stroke(identifier: "1", samples: [down] + moves + [up])
  }

  private func steady(_ count: Int) -> [Double] { (0..<count).map { 17 * Double($0) } }

  private func targets(
    moves: [Double], steps: Double, clock: EvaluationProtocol.ClockSource = .index
  ) throws -> Targets {
    var replay = EvaluationProtocol.henze2017
    replay.clock = clock
    let recording = try PreparedRecording(
      .test([try stroke(moves: moves)]), index: 0, horizons: [.frames(steps)], replay: replay,
      unit: .native)
    return recording.strokes[0].slots[0].targets
  }

  private func truths(_ targets: Targets) -> [Double?] { targets.map { $0.truth?.x } }

  @Test(arguments: [(1, 0), (11, 0), (12, 1), (13, 2), (20, 9)])
  func aWindowNeedsMoreThanElevenMoves(moves: Int, windows: Int) throws {
    for steps in [2.0, 4, 6] {
      #expect(try targets(moves: steady(moves), steps: steps).count == windows)
    }
  }

  @Test func theTargetIsSoManyStepsOnOrTheLastMove() throws {
    let targets = try targets(moves: steady(14), steps: 2)
    // The first move is sample 1, so that the eleventh of the first window is sample 11.
    #expect(targets.map(\.sample) == [11, 12, 13])
    #expect(truths(targets) == [204, 221, 221])
    #expect(targets.map(\.followsPrevious) == [false, true, true])
  }

  @Test func onTheIndexClockEveryHorizonIsTheSteps() throws {
    for target in try targets(moves: steady(14), steps: 4) {
      #expect(agree(target.horizon, 4.0 / 60))
    }
  }

  @Test func onTheRecordedClockTheHorizonIsTheTimeToTheTarget() throws {
    // Uneven intervals: the horizon is that of the events and not of the steps.
    var moves = steady(14)
    moves[12] += 5
    let targets = try targets(moves: moves, steps: 2, clock: .recorded)
    #expect(truths(targets) == [209, 221, 221])
    let milliseconds: [Double?] = targets.map { $0.horizon * 1000 }
    #expect(agree(milliseconds, [39, 34, 12], absolute: 1e-9))
  }

  @Test(arguments: [(0.0, false), (0.5, false), (1.0, true), (2.0, true)])
  func aWindowWithTwoReportsInAMillisecondIsDropped(interval: Double, isKept: Bool) throws {
    var moves = steady(12)
    moves[11] = moves[10] + interval
    #expect(try targets(moves: moves, steps: 2).isEmpty != isKept)
  }

  @Test func aPairOutsideTheWindowDoesNotMatter() throws {
    // 13 moves, 1 step: windows of moves 0…11 and 1…12. The first two moves are one report.
    var moves = steady(13)
    moves[1] = moves[0] + 0.5
    #expect(try targets(moves: moves, steps: 1).map(\.sample) == [12])
  }

  @Test func otherEventsEndARunOfMoves() throws {
    var stroke = try stroke(moves: steady(24))
    // Sample 13 is the thirteenth move: twelve moves before it, eleven after it.
    stroke.samples[13].phase = .cancelled
    let recording = try PreparedRecording(
      .test([stroke]), index: 0, horizons: [.frames(2)], replay: .henze2017, unit: .native)
    #expect(recording.strokes[0].slots[0].targets.map(\.sample) == [11])
  }

  @Test func aHorizonThatIsNoWholeStepIsRefusedWithTheRemedy() throws {
    for horizon in [Horizon(milliseconds: 25), .frames(0), .frames(-2)] {
      let error = #expect(throws: PreparationError.self) {
        try PreparedRecording(
          .test([try stroke(moves: steady(14))]), index: 0, horizons: [horizon],
          replay: .henze2017, unit: .native)
      }
      #expect(error?.description.contains("--frames-ahead") == true)
    }
    // 33.3 ms is how the paper writes two steps.
    _ = try PreparedRecording(
      .test([try stroke(moves: steady(14))]), index: 0, horizons: [Horizon(milliseconds: 33.3)],
      replay: .henze2017, unit: .native)
  }

  @Test func aWindowAloneTellsHoldAndLinearAllTheyNeed() throws {
    let moves = (0..<40).map { 17 * Double($0) + Double($0 * $0 % 7) }
    var alone = EvaluationProtocol.henze2017
    alone.observe = .window
    for spelling in ["hold", "linear", "polynomial:degree=2,window=11"] {
      let subject = try EvaluationSubject.spelled(spelling)
      let recordings = [Recording.test([try stroke(moves: moves)])]
      let whole = try scores(subject, on: recordings, at: .frames(2), .henze2017)
      #expect(whole["scored"] == 29)
      #expect(whole.values == (try scores(subject, on: recordings, at: .frames(2), alone)).values)
    }
    // A predictor that looks back farther than a window is told less by one alone.
    let longer = try EvaluationSubject.spelled("polynomial:degree=1,window=20")
    let recordings = [Recording.test([try stroke(moves: moves)])]
    let whole = try scores(longer, on: recordings, at: .frames(2), .henze2017)
    let window = try scores(longer, on: recordings, at: .frames(2), alone)
    #expect(whole["error_mean"] != window["error_mean"])
  }
}
