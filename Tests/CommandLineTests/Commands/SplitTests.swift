import Foundation
import Testing

/// `--split` on every command that has it, and `split:` in a plan.
@Suite struct SplitTests {
  private static let splits = #"{"train": ["p1", "p2"], "validation": ["p3"], "test": ["p4"]}"#

  /// Four participants on ellipses that begin at other places.
  private func workspace(splits: String? = splits) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", participants: 4, splits: splits)
    return workspace
  }

  private func evaluate(_ workspace: Workspace, _ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["evaluate", "set", "--predictor", "linear", "--format", "csv"] + arguments)
  }

  @Test func aPartHasTheScoresOfItsParticipants() throws {
    let workspace = try workspace()
    let all = try evaluate(workspace, "--group-by", "participant")
    all.expect(code: 0)
    let part = try evaluate(workspace, "--group-by", "participant", "--split", "train,test")
    part.expect(code: 0)
    func rows(_ result: CommandResult, _ participants: [String]) -> [Substring] {
      result.standardOutput.split(separator: "\n").filter { line in
        participants.contains { line.hasPrefix("set,\($0),") }
      }
    }
    #expect(rows(part, ["p1", "p2", "p4"]) == rows(all, ["p1", "p2", "p4"]))
    #expect(!rows(all, ["p3"]).isEmpty && rows(part, ["p3"]).isEmpty)
  }

  @Test func allPartsTogetherAreTheWhole() throws {
    let workspace = try workspace()
    let all = try evaluate(workspace)
    let parts = try evaluate(workspace, "--split", "test, train,validation")
    parts.expect(code: 0)
    #expect(parts.standardOutput == all.standardOutput)
    #expect(try evaluate(workspace, "--split", "train").standardOutput != all.standardOutput)
  }

  @Test func whatCannotBeSplitIsAUsageError() throws {
    let none = try workspace(splits: nil)
    try evaluate(none, "--split", "test")
      .expectRefusal(code: 64, saying: "set: ", "p1, p2, p3, p4", "\"splits\"")
    let some = try workspace()
    try evaluate(some, "--split", "tests")
      .expectRefusal(code: 64, saying: "'tests'", "test (p4)", "train (p1, p2)")
    for text in ["", "train,", "train,train"] {
      try evaluate(some, "--split", text).expectRefusal(code: 64, saying: "--split", "each once")
    }
    let shared = try workspace(splits: #"{"train": ["p1"], "test": ["p1", "p2"]}"#)
    try evaluate(shared, "--split", "test")
      .expectRefusal(code: 64, saying: "'p1'", "test and train")
  }

  @Test func aNameOfNobodyIsAWarning() throws {
    let workspace = try workspace(splits: #"{"train": ["p1", "p9"], "test": ["p2"]}"#)
    try evaluate(workspace, "--split", "train").expectIncomplete(saying: "p9", "dataset.json")
    try evaluate(workspace).expect(code: 0)
  }

  @Test func aSweepRecordsPartsParticipantsAndHash() throws {
    let workspace = try workspace()
    try workspace.write(
      "plan.yaml", "datasets: [set]\npredictors: [hold, linear]\nsplit: [train, validation]\n")
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expect(code: 0)
    try workspace.nextpoint("sweep", "plan.yaml", "--split", "test", "--output", "other")
      .expect(code: 0)
    let (run, other) = (try manifest(workspace, "run"), try manifest(workspace, "other"))
    #expect(run.plan == ["train", "validation"] && run.participants == ["p1", "p2", "p3"])
    #expect(other.plan == ["test"] && other.participants == ["p4"])
    // The hash is of the whole split, so that it is the same for each of its parts.
    #expect(run.hash == other.hash && run.hash.utf8.count == 64)
    try workspace.nextpoint("report", "run").expect(code: 0)
    let page = try workspace.text("run/report.html")
    for text in [run.hash, "p1, p2, p3", "train and validation"] { #expect(page.contains(text)) }
    try workspace.nextpoint("sweep", "--dataset", "set", "--predictor", "hold", "--output", "whole")
      .expect(code: 0)
    #expect(!(try workspace.text("whole/manifest.json").contains("\"split\"")))
  }

  @Test func aPlanNamesTheLineOfABadSplit() throws {
    let workspace = try workspace()
    try workspace.write(
      "plan.yaml", "datasets: [set]\npredictors: [hold]\nsplit: [train, train]\n")
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run")
      .expectRefusal(code: 64, saying: "plan.yaml:3", "train,train")
  }

  @Test func compareAndCheckGoByTheSplit() throws {
    let workspace = try workspace()
    let compare = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--split", "train", "--format", "csv")
    compare.expect(code: 0)
    #expect(compare.standardOutput.contains("p1") && !compare.standardOutput.contains("p4"))
    try workspace.write("plan.yaml", "datasets: [set]\npredictors: [linear]\nsplit: test\n")
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    try workspace.nextpoint("check", "plan.yaml").expect(code: 0)
    try workspace.nextpoint("check", "plan.yaml", "--split", "train").expect(code: 2)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expect(code: 0)
    try workspace.nextpoint("check", "run", "--baseline", "plan.csv", "--split", "test")
      .expectRefusal(code: 64, saying: "--split", "run")
  }

  /// What another program predicted for the samples of a part is scored on that part.
  @Test func samplesOfAPartAreThoseThatAreScored() throws {
    let workspace = try workspace()
    let samples = try workspace.nextpoint("datasets", "samples", "set", "--split", "test")
    samples.expect(code: 0)
    let predicted = try workspace.nextpoint(
      "predict", "--predictor", "linear", "--horizon-ms", "33.3", input: samples.standardOutput)
    try workspace.write("mine.csv", predicted.standardOutput)
    let scored = try evaluate(
      workspace, "--split", "test", "--horizon-ms", "33.3", "--predictions", "mine=mine.csv")
    scored.expect(code: 0)
    try evaluate(workspace, "--horizon-ms", "33.3", "--predictions", "mine=mine.csv")
      .expectRefusal(code: 65, saying: "mine.csv", "datasets samples set'")
    try evaluate(
      workspace, "--split", "train", "--horizon-ms", "33.3", "--predictions", "mine=mine.csv"
    ).expectRefusal(code: 65, saying: "datasets samples set --split train'")
  }

  private func manifest(
    _ workspace: Workspace, _ run: String
  ) throws -> (plan: [String], participants: [String], hash: String) {
    let text = try JSONSerialization.jsonObject(with: workspace.data("\(run)/manifest.json"))
    let identity = try #require((text as? [String: Any])?["identity"] as? [String: Any])
    let plan = try #require((identity["plan"] as? [String: Any])?["split"] as? [String])
    let sets = try #require(identity["datasets"] as? [[String: Any]])
    let split = try #require(sets.first?["split"] as? [String: Any])
    return (
      plan, try #require(split["participants"] as? [String]),
      try #require(split["sha256"] as? String)
    )
  }
}
