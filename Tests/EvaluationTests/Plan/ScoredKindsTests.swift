import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Which kinds of strokes are replayed and scored.
@Suite struct ScoredKindsTests {
  /// A contact that moves steadily, and a pen that hovers in leaps.
  private static let mixed: Recording = {
    var strokes: [Stroke] = []
    for number in 0..<3 {
      var hover = Stroke.sampled("hover-\(number)", count: 20, from: Double(2 * number)) {
        SIMD2(($0 * 7).rounded() * 40, 0)
      }
      hover.kind = .hover
      let contact = Stroke.sampled("\(number)", count: 30, from: Double(2 * number) + 1) {
        SIMD2(100 * $0, 3 * $0 * $0)
      }
      strokes += [hover, contact]
    }
    return .test(strokes)
  }()

  private static var contacts: Recording {
    var result = mixed
    result.strokes = mixed.strokes.filter { $0.kind == .contact }
    return result
  }

  private static let spellings = ["hold", "linear", "rls", "recommended"]

  private func bits(
    _ recording: Recording, _ replay: EvaluationProtocol, _ spelling: String
  ) throws -> [UInt64?] {
    try scores(.spelled(spelling), on: [recording], at: .frames(2), replay).values
      .map { $0?.bitPattern }
  }

  @Test(arguments: spellings)
  func whatIsLeftOutIsNotObservedEither(spelling: String) throws {
    for replay in [EvaluationProtocol.sample, .display, .sample { $0.kinds = [.contact] }] {
      #expect(
        try bits(Self.mixed, replay, spelling) == bits(Self.contacts, replay, spelling),
        "\(replay.name)")
    }
    #expect(
      try bits(Self.mixed, .sample { $0.kinds = [.contact, .hover] }, spelling)
        != bits(Self.contacts, .sample, spelling))
  }

  @Test func aRecordingWithoutContactsIsScoredWhole() throws {
    var hovering = Self.mixed
    hovering.strokes = Self.mixed.strokes.filter { $0.kind == .hover }
    let all = EvaluationProtocol.sample { $0.kinds = Stroke.Kind.allCases }
    for spelling in Self.spellings {
      #expect(try bits(hovering, .sample, spelling) == bits(hovering, all, spelling))
    }
    #expect(
      try bits(Self.mixed, .sample { $0.kinds = [.hover] }, "rls") == bits(hovering, all, "rls"))
  }

  @Test func rowsByKindDivideTheTargets() async throws {
    let plan = EvaluationPlan(
      datasets: [], predictors: [], horizons: [.frames(1)],
      replay: .sample { $0.kinds = Stroke.Kind.allCases }, groupBy: [.kind])
    let evaluator = Evaluator(plan: plan)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "set", recordings: [Self.mixed]), jobs: 1)
    let rows = Shared<[ScoreRow]>([])
    await evaluator.evaluate(
      [try .spelled("hold")], on: prepared.recordings, dataset: "set", jobs: 1
    ) { _, result in rows.value.withLock { $0 += result.rows } }
    let scored = rows.value.withLock { rows in
      rows.filter { $0.aggregation == .pooled }.map { ($0.part?.name ?? "", $0.values[0] ?? 0) }
    }
    #expect(scored.map(\.0) == ["", "kind:contact", "kind:hover", "kind:motion"])
    #expect(scored.map(\.1) == [144, 87, 57, 0])
  }

  @Test func countsSayWhatIsLeftOut() {
    let recordings: [[Stroke.Kind: Int]] = [[.contact: 2, .hover: 3], [.motion: 4], [.hover: 1]]
    let counts = KindCounts(recordings, .sample)
    #expect(counts.strokes == [.contact: 2, .hover: 4, .motion: 4])
    #expect(counts.leftOut == [.hover: 3])
    #expect(KindCounts.text(counts.strokes) == "2 contact, 4 hover, 4 motion")
    #expect(
      KindCounts(recordings, .sample { $0.kinds = [.hover] }).leftOut == [.contact: 2, .motion: 4])
  }

  @Test func targetsAreCountedAsTheyAreScored() throws {
    let found = try TargetCoverage.count([Self.mixed], horizons: [.frames(1)], replay: .sample)
    #expect(found.map(\.scored) == [87])
  }
}
