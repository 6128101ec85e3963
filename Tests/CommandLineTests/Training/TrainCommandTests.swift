import Foundation
import Testing

/// `nextpoint train`: who is trained on, what a model file says, what is refused.
@Suite struct TrainCommandTests {
  private static let splits = #"{"train": ["p1", "p2"], "validation": ["p3"], "test": ["p4"]}"#
  /// Small and fast; what is tested here is not how good it is.
  private static let small = [
    "--set", "hidden=4", "--set", "members=1", "--set", "epochs=1", "--set", "displacements=3",
  ]

  private func workspace(splits: String? = splits) throws -> Workspace {
    let workspace = try Workspace()
    let files = (0..<4).map { index in
      (name: "\(index).csv", text: SmallRecordings(start: Double(index)).csv())
    }
    try workspace.writeDataset("set", files: files, splits: splits)
    return workspace
  }

  private func train(_ workspace: Workspace, _ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["train", "set"] + Self.small + arguments)
  }

  @Test func aModelIsTrainedScoredAndWarnedOf() throws {
    let workspace = try workspace()
    let trained = try train(workspace, "--output", "mine.npm")
    trained.expect(code: 0)
    #expect(trained.standardError.contains("loss"))
    #expect(trained.standardOutput.contains("3 participants"))
    #expect(!workspace.exists("mine.npm.checkpoint"))
    let test = try evaluate(workspace, "test")
    test.expect(code: 0)
    #expect(!test.standardError.contains("trained on"))
    let seen = try evaluate(workspace, "train")
    seen.expect(code: 0)
    #expect(seen.standardError.contains("was trained on participants p1, p2 of set"))
  }

  private func evaluate(_ workspace: Workspace, _ part: String) throws -> CommandResult {
    try workspace.nextpoint(
      "evaluate", "set", "--split", part, "--predictor", "learned:model=mine.npm")
  }

  @Test func theSameBytesWhateverTheNumberOfWorkers() throws {
    let workspace = try workspace()
    try train(workspace, "--set", "members=3", "--jobs", "1", "--output", "a.npm").expect(code: 0)
    try train(workspace, "--set", "members=3", "--jobs", "3", "--output", "b.npm").expect(code: 0)
    let (a, b) = (try workspace.data("a.npm"), try workspace.data("b.npm"))
    #expect(a == b)
    try train(workspace, "--set", "members=3", "--seed", "2", "--output", "c.npm").expect(code: 0)
    let c = try workspace.data("c.npm")
    #expect(a != c)
  }

  @Test func participantsOfTestAreRefused() throws {
    let workspace = try workspace()
    try train(workspace, "--split", "train,test", "--output", "m")
      .expectRefusal(code: 64, saying: "p4", "--leave-one-out")
    try train(workspace, "--participants", "p1,p4", "--output", "m")
      .expectRefusal(code: 64, saying: "p4", "--leave-one-out")
    try train(workspace, "--participants", "p9", "--output", "m")
      .expectRefusal(code: 64, saying: "none of its participants")
    #expect(!workspace.exists("m"))
    try train(workspace, "--participants", "p2", "--output", "m").expect(code: 0)
    #expect(String(decoding: try workspace.data("m"), as: UTF8.self).contains("\"p2\""))
  }

  @Test func wrongSettingsAreRefused() throws {
    let workspace = try workspace()
    try train(workspace, "--set", "depth=3", "--output", "m")
      .expectRefusal(code: 64, saying: "depth", "epochs")
    try train(workspace, "--set", "epochs=many", "--output", "m")
      .expectRefusal(code: 64, saying: "epochs=many")
    try train(workspace, "--kind", "forest", "--output", "m")
      .expectRefusal(code: 64, saying: "forest", "network")
    try train(workspace, "--set", "decay=0.1|0.2", "--output", "m")
      .expectRefusal(code: 64, saying: "--leave-one-out")
    try workspace.write("there", "mine")
    try train(workspace, "--output", "there").expectRefusal(code: 64, saying: "--force")
    #expect(try workspace.text("there") == "mine")
  }

  @Test func aDamagedModelIsRefusedWithTheReason() throws {
    let workspace = try workspace()
    try train(workspace, "--output", "mine.npm").expect(code: 0)
    let data = try workspace.data("mine.npm")
    try workspace.write("mine.npm", data.dropLast(9))
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "truncated")
    try workspace.write("mine.npm", "stroke,t_s,x,y\n")
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "not a model")
    try FileManager.default.removeItem(at: workspace.url("mine.npm"))
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "mine.npm", "cannot be read")
  }

  @Test func theLossOnAPartKeptApartIsSaid() throws {
    let workspace = try workspace()
    let options = ["--set", "layout=lags", "--set", "replays=1", "--set", "replay-speeds=0.5-2"]
    func run(_ arguments: String...) throws -> CommandResult {
      try workspace.nextpoint(
        arguments: ["train", "set", "--output", "m.npm"] + Self.small + options + arguments)
    }
    try run("--validate", "validation").expectRefusal(
      code: 64, saying: "set/p3", "would be trained on", "--split")
    #expect(!workspace.exists("m.npm"))
    let trained = try run("--split", "train", "--validate", "validation")
    trained.expect(code: 0)
    let table = trained.standardOutput.split(separator: "\n").drop { !$0.hasPrefix("motion,") }
    let rows = CSVTable(table.joined(separator: "\n")).rows
    for motion in ["recorded", "replayed", "replayed in an unknown unit"] {
      let mean = try #require(rows.first { $0["motion"] == motion && $0["task"] == "mean" })
      let parts = rows.filter { $0["motion"] == motion && $0["task"] != "mean" }
      let losses = parts.compactMap { $0["loss"].flatMap { Double($0) } }
      let expected = exp(losses.reduce(0) { $0 + log($1) } / Double(losses.count))
      let found = try #require(mean["loss"].flatMap { Double($0) })
      // Each is rounded to four digits behind the point.
      #expect(abs(found - expected) < 1e-3)
    }
    try run("--force", "--set", "replay-rates=90").expectRefusal(
      code: 64, saying: "replay-rates=90")
    try run("--force", "--leave-one-out", "--validate", "validation").expectRefusal(
      code: 64, saying: "--validate")
  }

  @Test func leavingOneOutTrainsChoosesAndScores() throws {
    let workspace = try workspace(splits: nil)
    try train(
      workspace, "--leave-one-out", "--set", "decay=0.01|0.1", "--horizon-ms", "33.3",
      "--predictor", "linear", "--output", "run"
    ).expect(code: 0)
    let cells = CSVTable(try workspace.text("run/cells.csv")).rows
    let learned = cells.filter { $0["predictor"] == "learned" }
    #expect(!learned.isEmpty && learned.allSatisfy { $0["participants"] == "4" })
    for row in learned {
      let values = try ["low", "error_mean", "high"].map { name in
        try #require(row[name].flatMap { Double($0) })
      }
      #expect(values[0] <= values[1] && values[1] <= values[2])
    }
    // Two candidates, six pairs of people, each scored both ways.
    let search = CSVTable(try workspace.text("run/search.csv")).rows
    #expect(search.count == 2 * 6 * 2)
    #expect(search.allSatisfy { $0["left_out"] != $0["scored_on"] })
    #expect(try workspace.text("run/scores.csv").contains("trained=leave-one-out"))
    try train(workspace, "--leave-one-out", "--participants", "p1", "--output", "other")
      .expectRefusal(code: 64, saying: "--participants")
  }
}
