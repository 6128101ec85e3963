import Synchronization
import Testing
import TouchInput

@testable import Evaluation

@Suite struct WorstCasesTests {
  /// Along x by 1 a sample: one frame ahead, hold is off by 1.
  private static func line(_ start: Double, count: Int = 41) -> Stroke {
    .sampled("\(start)", count: count, from: start) { SIMD2(60 * ($0 - start), 0) }
  }

  private static let recordings: [Recording] = [
    .test([line(0), line(2)], participant: "a"), .test([line(4), line(6)], participant: "b"),
    .test([line(8, count: 9)], participant: "short"),
    .test([.places(Array(repeating: 3, count: 80), named: "still")], participant: "still"),
  ]

  /// Says a point behind the newest one by 0, 1, 2, 3 in the four strokes: errors of 1, 2, 3 and 4.
  private static let behind = EvaluationSubject.formula("behind") { sample, _ in
    sample.position - SIMD2((sample.time / 2).rounded(.down), 0)
  }

  private static func found(
    _ subjects: [EvaluationSubject], count: Int
  ) async -> [WorstCases.Case] {
    let plan = EvaluationPlan(datasets: ["set"], predictors: [], horizons: [.frames(1)])
    let evaluator = Evaluator(plan: plan, findsFloors: true, storage: nil)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: 1
    ).recordings
    let worst = Mutex(
      WorstCases(dataset: "set", horizons: plan.horizons, recordings: prepared))
    await evaluator.evaluate(subjects, on: prepared, dataset: "set", jobs: 2) { index, result in
      worst.withLock { $0.add(result, of: subjects[index]) }
    }
    return worst.withLock { $0.cases(count, beside: "hold") }
  }

  @Test func theWorstComeFirstByName() async throws {
    let found = await Self.found([try .spelled("hold"), Self.behind], count: 3)
    // Two recordings are long enough and move; then three of the four strokes.
    #expect(found.map(\.recording) == ["b.csv", "a.csv", "b.csv", "b.csv", "a.csv"])
    #expect(found.map(\.stroke) == [nil, nil, 2, 1, 2])
    #expect(found.map(\.targets) == [80, 80, 40, 40, 40])
    for (found, ratio) in zip(found, [3.5, 1.5, 4, 3, 2]) {
      #expect(abs(found.ratio - ratio) < 1e-9 && abs(found.reference - 1) < 1e-9)
    }
    #expect(found.allSatisfy { $0.predictor == "behind" && $0.unit == .millimeter })
  }

  @Test func onlyAsManyAsWantedAndNoneWithoutTheReference() async throws {
    #expect(await Self.found([try .spelled("hold"), Self.behind], count: 1).count == 2)
    #expect(await Self.found([Self.behind], count: 3).isEmpty)
  }
}
