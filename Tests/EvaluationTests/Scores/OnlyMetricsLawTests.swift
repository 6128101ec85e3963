import MotionNumerics
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// A plan restricted to some measures: the same bits as in a full run, whatever the others are.
@Suite struct OnlyMetricsLawTests {
  /// Strokes with pauses and turns and with samples of a pen, one that is short, one at rest.
  private static let recordings: [Recording] = {
    var random = Xoshiro256StarStar(seed: 17)
    return (0..<2).map { number in
      var strokes = [Stroke.random("0", &random, count: TestSize.of(50, full: 120)).withPen]
      if number == 1 { strokes.append(Stroke.random("short", &random, count: 4)) }
      return .test(strokes, participant: "\(number)")
    }
  }()

  /// Four polynomials in one pass, one alone, and one that states covariance and lifts.
  private static let spellings =
    TestSize.of([2, 5], full: [2, 3, 5, 8]).map { "polynomial:degree=1,window=\($0)" } + ["rls"]

  private static func plan(_ replay: EvaluationProtocol = .sample) -> EvaluationPlan {
    EvaluationPlan(
      datasets: [], predictors: [], horizons: [.frames(1), .frames(2)], replay: replay,
      groupBy: [.participant, .phase], metricSets: MetricSet.allCases)
  }

  /// The bits of every value, by row and by measure.
  private static func bits(
    _ plan: EvaluationPlan, _ subjects: [EvaluationSubject]
  ) async -> [[UInt64?]] {
    let evaluator = Evaluator(plan: plan)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: recordings), jobs: 1)
    let found = Mutex<[[UInt64?]]>([])
    await evaluator.evaluate(subjects, on: prepared.recordings, dataset: "set", jobs: 1) {
      _, result in
      found.withLock { $0 += result.rows.map { $0.values.map { $0?.bitPattern } } }
    }
    return found.withLock { $0 }
  }

  /// Compares restricted runs with the full one.
  private func check(
    _ selections: [[String]], _ plan: EvaluationPlan = Self.plan()
  ) async throws {
    let subjects = try Self.spellings.map(EvaluationSubject.spelled)
    let full = await Self.bits(plan, subjects)
    #expect(!full.isEmpty)
    for names in selections {
      let restricted = plan.restricted(toMetrics: names)
      let metrics = restricted.metrics.map(\.name)
      #expect(Set(metrics) == Set(names) && metrics.count == Set(names).count)
      let places = metrics.map(NamedValues.index)
      #expect(
        await Self.bits(restricted, subjects) == full.map { row in places.map { row[$0] } },
        "only \(names.joined(separator: ", "))")
    }
  }

  /// On an ordinary day some measures stand for all.
  @Test func eachMeasureAloneHasTheSameBits() async throws {
    let own = MetricSet.standard.metrics.map(\.name)
    let others = MetricSet.allMetrics.map(\.name).filter { !own.contains($0) }
    let step = TestSize.of(9, full: 1)
    let some = stride(from: 0, to: others.count, by: step).map { others[$0] }
    try await check(
      (TestSize.of(own.enumerated().filter { $0.offset % 4 == 0 }.map(\.element), full: own) + some)
        .map { [$0] })
  }

  @Test func eachMeasureAloneHasTheSameBitsOnAScreen() async throws {
    let names = MetricSet.allMetrics.map { [$0.name] }
    try await check(
      TestSize.of(names.enumerated().filter { $0.offset % 29 == 0 }.map(\.element), full: names),
      Self.plan(.display))
  }

  /// Every pair in a full run.
  @Test func eachPairOfStandardMeasuresHasTheSameBits() async throws {
    let names = MetricSet.standard.metrics.map(\.name)
    let pairs = names.indices.flatMap { first in
      names[(first + 1)...].map { [names[first], $0] }
    }
    let step = TestSize.of(101, full: 1)
    try await check(stride(from: 0, to: pairs.count, by: step).map { pairs[$0] })
  }

  @Test func randomSetsOfMeasuresHaveTheSameBits() async throws {
    var random = Xoshiro256StarStar(seed: 200)
    let names = MetricSet.allMetrics.map(\.name)
    try await check(
      (0..<TestSize.of(3, full: 200)).map { _ in
        let size = 1 + random.nextInt(below: names.count)
        return (0..<size).map { _ in names[random.nextInt(below: names.count)] }
      })
  }

  /// The order of names and repetitions make no other plan.
  @Test func theOrderOfNamesDoesNotMatter() {
    let plan = EvaluationPlan(datasets: [], predictors: [], horizons: [])
    let one = plan.restricted(toMetrics: ["jitter_mean", "ade", "error_mean", "jitter_mean"])
    #expect(one == plan.restricted(toMetrics: ["ade", "error_mean", "jitter_mean"]))
    #expect(one.onlyMetrics == ["error_mean", "jitter_mean", "ade"])
    #expect(one.metricSets == [.standard, .forecasting])
  }

  /// What is not needed is not looked for.
  @Test func onlyWhatIsNeededIsComputed() throws {
    func needs(_ names: String...) -> ScoreNeeds {
      ScoreSelection(Self.plan().restricted(toMetrics: names)).needs
    }
    #expect(needs("error_mean") == .errors)
    #expect(needs("scored", "abstention_share") == [])
    #expect(needs("error_mean", "overshoot_p95", "jitter_mean").isDisjoint(with: .errorLengths))
    #expect(!needs("terminal_overshoot_mean").contains(.reversals))
    #expect(needs(MetricSet.allMetrics[0].name).isDisjoint(with: .strokes))
    let recording = try PreparedRecording(
      Self.recordings[0], index: 0, horizons: [.frames(1)], replay: .sample, unit: .automatic,
      needs: needs("error_mean"))
    #expect(recording.strokes.allSatisfy { $0.stops == nil && $0.reversals == nil })
    #expect(recording.strokes.allSatisfy { $0.slots[0].steadyStretches.isEmpty })
  }
}
