import MotionPrediction
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    // One insertion, deletion, change or swap.
    ("liinear", "linear"), ("linar", "linear"), ("limear", "linear"), ("linaer", "linear"),
    // Two, of a name that is long enough, and of one that is not.
    ("polinomal", "polynomial"), ("klm", nil), ("rsl", "rls"),
    // As near to two: the first.
    ("ims", "lms"), ("lms", "lms"), ("", nil), ("nosuch", nil), ("Linear", "linear"),
  ])
  func theNearestIsFound(name: String, meant: String?) {
    #expect(["linear", "polynomial", "kalman", "lms", "rls", "imm"].nearest(to: name) == meant)
  }

  /// Names of other lengths are not compared letter by letter.
  @Test(.timeLimit(.minutes(1))) func ofALongNameNothingIsNear() {
    let kinds = PredictorCatalogue.standard.rows.map(\.kind)
    #expect(kinds.nearest(to: String(repeating: "a", count: 10_000_000)) == nil)
  }

  @Test func ofNoNamesNoneIsNear() { #expect([].nearest(to: "linear") == nil) }

  @Test func theErrorNamesEachKindOnce() throws {
    let error = #expect(throws: CatalogueError.self) {
      try PredictorCatalogue.standard.row(kind: "one-evro")
    }
    let text = try #require(error?.description)
    #expect(
      text.hasPrefix(
        "no predictor is called 'one-evro'; did you mean 'one-euro'? The names are hold, linear"))
    #expect(text.split(separator: "one-euro").count == 3)
  }
}
