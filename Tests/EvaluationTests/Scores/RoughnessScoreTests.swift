import Testing

@testable import Evaluation

@Suite struct RoughnessScoreTests {
  private func stroke(truth: [Double], predicted: [Double]) -> HandMadeStroke {
    HandMadeStroke(
      moments: zip(truth, predicted).map {
        HandMadeStroke.Moment(truth: SIMD2($0, 0), predicted: SIMD2(0, $1))
      })
  }

  @Test func secondDifferencesByHand() {
    // Truth bends by 2 and 2, the prediction by −2 and 6: √(40 / 8).
    let bent = stroke(truth: [0, 1, 4, 9], predicted: [0, 2, 2, 8])
    let root = 5.0.squareRoot()
    #expect(agree(RoughnessScore.values(of: [bent.scored]), [root]))
  }

  @Test func asRoughAsTheTruthIsOne() {
    let same = stroke(truth: [0, 1, 4, 9], predicted: [5, 6, 9, 14])
    #expect(RoughnessScore.values(of: [same.scored]) == [1])
  }

  @Test func aBreakIsNotBentOver() {
    var broken = stroke(truth: [0, 1, 4, 9, 100], predicted: [0, 1, 4, 9, -100])
    broken.moments[4].follows = false
    #expect(RoughnessScore.values(of: [broken.scored]) == [1])
    broken.moments[4].follows = true
    broken.moments[4].truth = nil
    #expect(RoughnessScore.values(of: [broken.scored]) == [1])
  }

  @Test func besideAStraightTruthThereIsNoRatio() {
    let straight = stroke(truth: [0, 1, 2, 3], predicted: [0, 2, 2, 8])
    #expect(RoughnessScore.values(of: [straight.scored]) == [nil])
  }

  /// A straight line in tenths bends by its rounding, which is no roughness to compare with.
  @Test func roundingIsNoBend() {
    let tenths = (0..<40).map { 1000 + 0.1 * Double($0) }
    let rounded = stroke(truth: tenths, predicted: tenths.map { $0 * $0 })
    #expect(RoughnessScore.values(of: [rounded.scored]) == [nil])
  }

  @Test func twoTargetsHaveNoBend() {
    let two = stroke(truth: [0, 1], predicted: [0, 5])
    #expect(RoughnessScore.values(of: [two.scored]) == [nil])
  }
}
