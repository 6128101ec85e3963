import Testing

@testable import Evaluation

@Suite struct RadialOvershootScoreTests {
  /// Seen from the anchor: 5 too far, 2 too short, and 0.5 too far.
  private let stroke = HandMadeStroke(moments: [
    .init(truth: SIMD2(13, 4), predicted: SIMD2(16, -8), anchor: SIMD2(10, 0)),
    .init(truth: SIMD2(10, 2), predicted: SIMD2(10, 0), anchor: SIMD2(10, 0)),
    .init(truth: SIMD2(10, 0), predicted: SIMD2(9.5, 0), anchor: SIMD2(10, 0)),
    .init(truth: nil, predicted: SIMD2(1000, 0), anchor: SIMD2(10, 0)),
  ])

  private let mean = 5.5 / 3
  /// In order 0, 0.5, 5: at rank 1.9.
  private let p95 = 0.5 + 0.9 * 4.5
  private let undershoot = 2.0 / 3

  @Test func byHand() {
    let values = RadialOvershootScore.values(of: [stroke.scored])
    // 0.5 mm is not above 0.5 mm.
    let share = 1.0 / 3
    #expect(agree(values, [mean, p95, share, undershoot]))
  }

  @Test func theThresholdIsAMillimeterLength() {
    // With 8 units to the millimeter, 0.5 mm is 4 units; with 12, 6.
    #expect(RadialOvershootScore.values(of: [stroke.scored], millimeter: 8)[2] == 1.0 / 3)
    #expect(RadialOvershootScore.values(of: [stroke.scored], millimeter: 12)[2] == 0)
  }

  @Test func withoutAScaleTheShareAloneIsMissing() {
    let values = RadialOvershootScore.values(of: [stroke.scored], millimeter: nil)
    #expect(agree(values, [mean, p95, nil, undershoot]))
  }

  /// Two devices of different resolution in one table of native units.
  @Test func eachRecordingIsJudgedByItsOwnScale() {
    func score(_ millimeter: Double?) -> RadialOvershootScore {
      let settings = ScoreSettings(millimeter: millimeter, nominalRate: 60)
      var score = RadialOvershootScore(settings)
      score.add(stroke.scored.totals(settings), lane: 0)
      return score
    }
    // One of three is above 4 units, none above 6.
    var fineFirst = score(8)
    fineFirst.merge(score(12))
    var coarseFirst = score(12)
    coarseFirst.merge(score(8))
    #expect(fineFirst.values()[2] == 1.0 / 6)
    #expect(coarseFirst.values()[2] == 1.0 / 6)
    // A recording of unknown scale has no part in the share.
    var unknownFirst = score(nil)
    unknownFirst.merge(score(8))
    #expect(unknownFirst.values()[2] == 1.0 / 3)
  }

  @Test func nothingScoredGivesNothing() {
    #expect(RadialOvershootScore.values(of: []) == [nil, nil, nil, nil])
  }
}
