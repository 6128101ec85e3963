import Testing

@testable import Evaluation

@Suite struct EdgeScoreTests {
  /// The contact goes from (1, 1) to (4, 5), 5 away.
  private static func moment(_ predicted: SIMD2<Double>) -> HandMadeStroke.Moment {
    .init(truth: SIMD2(4, 5), predicted: predicted, anchor: SIMD2(1, 1))
  }

  private static func values<Kind: StrokeScore>(
    _ kind: Kind.Type, of moments: [HandMadeStroke.Moment]
  ) -> [Double?] {
    kind.values(of: [HandMadeStroke(moments: moments).scored])
  }

  @Test func deviationIsTheDistanceFromTheLine() {
    // On the line however far, also behind; 5 and 10 to the sides.
    let moments = [SIMD2(7.0, 9), SIMD2(-2.0, -3), SIMD2(-3.0, 4), SIMD2(9.0, -5)]
      .map(Self.moment)
    // In order 0, 0, 5, 10: p95 at rank 2.85.
    #expect(agree(Self.values(DeviationScore.self, of: moments), [3.75, 9.25]))
  }

  @Test func deviationFromAContactAtRestIsTheDistance() {
    let resting = HandMadeStroke.Moment(
      truth: SIMD2(1, 1), predicted: SIMD2(4, 5), anchor: SIMD2(1, 1))
    #expect(Self.values(DeviationScore.self, of: [resting]) == [5, 5])
  }

  @Test func rubberBandingIsTheSpreadOfTheRadialError() {
    // 5, 10 and 0 from the newest sample, the contact 5: 0, 5 and −5.
    let moments = [SIMD2(4.0, 5), SIMD2(7.0, 9), SIMD2(1.0, 1)].map(Self.moment)
    #expect(
      agree(Self.values(RubberBandingScore.self, of: moments), [(50.0 / 3).squareRoot()]))
    let steady = Array(repeating: Self.moment(SIMD2(7, 9)), count: 4)
    #expect(Self.values(RubberBandingScore.self, of: steady) == [0])
  }

  @Test func nothingScoredGivesNothing() {
    let unknown = HandMadeStroke.Moment(truth: nil, predicted: SIMD2(1, 1))
    #expect(Self.values(DeviationScore.self, of: [unknown]) == [nil, nil])
    #expect(Self.values(RubberBandingScore.self, of: [unknown]) == [nil])
  }
}
