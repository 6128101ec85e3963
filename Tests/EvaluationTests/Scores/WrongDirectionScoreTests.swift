import Testing
import TouchInput

@testable import Evaluation

@Suite struct WrongDirectionScoreTests {
  /// Steps of the prediction +1, −1, 0, +1 while the contact is about to go +x each time.
  private let moments: [HandMadeStroke.Moment] = [0, 1, 0, 0, 1].map { place in
    HandMadeStroke.Moment(predicted: SIMD2(Double(place), 7), next: SIMD2(1, 0))
  }

  @Test func byHand() {
    #expect(WrongDirectionScore.values(of: [HandMadeStroke(moments: moments).scored]) == [0.25])
  }

  @Test func stepsWithoutATruthOrANextPointDoNotCount() {
    var changed = moments
    changed[2].next = nil
    #expect(WrongDirectionScore.values(of: [HandMadeStroke(moments: changed).scored]) == [0])
    changed = moments
    changed[4].truth = nil
    let values = WrongDirectionScore.values(of: [HandMadeStroke(moments: changed).scored])
    let third = 1.0 / 3
    #expect(agree(values, [third]))
  }

  @Test func aStepAcrossABreakDoesNotCount() {
    var changed = moments
    changed[2].follows = false
    #expect(WrongDirectionScore.values(of: [HandMadeStroke(moments: changed).scored]) == [0])
  }

  @Test func oneTargetIsNoStep() {
    #expect(
      WrongDirectionScore.values(of: [HandMadeStroke(moments: [moments[0]]).scored]) == [nil])
  }

  /// On a zigzag of two samples each way, hold at one frame is a frame late.
  @Test func aZigzag() throws {
    // Places 0 1 2 1 0 1 2 1 0: targets are samples 1…8, next points samples 2…9.
    let zigzag = Stroke.places([0, 1, 2, 1, 0, 1, 2, 1, 0])
    let hold = try scores(.spelled("hold"), on: [.test([zigzag])], at: .frames(1))
    // Steps of hold at samples 1…6: + + − − + +; the contact then goes, after samples 2…7:
    // − − + + − −: all six are wrong. The last target has no next point.
    #expect(hold["wrong_direction_share"] == 1)
    let two = try scores(.spelled("hold"), on: [.test([zigzag])], at: .frames(3))
    // Three frames late is one frame early on a period of four: steps at samples 1…4 + + − −,
    // the contact after samples 4…7 + + − −.
    #expect(two["wrong_direction_share"] == 0)
  }
}
