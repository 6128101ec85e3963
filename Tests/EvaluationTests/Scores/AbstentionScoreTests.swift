import Testing
import TouchInput

@testable import Evaluation

@Suite struct AbstentionScoreTests {
  @Test func byHand() {
    let stroke = HandMadeStroke(moments: [
      .init(abstained: true), .init(), .init(), .init(abstained: true), .init(),
      .init(truth: nil, abstained: true),
    ])
    #expect(AbstentionScore.values(of: [stroke.scored]) == [0.4])
    #expect(AbstentionScore.values(of: []) == [nil])
  }

  @Test func aPolynomialIsSilentUntilItHasEnoughSamples() throws {
    let stroke = Stroke.places((0..<20).map(Double.init))
    let found = try scores(
      .spelled("polynomial:degree=3,window=6"), on: [.test([stroke, stroke])], at: .frames(0))
    #expect(found["abstention_share"] == 6.0 / 40)
    #expect(found["scored"] == 40)
  }
}

@Suite struct CoverageScoreTests {
  @Test func byHand() {
    let stroke = HandMadeStroke(moments: [
      .init(), .init(truth: nil), .init(), .init(), .init(truth: nil),
    ])
    // Six scored, four without truth; none has a direction, and both strokes are short.
    #expect(CoverageScore.values(of: [stroke.scored, stroke.scored]) == [6, 4, 6])
    #expect(CoverageScore.values(of: []) == [0, 0, 0])
  }
}
