import Foundation
import Testing

/// A leave-one-out training in shards, or killed and gone on with: the bytes of one in one go.
///
/// One after another: each trains models of its own.
@Suite(.serialized) struct SharedTrainingTests {
  private static let files = ["cells.csv", "scores.csv", "search.csv"]
  private static let small = [
    "--set", "hidden=4", "--set", "members=2", "--set", "epochs=2", "--set", "displacements=3",
    "--set", "shape=0|1", "--set", "oversampling=0.5",
    "--search-epochs", "1", "--frames-ahead", "2", "--predictor", "linear",
  ]
  /// Two candidates on three pairs of three people, and three models.
  private static let pieces = 2 * 3 + 3

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let files = (0..<3).map { index in
      (name: "\(index).csv", text: SmallRecordings(strokes: 2, start: Double(index)).csv())
    }
    try workspace.writeDataset("set", files: files)
  }

  @discardableResult
  private func train(_ output: String, _ more: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["train", "set", "--leave-one-out", "--output", output] + Self.small + more)
  }

  private func merge(_ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["sweep", "merge"] + arguments)
  }

  private func expectSame(
    _ run: String, as other: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for file in Self.files {
      let same = try workspace.data("\(run)/\(file)") == workspace.data("\(other)/\(file)")
      #expect(same, "\(run)/\(file)", sourceLocation: sourceLocation)
    }
    let left = workspace.names().filter {
      $0.hasPrefix("\(run)/") && ($0.contains("shards") || $0.contains("plan.json"))
    }
    #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
  }

  @Test func shardsMergeToTheBytesOfOneProcess() throws {
    try train("whole", "--jobs", "2").expect(code: 0)
    let planned = try train("run", "--plan-only")
    planned.expect(code: 0)
    #expect(planned.standardOutput.hasPrefix("\(Self.pieces) pieces in run;"))
    // Models are chosen by the trials of all shares: two cannot go on, the third trains its own.
    for number in [2, 1] {
      let share = try train("run", "--shard", "\(number)/3")
      share.expect(code: 0)
      #expect(share.standardError.contains("rerun the same command"))
    }
    try merge("run").expectRefusal(
      code: 1, saying: "pieces are missing", "setting 1 without set/", "--shard 3/3")
    try train("run", "--shard", "3/3").expect(code: 0)
    try merge("run").expectRefusal(code: 1, saying: "the model without set/")
    for number in [1, 2] { try train("run", "--shard", "\(number)/3").expect(code: 0) }
    try merge("run").expect(code: 0)
    try expectSame("run", as: "whole")
    // Done is done.
    let again = try train("run")
    again.expect(code: 0)
    #expect(again.standardError.contains("is finished already"))
    // Another training is not gone on with.
    try train("run", "--seed", "7").expectRefusal(code: 64, saying: "plan.seed", "--force")
  }

  @Test func aKilledTrainingGoesOnAndGivesTheSameBytes() throws {
    try train("whole").expect(code: 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltExecutable.path)
    process.arguments = ["train", "set", "--leave-one-out", "--output", "run"] + Self.small
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
    process.environment = BuiltExecutable.environment([:])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try ProcessLaunch.start(process)
    let limit = Date().addingTimeInterval(60)
    func done() -> [String] {
      workspace.names().filter { $0.hasPrefix("run/shards/piece-") && $0.hasSuffix(".jsonl") }
    }
    while done().count < 3, process.isRunning, Date() < limit {
      Thread.sleep(forTimeInterval: 0.002)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let kept = done().sorted()
    #expect(kept.count >= 3)
    if let first = kept.first, kept.count < Self.pieces {
      // A damaged piece is done again.
      try workspace.write(first, try workspace.data(first).dropLast(20))
      let resumed = try train("run")
      resumed.expect(code: 0)
      #expect(resumed.standardError.contains("is cut off"))
    } else {
      try train("run").expect(code: 0)
    }
    try expectSame("run", as: "whole")
  }

  @Test func whatIsAlsoObservedIsScoredToo() throws {
    try train(
      "run", "--protocol", "henze2017", "--observe", "window", "--also-observe", "recording"
    ).expect(code: 0)
    let cells = CSVTable(try workspace.text("run/cells.csv")).rows
    for parameters in [
      "trained=leave-one-out,adapt=false", "trained=leave-one-out,adapt=false,observe=recording",
    ] {
      let rows = cells.filter { $0["parameters"] == parameters }
      #expect(!rows.isEmpty && rows.allSatisfy { $0["participants"] == "3" }, "\(parameters)")
    }
    let search = try workspace.text("run/search.csv")
    #expect(search.contains("\"\"epochs\"\":1") && !search.contains("\"\"epochs\"\":2"))
  }

  @Test func flagsThatNeedLeaveOneOutAreRefusedWithoutIt() throws {
    for flag in [["--shard", "1/2"], ["--plan-only"], ["--search-epochs", "2"]] {
      try workspace.nextpoint(arguments: ["train", "set", "--output", "m"] + flag)
        .expectRefusal(code: 64, saying: "--leave-one-out")
    }
    #expect(!workspace.exists("m"))
  }
}
