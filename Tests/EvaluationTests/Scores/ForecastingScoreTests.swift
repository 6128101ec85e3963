import Testing

@testable import Evaluation

@Suite struct ForecastingScoreTests {
  /// A stroke whose errors at one horizon have the given lengths, nil without truth.
  private static func stroke(_ errors: [Double?], horizon: Double) -> ScoredStroke {
    HandMadeStroke(
      moments: errors.map { error in
        .init(truth: error.map { _ in .zero }, predicted: SIMD2(0, error ?? 99))
      }, horizon: horizon
    ).scored
  }

  private static func values(
    _ strokes: [ScoredStroke], at slot: Int, millimeter: Double? = 1
  ) -> [Double?] {
    var score = ForecastingScore(ScoreSettings(millimeter: millimeter, nominalRate: 60))
    score.add(strokes, at: slot)
    return score.values()
  }

  private static let strokes = [
    stroke([1, 2, nil, 4], horizon: 0.01), stroke([3, nil, 5, 1.5], horizon: 0.02),
    stroke([0.5, 7, 7, 5], horizon: 0.03),
  ]

  @Test func averagesAndFinalsByHand() {
    // At the third horizon the first and last anchors have a truth at all.
    let found = Self.values(Self.strokes, at: 2)
    // Their means are 4.5 / 3 and 10.5 / 3.
    #expect(agree(found, [2.5, 2.75, 0.5, 0.5]), "\(found)")
    let second = Self.values(Self.strokes, at: 1)
    #expect(agree(second, [2.375, 2.25, 1, 0.5]), "\(second)")
    let first = Self.values(Self.strokes, at: 0)
    let mean = 7.0 / 3
    let expected: [Double?] = [mean, mean, 2.0 / 3, 1.0 / 3]
    #expect(agree(first, expected), "\(first)")
  }

  /// Longer horizons never count, wherever the plan puts them.
  @Test func theOrderOfThePlanDoesNotMatter() {
    let turned = Array(Self.strokes.reversed())
    for slot in 0..<3 {
      #expect(Self.values(turned, at: 2 - slot) == Self.values(Self.strokes, at: slot))
    }
  }

  @Test func thresholdsAreInMillimeters() {
    let found = Self.values(Self.strokes, at: 0, millimeter: 3)
    let third = 1.0 / 3
    #expect(agree(Array(found[2...]), [third, 0]), "\(found)")
    #expect(Self.values(Self.strokes, at: 0, millimeter: nil)[2...] == [nil, nil])
  }

  @Test func aHorizonWithoutTargetsLeavesNoAnchors() {
    let strokes = [Self.stroke([], horizon: 0.01), Self.stroke([1], horizon: 0.02)]
    #expect(Self.values(strokes, at: 1) == [nil, nil, nil, nil])
    #expect(Self.values([Self.stroke([nil], horizon: 1)], at: 0) == [nil, nil, nil, nil])
  }
}
