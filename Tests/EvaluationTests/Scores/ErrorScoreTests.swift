import Testing

@testable import Evaluation

@Suite struct ErrorScoreTests {
  /// Errors of length 5, 0, 10 and 5, the last without direction, and a target without truth.
  private let stroke = HandMadeStroke(moments: [
    .init(truth: SIMD2(1, 1), predicted: SIMD2(4, 5), tangent: SIMD2(1, 0)),
    .init(truth: SIMD2(1, 1), predicted: SIMD2(1, 1), tangent: SIMD2(1, 0)),
    .init(truth: SIMD2(1, 1), predicted: SIMD2(7, 9), tangent: SIMD2(1, 0)),
    .init(truth: SIMD2(1, 1), predicted: SIMD2(1, 6)),
    .init(truth: nil, predicted: SIMD2(1000, 1000), tangent: SIMD2(1, 0)),
  ])

  @Test func lengthsOfTheErrorByHand() {
    let values = ErrorScore.values(of: [stroke.scored])
    // In order 0, 5, 5, 10: p95 is at rank 2.85, p99 at rank 2.97.
    let rmse = (150.0 / 4).squareRoot()
    #expect(agree(Array(values[0..<6]), [5, rmse, 5, 9.25, 9.85, 10]))
  }

  private let deviation = 6.0.squareRoot()
  private let across = (80.0 / 3).squareRoot()

  @Test func partsAlongAndAcrossByHand() {
    let values = ErrorScore.values(of: [stroke.scored])
    // Along 3, 0, 6; across 4, 0, 8.
    #expect(agree(Array(values[6...]), [3, deviation, across]))
  }

  @Test func laggingIsBelowZero() {
    var moments = stroke.moments
    for index in moments.indices { moments[index].tangent = SIMD2(-1, 0) }
    moments.removeLast(2)
    let values = ErrorScore.values(of: [HandMadeStroke(moments: moments).scored])
    #expect(agree(Array(values[6...]), [-3, deviation, across]))
  }

  @Test func nothingScoredGivesNothing() {
    #expect(ErrorScore.values(of: []) == Array(repeating: nil, count: 9))
    let unknown = HandMadeStroke(moments: [.init(truth: nil, predicted: SIMD2(1, 1))])
    #expect(ErrorScore.values(of: [unknown.scored]) == Array(repeating: nil, count: 9))
  }

  @Test func onePredictionIsItsOwnMeanAndQuantiles() {
    let one = HandMadeStroke(moments: [.init(predicted: SIMD2(0, 2), tangent: SIMD2(0, 1))])
    #expect(ErrorScore.values(of: [one.scored]) == [2, 2, 2, 2, 2, 2, 2, 0, 0])
  }
}
