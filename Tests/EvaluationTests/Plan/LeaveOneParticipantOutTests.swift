import Evaluation
import Testing

@Suite struct LeaveOneParticipantOutTests {
  @Test func eachIsHeldOutOnceFromAllOthers() throws {
    let folds = try #require(LeaveOneParticipantOut(["b", "c", "a", "b"])).folds
    #expect(folds.map(\.heldOut) == ["a", "b", "c"])
    #expect(folds.map(\.others) == [["b", "c"], ["a", "c"], ["a", "b"]])
  }

  /// Whatever the order and however often they are named.
  @Test func foldsAreThoseOfTheSet() throws {
    let names = (1...8).map(String.init)
    let folds = try #require(LeaveOneParticipantOut(names))
    #expect(LeaveOneParticipantOut(names.reversed() + names) == folds)
    #expect(folds.folds.count == 8)
    for fold in folds.folds {
      #expect(!fold.others.contains(fold.heldOut) && fold.others.count == 7)
    }
  }

  @Test(arguments: [[], ["a"], ["a", "a"]])
  func fewerThanTwoLeaveNobodyToFitOn(names: [String]) {
    #expect(LeaveOneParticipantOut(names) == nil)
  }
}
