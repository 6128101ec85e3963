import Foundation
import Testing

/// `check` with a baseline that is not of the same rows and measures as the scores, or not in order.
@Suite struct BaselineGapsTests {
  private static let plan = "datasets: [set]\npredictors: [hold, linear]\nframes-ahead: 1,2\n"

  /// A plan, its data set and its baseline of eight rows.
  private func checked() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.write("plan.yaml", Self.plan)
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    return workspace
  }

  /// Checks against the baseline with its lines changed; the first is the header.
  private func check(
    _ workspace: Workspace, _ change: (inout [String]) throws -> Void
  ) throws -> CommandResult {
    var lines = try workspace.text("plan.csv").split(separator: "\n").map(String.init)
    try change(&lines)
    try workspace.write("changed.csv", lines.joined(separator: "\n") + "\n")
    return try workspace.nextpoint(
      "check", "plan.yaml", "--baseline", "changed.csv", "--format", "csv")
  }

  /// Replaces one field of a line.
  private func set(
    _ column: String, of line: Int, to text: String, in lines: inout [String]
  ) throws {
    let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var fields = lines[line].split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    fields[try #require(names.firstIndex(of: column))] = text
    lines[line] = fields.joined(separator: ",")
  }

  @Test func aBaselineCutToOneRowNamesTheOthers() throws {
    let result = try check(checked()) { $0.removeSubrange(2...) }
    result.expectIncomplete(
      saying: "set, linear, 16.7 ms, pooled: the row is in the scores and not in the baseline",
      "7 rows or measures were not compared")
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 7)
    #expect(rows.allSatisfy { $0["finding"] == "not in the baseline" })
  }

  @Test func aMeasureThatTheBaselineLacksIsNamed() throws {
    let result = try check(checked()) { lines in
      let place = try #require(
        lines[0].split(separator: ",").firstIndex { $0 == "error_mean" })
      lines = lines.map { line in
        var fields = line.split(separator: ",", omittingEmptySubsequences: false)
        fields.remove(at: place)
        return fields.joined(separator: ",")
      }
    }
    result.expectIncomplete(
      saying: "the measure 'error_mean' is in the scores and not in the baseline")
  }

  @Test func aValueThatTheBaselineLacksIsNamed() throws {
    let result = try check(checked()) { try set("error_p95", of: 1, to: "", in: &$0) }
    result.expectIncomplete(
      saying: "set, hold, 16.7 ms, pooled: 'error_p95' has a value in the scores and none in the "
        + "baseline", "1 rows or measures")
  }

  /// A predictor that is not scored any more is a regression; a horizon is not.
  @Test func rowsThatTheScoresLackAreNamed() throws {
    let workspace = try checked()
    try workspace.write("plan.yaml", Self.plan.replacing("1,2", with: "1"))
    try workspace.nextpoint("check", "plan.yaml", "--format", "csv").expectIncomplete(
      saying: "set, linear, 33.3 ms, pooled: the row is in the baseline and not in the scores")
    try workspace.write("plan.yaml", Self.plan.replacing("hold, linear", with: "hold"))
    let result = try workspace.nextpoint("check", "plan.yaml", "--format", "csv")
    result.expect(code: 2)
    for part in [
      "set, linear, 33.3 ms, participant_mean: the row is in the baseline and not in the scores",
      "linear: in the baseline and not scored any more",
    ] {
      #expect(result.standardError.contains(part), "\(result.standardError)")
    }
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0["predictor"] == "linear" })
    #expect(rows.allSatisfy { $0["measure"] == "the whole row is missing" })
  }

  /// What the run lost of its measures and values is named too.
  @Test func measuresThatTheScoresLackAreNamed() throws {
    let workspace = try checked()
    try workspace.nextpoint("sweep", "plan.yaml", "--group-by", "none", "--output", "run")
      .expect(code: 0)
    let scores = try workspace.text("run/scores.csv")
    try workspace.write(
      "run/scores.csv", scores.replacing(",error_rmse", with: ",old_rmse", maxReplacements: 1))
    try workspace.nextpoint("check", "run", "--baseline", "plan.csv", "--format", "csv")
      .expectIncomplete(saying: "the measure 'error_rmse' is in the baseline and not in the scores")
  }

  /// A regression outweighs what was not compared; both are told.
  @Test func aRegressionOutweighsAGap() throws {
    let result = try check(checked()) { lines in
      lines.removeLast()
      try set("error_mean", of: 1, to: "0.001", in: &lines)
    }
    result.expect(code: 2)
    #expect(result.standardError.contains("the row is in the scores and not in the baseline"))
    let findings = CSVTable(result.standardOutput).rows.compactMap { $0["finding"] }
    #expect(findings == ["worse", "not in the baseline"])
  }

  @Test func aDoubledRowIsRefused() throws {
    let workspace = try checked()
    try check(workspace) { $0.append($0[2]) }.expectRefusal(
      code: 65, saying: "changed.csv:10: the row is a duplicate; remove one", "is on line 3")
    try check(workspace) { lines in
      lines.append(lines[2])
      try set("error_mean", of: 9, to: "1.5", in: &lines)
    }.expectRefusal(
      code: 65, saying: "changed.csv:10: the row is a duplicate with different scores")
  }

  @Test(arguments: [
    ("predictor", "", "'' is empty"), ("dataset", "", "'' is empty"),
    ("scored", "12.5", "is not a count"), ("scored", "-3", "is not a count"),
    ("scored", "0", "cannot be the mean of 0 scored targets"),
    ("abstention_share", "1.5", "is not a share from 0 to 1"),
    ("error_mean", "-0.25", "is negative, which this measure cannot be"),
    ("frames_ahead", "2", "contradicts the scores of the same row, which have '1.0' there"),
  ])
  func aValueThatCannotBeIsRefused(column: String, value: String, problem: String) throws {
    try check(checked()) { try set(column, of: 1, to: value, in: &$0) }
      .expectRefusal(code: 65, saying: "changed.csv:2: column '", problem)
  }

  /// The columns of swept settings say what the spelling says.
  @Test func aSweptColumnThatContradictsItsRowIsRefused() throws {
    let workspace = try checked()
    try workspace.write(
      "plan.yaml",
      Self.plan.replacing("hold, linear", with: "\"polynomial:degree=1,window=3..4\""))
    try FileManager.default.removeItem(at: workspace.url("plan.csv"))
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    try workspace.nextpoint("check", "plan.yaml").expect(code: 0)
    let lines = try workspace.text("plan.csv").split(separator: "\n")
    #expect(lines[1].contains("\"degree=1,window=3\",3,"))
    try workspace.write(
      "plan.csv",
      try workspace.text("plan.csv").replacing(
        "window=3\",3,", with: "window=3\",4,", maxReplacements: 1))
    try workspace.nextpoint("check", "plan.yaml").expectRefusal(
      code: 65, saying: "plan.csv:2: column 'window': '4' contradicts the scores of the same row")
  }

  @Test func whatIsNoFileOfTextIsRefused() throws {
    let workspace = try checked()
    try workspace.write("folder/file", "")
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "folder").expectRefusal(
      code: 65, saying: "the baseline folder cannot be read")
    try workspace.write("bytes.csv", Data([0xFF, 0xFE, 0x00, 0x0A]))
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "bytes.csv").expectRefusal(
      code: 65, saying: "bytes.csv:1: the text is not UTF-8")
  }

  /// What could not be read of the data was left out of the check.
  @Test func dataWithProblemsIsIncomplete() throws {
    let workspace = try checked()
    let more = SmallRecordings().csv { $0 == 1 && $1 == 5 ? [$2[0], "soon", $2[2], $2[3]] : $2 }
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv()), ("s.csv", more)])
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 3)
    try workspace.nextpoint("check", "plan.yaml").expect(code: 3)
  }

  /// Two files of one name get names by their folders, so that the rows of a baseline tell them apart.
  @Test func filesOfOneNameGetNamesOfTheirOwn() throws {
    let workspace = try checked()
    try workspace.write("other/set.csv", SmallRecordings(start: 1).csv())
    try workspace.write("one/set.csv", SmallRecordings().csv())
    try workspace.write(
      "plan.yaml", Self.plan.replacing("[set]", with: "[one/set.csv, other/set.csv]"))
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "new.csv", "--update")
      .expect(code: 0)
    let names = Set(try CSVTable(workspace.text("new.csv")).rows.map { $0["dataset"] })
    #expect(names == ["one/set", "other/set"])
  }
}
