import Foundation
import MotionNumerics
import Synchronization
import Testing
import TouchInput

@testable import Evaluation

@Suite struct OracleFloorTests {
  private static let horizons = [Horizon.frames(1), Horizon.frames(3)]
  private static let spellings = [
    "polynomial:degree=1,window=3", "polynomial:degree=2,window=5", "hold",
    "polynomial:degree=1,window=9",
  ]
  /// Sums in another order.
  private static let tolerance = 1e-12

  private static let recordings: [Recording] = {
    var random = Xoshiro256StarStar(seed: 11)
    return ["a", "b", "a"].map { participant in
      .test(
        (0..<5).map { Stroke.random("\($0)", &random, count: 60, noise: 0.4) },
        participant: participant)
    }
  }()

  private static func floors(_ recordings: [Recording], _ spellings: [String]) async throws
    -> [OracleFloor]
  {
    try await found(recordings, spellings).floors
  }

  private static func found(_ recordings: [Recording], _ spellings: [String]) async throws
    -> OracleFloors
  {
    let plan = EvaluationPlan(datasets: ["set"], predictors: [], horizons: horizons)
    let evaluator = Evaluator(plan: plan, findsFloors: true, storage: nil)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: 1
    ).recordings
    let subjects = try spellings.map(EvaluationSubject.spelled)
    let floors = Mutex(OracleFloors(plan: plan, dataset: "set", recordings: prepared))
    await evaluator.evaluate(subjects, on: prepared, dataset: "set", jobs: 3) { index, result in
      floors.withLock { $0.add(result, of: subjects[index]) }
    }
    return floors.withLock { $0 }
  }

  /// Every choice gone through, from the scored strokes themselves.
  @Test func agreesWithChoosingByHand() async throws {
    let found = try await Self.floors(Self.recordings, Self.spellings)
    #expect(found.map(\.predictor) == ["polynomial", "polynomial", "hold", "hold"])
    let family = Self.spellings.filter { $0.hasPrefix("polynomial") }
    for (slot, horizon) in Self.horizons.enumerated() {
      // By setting, recording and stroke: the sum of errors.
      let sums = try family.map { spelling in
        try Self.recordings.map { recording in
          try scoredStrokes(.spelled(spelling), on: [recording], at: horizon).map { stroke in
            var errors: [Double] = []
            stroke.forEachScored { errors.append(stroke.error(at: $0).length) }
            return errors
          }
        }
      }
      let count = Double(sums[0].joined().joined().count)
      func total(_ setting: Int, _ recording: Int) -> Double {
        sums[setting][recording].joined().reduce(0, +)
      }
      let settings = family.indices
      let fixed = settings.map { total($0, 0) + total($0, 1) + total($0, 2) }.min() ?? .nan
      let a = settings.map { total($0, 0) + total($0, 2) }.min() ?? .nan
      let b = settings.map { total($0, 1) }.min() ?? .nan
      let byStroke = (0..<3).flatMap { recording in
        (0..<5).map { stroke in
          settings.map { sums[$0][recording][stroke].reduce(0, +) }.min() ?? .nan
        }
      }
      let floor = found[slot]
      #expect(floor.settings == 3)
      #expect(agree(floor.bestSetting, fixed / count, relative: Self.tolerance))
      #expect(agree(floor.bestByParticipant, (a + b) / count, relative: Self.tolerance))
      #expect(
        agree(floor.bestByStroke, byStroke.reduce(0, +) / count, relative: Self.tolerance))
      #expect(floor.bestByStroke <= floor.bestByParticipant)
      #expect(floor.bestByParticipant <= floor.bestSetting)
    }
  }

  /// Parts that were written and read again are the whole, to the last bit.
  @Test(arguments: 1..<spellings.count) func partsPutTogetherAreTheWhole(cut: Int) async throws {
    let parts = [Array(Self.spellings[..<cut]), Array(Self.spellings[cut...])]
    var together = FloorTally()
    for part in parts {
      let json = try JSONEncoder().encode(try await Self.found(Self.recordings, part).tally)
      together.add(try JSONDecoder().decode(FloorTally.self, from: json))
    }
    let whole = try await Self.found(Self.recordings, Self.spellings)
    #expect(together == whole.tally)
    #expect(together.floors(dataset: "set", horizons: Self.horizons) == whole.floors)
  }

  @Test func aSingleSettingHasNoHeadRoom() async throws {
    for floor in try await Self.floors(Self.recordings, ["linear"]) {
      #expect(floor.settings == 1)
      #expect(agree(floor.bestByStroke, floor.bestSetting, relative: Self.tolerance))
    }
  }

  @Test func whereNothingWasScoredThereIsNoFloor() async throws {
    let short = Recording.test([.places([1], named: "one")])
    #expect(try await Self.floors([short], Self.spellings).isEmpty)
  }
}
