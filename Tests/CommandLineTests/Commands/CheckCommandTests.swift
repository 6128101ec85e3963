import Foundation
import TestSupport
import Testing

/// `check`: the accuracy baselines of the repository, and what the command says of a regression.
@Suite struct CheckCommandTests {
  /// The accuracy baseline: the bundled sets are predicted no worse than the committed scores say.
  @Test func accuracyBaselineOfTheBundledSets() throws {
    let few = ["synthetic-clean-120hz", "synthetic-noisy-60hz"]
    try expectBaseline("synthetic", sets: TestSize.of(few, full: nil))
  }

  /// The accuracy baseline of every kind: one setting each.
  @Test func accuracyBaselineOfTheFamilies() throws {
    try expectBaseline("families", sets: TestSize.of(["synthetic-noisy-60hz"], full: nil))
  }

  /// The accuracy baseline of both solvers.
  @Test func accuracyBaselineOfTheSolvers() throws {
    try expectBaseline("solvers", sets: TestSize.of(["synthetic-noisy-60hz"], full: nil))
  }

  /// The accuracy baseline on real recordings, those that are here: every day the smaller set alone.
  @Test(
    .enabled(
      if: RealDatasets.has("henze-2017") || RealDatasets.has("inkable"),
      "NEXTPOINT_DATASETS has neither henze-2017 nor inkable"))
  func accuracyBaselineOfTheRealSets() throws {
    let sets = TestSize.of(
      RealDatasets.has("inkable") ? ["inkable"] : nil, full: ["henze-2017", "inkable"])
    let isWhole = (sets ?? ["henze-2017", "inkable"]).allSatisfy(RealDatasets.has)
    try expectBaseline(
      "real", sets: sets, environment: [RealDatasets.variable: RealDatasets.folders],
      code: isWhole ? 0 : 3)
  }

  /// Checks a committed baseline, or what it says of some of its data sets.
  private func expectBaseline(
    _ name: String, sets: [String]? = nil, environment: [String: String] = [:], code: Int32 = 0
  ) throws {
    let workspace = try Workspace()
    var plan = try Repository.text("baselines/\(name).yaml")
    var scores = try Repository.text("baselines/\(name).csv")
    if let sets {
      plan.replace(/\ndatasets: .*/, with: "\ndatasets: [\(sets.joined(separator: ", "))]")
      let kept = ["dataset"] + sets
      scores = scores.split(separator: "\n").filter {
        kept.contains(String($0.prefix { $0 != "," }))
      }
      .map { $0 + "\n" }.joined()
    }
    try workspace.write("\(name).yaml", plan)
    try workspace.write("\(name).csv", scores)
    let result = try workspace.nextpoint(
      arguments: ["check", "\(name).yaml"], environment: environment)
    result.expect(code: code)
    #expect(result.standardError.contains("measures are no worse than the baseline"))
  }

  private static let plan = "datasets: [set]\npredictors: [hold, linear]\nframes-ahead: 1,2\n"

  private func checked() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.write("plan.yaml", Self.plan)
    let update = try workspace.nextpoint("check", "plan.yaml", "--update")
    update.expect(code: 0)
    #expect(update.standardError.contains("wrote 8 rows to plan.csv"))
    return workspace
  }

  @Test func anUpdateIsFineAfterwardsAndTwiceTheSame() throws {
    let workspace = try checked()
    let written = try workspace.data("plan.csv")
    let check = try workspace.nextpoint("check", "plan.yaml")
    check.expect(code: 0)
    #expect(check.standardOutput.isEmpty)
    #expect(check.standardError.contains("measures are no worse than the baseline"))
    #expect(!check.standardError.contains(" 0 measures"))
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    #expect(try workspace.data("plan.csv") == written)
    workspace.expectNothingHalfWritten()
  }

  /// A baseline 5 % better than the truth makes the truth a regression; within 10 % it is none.
  @Test func aRegressionIsToldWithItsDatasetPredictorAndMeasure() throws {
    let workspace = try checked()
    try tamper(workspace, factor: 0.95)
    let check = try workspace.nextpoint("check", "plan.yaml", "--format", "csv")
    check.expect(code: 2)
    let rows = CSVTable(check.standardOutput).rows
    #expect(rows.count == 1)
    let row = try #require(rows.first)
    #expect(row["dataset"] == "set")
    #expect(row["predictor"] == "linear")
    #expect(row["measure"] == "error_mean")
    #expect(row["aggregation"] == "pooled")
    let change = try #require(row["change_percent"].flatMap(Double.init))
    // 1 / 0.95 − 1; the tampered value has all its digits.
    #expect(abs(change - 5.263_157_894_7) < 1e-6)
    #expect(check.standardError.contains("1 of "))
    #expect(check.standardError.contains("accept it with --update"))
    let people = try workspace.nextpoint("check", "plan.yaml")
    people.expect(code: 2)
    for part in ["set", "linear", "error_mean", "5.26"] {
      #expect(people.standardOutput.contains(part))
    }
    try workspace.nextpoint("check", "plan.yaml", "--relative", "0.1").expect(code: 0)
    try workspace.nextpoint("check", "plan.yaml", "--absolute", "1").expect(code: 0)
  }

  @Test func anImprovementIsFineAndTold() throws {
    let workspace = try checked()
    try tamper(workspace, factor: 1.05)
    let check = try workspace.nextpoint("check", "plan.yaml")
    check.expect(code: 0)
    #expect(check.standardError.contains("1 measures got better; write them down with --update"))
  }

  @Test func aRunIsCheckedAgainstABaseline() throws {
    let workspace = try checked()
    try workspace.nextpoint("sweep", "plan.yaml", "--group-by", "none", "--output", "run")
      .expect(code: 0)
    try workspace.nextpoint("check", "run", "--baseline", "plan.csv").expect(code: 0)
    try workspace.nextpoint("check", "run").expectRefusal(
      code: 64, saying: "name the baseline of the run run with --baseline")
    try tamper(workspace, factor: 0.95)
    try workspace.nextpoint("check", "run", "--baseline", "plan.csv").expect(code: 2)
  }

  @Test func aMissingOrBrokenBaselineIsRefused() throws {
    let workspace = try checked()
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "nosuch.csv").expectRefusal(
      code: 65, saying: "the baseline nosuch.csv cannot be read; write it with --update")
    let text = try workspace.text("plan.csv")
    try workspace.write(
      "broken.csv", text.replacing(",pooled,", with: ",some,", maxReplacements: 1))
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "broken.csv").expectRefusal(
      code: 65, saying: "broken.csv:2: column 'aggregation'", "'some'", "; ")
    try workspace.write("empty.csv", "")
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "empty.csv").expectRefusal(
      code: 65, saying: "empty.csv:1: the file is empty", "; ")
  }

  /// A set that is not here is left out with a note, and an update does not lose its rows.
  @Test func anAbsentDatasetIsPassedOver() throws {
    let workspace = try checked()
    let both = Self.plan.replacing("[set]", with: "[set, far-away]")
    try workspace.write("plan.yaml", both)
    let note = "the data set 'far-away' is not on this machine and is not checked"
    let check = try workspace.nextpoint("check", "plan.yaml")
    check.expect(code: 3)
    #expect(check.standardError.contains(note))
    let stored = try workspace.text("plan.csv")
    let line = try #require(stored.split(separator: "\n").last)
    let far = stored + line.replacing("set,", with: "far-away,", maxReplacements: 1) + "\n"
    try workspace.write("plan.csv", far)
    let partial = try workspace.nextpoint("check", "plan.yaml")
    partial.expect(code: 3)
    #expect(partial.standardError.contains("far-away was not scored and is not compared"))
    try workspace.nextpoint("check", "plan.yaml", "--update").expectRefusal(
      code: 64, saying: "also holds far-away", "lost by an update")
    #expect(try workspace.text("plan.csv") == far)
    try workspace.write("plan.yaml", Self.plan.replacing("[set]", with: "[far-away]"))
    try workspace.nextpoint("check", "plan.yaml").expectRefusal(
      code: 65, saying: note, "nothing was checked; set NEXTPOINT_DATASETS")
  }

  /// Multiplies the pooled mean error of `linear` one frame ahead in the baseline.
  private func tamper(_ workspace: Workspace, factor: Double) throws {
    let text = try workspace.text("plan.csv")
    let table = CSVTable(text)
    let row = try #require(
      table.rows(where: [
        "predictor": "linear", "frames_ahead": "1", "aggregation": "pooled",
      ]).first)
    let value = try #require(row["error_mean"])
    let number = try #require(Double(value))
    let lines = text.split(separator: "\n").map { line in
      line.hasPrefix("set,,,linear,,1,") && line.contains(",pooled,")
        ? String(line).replacing(",\(value),", with: ",\(number * factor),", maxReplacements: 1)
        : String(line)
    }
    try workspace.write("plan.csv", lines.joined(separator: "\n") + "\n")
  }
}
