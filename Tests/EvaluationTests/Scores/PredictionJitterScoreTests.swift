import Testing

@testable import Evaluation

@Suite struct PredictionJitterScoreTests {
  private let moments: [HandMadeStroke.Moment] = [
    .init(predicted: SIMD2(0, 0)), .init(truth: SIMD2(1, 1), predicted: SIMD2(4, 5)),
    .init(truth: SIMD2(2, 2), predicted: SIMD2(5, 6)), .init(predicted: SIMD2(3, 5)),
  ]

  @Test func changesOfTheErrorByHand() {
    // Errors (0,0), (3,4), (3,4), (3,5): changes 5, 0, 1; p95 at rank 1.9.
    let values = PredictionJitterScore.values(of: [HandMadeStroke(moments: moments).scored])
    #expect(agree(values, [2, 4.6]))
  }

  @Test func aBreakCountsOnNeitherSide() {
    var broken = moments
    broken[1].follows = false
    #expect(
      agree(
        PredictionJitterScore.values(of: [HandMadeStroke(moments: broken).scored]),
        [0.5, 0.95]))
    var untrue = moments
    untrue[1].truth = nil
    #expect(
      PredictionJitterScore.values(of: [HandMadeStroke(moments: untrue).scored]) == [1, 1])
  }

  @Test func strokesDoNotFollowEachOther() {
    let stroke = HandMadeStroke(moments: [moments[0]]).scored
    let other = HandMadeStroke(moments: [moments[1]]).scored
    #expect(PredictionJitterScore.values(of: [stroke, other]) == [nil, nil])
  }

  @Test func aSteadyErrorHasNoJitter() {
    let steady = (0..<9).map { index in
      HandMadeStroke.Moment(
        truth: SIMD2(Double(index), 0), predicted: SIMD2(Double(index) + 3, 4))
    }
    #expect(PredictionJitterScore.values(of: [HandMadeStroke(moments: steady).scored]) == [0, 0])
  }
}
