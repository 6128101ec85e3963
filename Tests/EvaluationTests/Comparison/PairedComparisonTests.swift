import MotionNumerics
import Synchronization
import TestSupport
import Testing

@testable import Evaluation

@Suite struct PairedComparisonTests {
  /// Sums of a few numbers of about 1.
  private static let rounding = 1e-12

  private static func people(_ pairs: [(Double, Double)]) -> [PairedComparison.Participant] {
    pairs.enumerated().map { .init(name: "p\($0)", reference: $1.0, score: $1.1) }
  }

  /// A prediction that is off by `error` along x.
  private static func prediction(
    _ recording: Int, _ stroke: String, _ time: Double, error: Double, hasTruth: Bool = true
  ) -> RawPrediction {
    RawPrediction(
      recording: recording, stroke: stroke, slot: 0, time: time, ahead: 0.1, anchor: .zero,
      predicted: SIMD2(time + error, 0), abstained: false,
      truth: hasTruth ? SIMD2(time, 0) : nil)
  }

  /// Three recordings: of a, of b, of a again with the stroke's name of the first.
  private static let layout: [(recording: Int, stroke: String, differences: [Double])] = [
    (0, "1", [1, 2]), (0, "2", [3]), (1, "1", [-4, 8]), (2, "1", [5]),
  ]

  private static func errors() -> PairedComparisonErrors? {
    var (reference, score): ([RawPrediction], [RawPrediction]) = ([], [])
    for (place, part) in layout.enumerated() {
      for (index, difference) in part.differences.enumerated() {
        let time = Double(10 * place + index)
        reference.append(prediction(part.recording, part.stroke, time, error: -16))
        score.append(prediction(part.recording, part.stroke, time, error: 16 + difference))
      }
      let time = Double(10 * place + 9)
      reference.append(prediction(part.recording, part.stroke, time, error: 1, hasTruth: false))
      score.append(prediction(part.recording, part.stroke, time, error: 7, hasTruth: false))
    }
    return PairedComparisonErrors(reference: reference, score: score) { ["a", "b", "a"][$0] }
  }

  @Test func clustersHoldTheirSumsAndCounts() throws {
    let errors = try #require(Self.errors())
    typealias Cluster = ClusterBootstrap.Cluster
    #expect(
      errors.clusters(.participant) == [Cluster(sum: 11, count: 4), Cluster(sum: 4, count: 2)])
    #expect(
      errors.clusters(.stroke) == [
        Cluster(sum: 3, count: 2), Cluster(sum: 3, count: 1), Cluster(sum: 4, count: 2),
        Cluster(sum: 5, count: 1),
      ])
    #expect(errors.clusters(.frame).map(\.sum) == [1, 2, 3, -4, 8, 5])
    #expect(errors.clusters(.frame).allSatisfy { $0.count == 1 })
    let means = try #require(errors.means)
    #expect(means.reference == 16)
    #expect(means.score == 16 + 15.0 / 6)
  }

  @Test func otherTargetsAreNoPairs() {
    let one = Self.prediction(0, "1", 1, error: 1)
    for other in [
      Self.prediction(1, "1", 1, error: 1), Self.prediction(0, "2", 1, error: 1),
      Self.prediction(0, "1", 2, error: 1), Self.prediction(0, "1", 1, error: 1, hasTruth: false),
    ] {
      #expect(PairedComparisonErrors(reference: [one], score: [other]) { _ in "a" } == nil)
    }
    #expect(PairedComparisonErrors(reference: [one], score: []) { _ in "a" } == nil)
    // Who is left out need not be paired.
    #expect(PairedComparisonErrors(reference: [one], score: []) { _ in nil } != nil)
  }

  @Test func theMeanOverParticipantsCountsEachOnce() async throws {
    let comparison = try #require(
      await PairedComparison(
        participants: Self.people([(10, 9), (20, 18), (30, 27)]), errors: Self.errors(),
        clusters: [.participant, .frame], resampling: .init(replicates: 4000, seed: 2), jobs: 2))
    let mean = comparison.participantMean
    #expect(mean.reference == 20)
    #expect(mean.difference == -2)
    #expect(mean.relativeChange == -0.1)
    #expect(mean.clusterCount == 3)
    // Of 27 draws of three, one is all −1 and one all −3: more than 2.5 % each.
    #expect(mean.interval?.low == -3)
    #expect(mean.interval?.high == -1)
    #expect(comparison.improved == 3)
    #expect(comparison.test.p == 0.25)
    #expect(comparison.pooled.map(\.clusters) == [.participant, .frame])
    #expect(comparison.pooled.map(\.clusterCount) == [2, 6])
    for pooled in comparison.pooled { #expect(abs(pooled.difference - 2.5) < Self.rounding) }
    // Either of two participants is drawn twice in a quarter of the replicates.
    #expect(comparison.pooled[0].interval?.low == 2)
    #expect(comparison.pooled[0].interval?.high == 2.75)
  }

  @Test func nothingDependsOnTheNumberOfWorkers() async {
    let people = Self.people([(1, 2), (4, 3), (5, 2), (1, 1)])
    var found: Set<PairedComparison?> = []
    for jobs in [1, 2, 5] {
      found.insert(
        await PairedComparison(
          participants: people, errors: Self.errors(), clusters: [.stroke, .frame],
          resampling: .init(replicates: 1234, seed: 6), jobs: jobs))
    }
    #expect(found.count == 1)
    #expect(found.first??.pooled.count == 2)
  }

  @Test func oneParticipantHasNoInterval() async throws {
    let comparison = try #require(
      await PairedComparison(
        participants: Self.people([(0, 1)]), errors: nil, clusters: [.participant],
        resampling: .init(replicates: 100), jobs: 1))
    #expect(comparison.participantMean.interval == nil)
    #expect(comparison.participantMean.relativeChange == nil)
    #expect(comparison.pooled.isEmpty)
    #expect(comparison.test.p == 1)
    let none = await PairedComparison(
      participants: [], errors: nil, clusters: [], resampling: .init(), jobs: 1)
    #expect(none == nil)
  }

  private static let metrics = [
    MetricDefinition(
      "scored", "scored", .behavior, .count, perfect: nil,
      .none, formula: "", source: ""),
    MetricDefinition(
      "bias", "bias", .error, .length, perfect: 0, .nearer,
      formula: "", source: ""),
  ]

  private static func row(_ participant: String, _ values: [Double?]) -> ScoreRow {
    ScoreRow(
      dataset: "d", participant: participant, predictor: "p", horizon: 0.1, unit: .pixel,
      values: values)
  }

  @Test func rowsArePairedByParticipantAndTargets() {
    let scores = PairedComparisonScores(
      reference: [
        Self.row("a", [5, -3]), Self.row("b", [5, 1]), Self.row("c", [5, nil]),
        Self.row("d", [5, 2]),
      ],
      score: [
        Self.row("c", [5, 1]), Self.row("b", [4, 1]), Self.row("a", [5, 2]), Self.row("e", [5, 1]),
      ], metric: 1, metrics: Self.metrics)
    // Of a measure to be near 0 the distances are compared.
    #expect(scores.participants == [.init(name: "a", reference: 3, score: 2)])
    #expect(scores.leftOut == ["b", "c", "d", "e"])
  }

  /// Two ways to compute the same prediction differ to the same side for everybody.
  @Test func scoresThatDifferByRoundingAreEqual() {
    let scores = PairedComparisonScores(
      reference: [Self.row("a", [5, 3]), Self.row("b", [5, 3])],
      score: [Self.row("a", [5, 3.0.nextUp]), Self.row("b", [5, 3.000_001])], metric: 1,
      metrics: Self.metrics)
    #expect(scores.participants.map { $0.difference == 0 } == [true, false])
  }
}

/// The comparison that the metrics reference gives for the writing task of 2017.
@Suite struct PairedComparisonOnRealSetTests {
  private static let spellings = ["polynomial:degree=1,window=3", "linear"]

  /// The reference gives the differences to 0.001 px.
  private static let printedDigits = 0.0005

  /// Half-widths are random, and those of the reference were drawn by another generator.
  private static let halfWidths = 0.15

  private func comparison() async throws -> PairedComparison {
    let recordings = try RealDatasets.recordings("henze-2017").filter { $0.task == "write" }
    let plan = EvaluationPlan(
      datasets: ["henze-2017"], predictors: Self.spellings, horizons: [.frames(2)],
      replay: .henze2017, groupBy: [.participant], unit: .pixel)
    let evaluator = Evaluator(plan: plan, keepsRaw: true)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "henze-2017", recordings: recordings), jobs: 2)
    let found = Mutex<[SubjectResult]>([])
    await evaluator.evaluate(
      try Self.spellings.map { try EvaluationSubject.spelled($0) }, on: prepared.recordings,
      dataset: "henze-2017", jobs: 2
    ) { _, result in
      found.withLock { $0.append(result) }
    }
    let results = found.withLock { $0 }
    try #require(results.count == 2)
    let people = results.map { $0.rows.filter { !$0.participant.isEmpty } }
    let metric = try #require(MetricSet.standard.metrics.firstIndex { $0.name == "error_mean" })
    let scores = PairedComparisonScores(
      reference: people[0], score: people[1], metric: metric, metrics: MetricSet.standard.metrics)
    #expect(scores.leftOut.isEmpty)
    let errors = PairedComparisonErrors(reference: results[0].raw, score: results[1].raw) {
      recordings[$0].participant
    }
    // Without optimization 10,000 draws of 70,998 frames would take minutes; those are made by the
    // command. What 500 draws give is random to 5 %.
    return try #require(
      await PairedComparison(
        participants: scores.participants, errors: errors,
        clusters: [.participant, .stroke, .frame], resampling: .init(replicates: 500, seed: 1),
        jobs: 4))
  }

  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func twoPointsAgainstALineThroughThree() async throws {
    let comparison = try await comparison()
    #expect(abs(comparison.participantMean.difference + 1.739) <= Self.printedDigits)
    let width = try #require(comparison.participantMean.interval?.halfWidth)
    #expect(abs(width / 0.45 - 1) <= Self.halfWidths, "\(width)")
    #expect(comparison.improved == 8)
    #expect(comparison.test.p == 2.0 / 256)
    for (pooled, expected) in zip(comparison.pooled, [0.45, 0.095, 0.032]) {
      #expect(abs(pooled.difference + 1.534) <= Self.printedDigits, "\(pooled.difference)")
      let width = try #require(pooled.interval?.halfWidth)
      #expect(abs(width / expected - 1) <= Self.halfWidths, "\(pooled.clusters): \(width)")
    }
  }
}
