import Foundation
import Testing

/// `predictors draw`: one stroke with its predictions.
@Suite struct PredictorsDrawTests {
  /// The picture tells the error that the table tells.
  @Test(arguments: ["linear", "polynomial:degree=2,window=5+blend:share=0.5"])
  func theMeanErrorIsThatOfEvaluate(predictor: String) throws {
    let workspace = try Workspace()
    var recordings = SmallRecordings()
    recordings.strokes = 1
    try workspace.write("one.csv", recordings.csv())
    let drawn = try workspace.nextpoint(
      "predictors", "draw", predictor, "--dataset", "one.csv", "--output", "one.svg")
    drawn.expect(code: 0)
    #expect(drawn.standardOutput.isEmpty && drawn.standardError.isEmpty)
    let evaluated = try workspace.nextpoint(
      "evaluate", "one.csv", "--predictor", predictor, "--horizon-ms", "33.3", "--format", "csv")
    let row = try #require(CSVTable(evaluated.standardOutput).rows.first)
    let error = try #require(Double(row["error_mean"] ?? ""))
    let count = try #require(row["scored"])
    let picture = try workspace.text("one.svg")
    let said = try #require(picture.firstMatch(of: /mean error ([0-9.]+)\u{A0}[a-z]+ over (\d+)/))
    // Three digits are written.
    #expect(abs((Double(said.1) ?? .nan) - error) <= error * 0.005)
    #expect(String(said.2) == count)
  }

  @Test func aPanelATaskInTheirOrder() throws {
    let workspace = try Workspace()
    try workspace.nextpoint(
      "predictors", "draw", "hold", "--task", "circle", "--task", "line", "--participant", "p3",
      "--output", "two.svg"
    ).expect(code: 0)
    let picture = try workspace.text("two.svg")
    let circle = try #require(picture.range(of: ">circle, p3, stroke 1</text>"))
    let line = try #require(picture.range(of: ">line, p3, stroke 1</text>"))
    #expect(circle.lowerBound < line.lowerBound)
    #expect(picture.contains("33.3\u{A0}ms ahead"))
  }

  @Test func theSameCommandDrawsTheSameBytes() throws {
    let workspace = try Workspace()
    for name in ["a.svg", "b.svg"] {
      try workspace.nextpoint("predictors", "draw", "rls", "--output", name).expect(code: 0)
    }
    #expect(try workspace.data("a.svg") == workspace.data("b.svg"))
  }

  @Test(arguments: [
    (["nosuch"], "nosuch"), (["linear", "--task", "nosuch"], "there is no task 'nosuch'"),
    (["linear", "--participant", "nosuch"], "nothing is by participant 'nosuch'"),
    (["linear", "--stroke", "0"], "--stroke 0 is not 1 or more"),
    (["linear", "--stroke", "9"], "--stroke 9"),
    (["linear", "--horizon-ms", "10,20"], "a drawing has one horizon"),
    (["polynomial:window=3..5"], "3..5"),
  ])
  func whatCannotBeDrawnIsAUsageErrorAndLeavesNoFile(arguments: [String], part: String) throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint(
      arguments: ["predictors", "draw"] + arguments + ["--output", "none.svg"])
    result.expect(code: 64)
    #expect(result.standardError.contains(part), "\(result.standardError)")
    #expect(!workspace.exists("none.svg"))
  }

  @Test func aFolderThatIsNotThereIsAFailure() throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint("predictors", "draw", "hold", "--output", "no/where.svg")
    result.expect(code: 1)
    #expect(result.standardError.contains("no/where.svg"))
  }
}
