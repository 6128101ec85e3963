import Foundation
import Testing

/// A file that is only read must not run a program: a plan runs those it names with leave alone.
@Suite struct PlanProgramsTests {
  /// Leaves a file behind, then answers as it should.
  private static let program =
    "touch ran; \(BuiltExecutable.path) predict --predictor hold --horizon-ms {horizon-ms}"
  private static let spelling = "external:command=\"\(program)\""

  private func workspace(_ predictors: String = "'\(spelling)'") throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.write("plan.yaml", "datasets: [set]\npredictors:\n  - hold\n  - \(predictors)\n")
    return workspace
  }

  /// The program was not run, and the refusal says where it is named and what to do.
  private func expectRefusal(
    _ result: CommandResult, in workspace: Workspace, naming place: String = "plan.yaml:4",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    result.expectRefusal(
      code: 64, saying: place, "would run the program 'touch ran; ", "--allow-programs",
      sourceLocation: sourceLocation)
    #expect(!workspace.exists("ran"), sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "'\(spelling)'", "'hedge:[hold;\(spelling)]'", "'quantise:step=1+\(spelling)'",
  ])
  func aPlanRunsNoProgramByItself(predictors: String) throws {
    let workspace = try workspace(predictors)
    expectRefusal(try workspace.nextpoint("sweep", "plan.yaml", "--output", "run"), in: workspace)
    #expect(!workspace.exists("run"))
    expectRefusal(
      try workspace.nextpoint("sweep", "plan.yaml", "--output", "run", "--shard", "1/2"),
      in: workspace)
    expectRefusal(
      try workspace.nextpoint("check", "plan.yaml", "--update"), in: workspace)
  }

  @Test func withLeaveItRunsThem() throws {
    let workspace = try workspace()
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run", "--allow-programs")
      .expect(code: 0)
    #expect(workspace.exists("ran"))
    let table = CSVTable(try workspace.text("run/scores.csv"))
    #expect(!table.rows(where: ["predictor": "external"]).isEmpty)
    // What reads the run alone runs none.
    try FileManager.default.removeItem(at: workspace.url("ran"))
    try workspace.nextpoint("report", "run").expect(code: 0)
    try workspace.nextpoint("sweep", "merge", "run").expect(code: 0)
    try workspace.nextpoint("check", "run", "--baseline", "run/scores.csv").expect(code: 0)
    #expect(!workspace.exists("ran"))
    try workspace.nextpoint("check", "plan.yaml", "--update", "--allow-programs").expect(code: 0)
    #expect(workspace.exists("ran"))
    try FileManager.default.removeItem(at: workspace.url("ran"))
    // The baseline names the program, and a comparison with it asks for leave too.
    expectRefusal(try workspace.nextpoint("check", "plan.yaml"), in: workspace)
    try workspace.nextpoint("check", "plan.yaml", "--allow-programs").expect(code: 0)
  }

  /// Not even with leave, and not one that the command line gives.
  @Test func aDryRunRunsNone() throws {
    let workspace = try workspace()
    for more in [[], ["--allow-programs"], ["--predictor", Self.spelling]] {
      let result = try workspace.nextpoint(
        arguments: ["sweep", "plan.yaml", "--dry-run"] + more)
      result.expect(code: 0)
      #expect(result.standardError.contains("without the time of 1 external program"))
      #expect(result.standardOutput.contains("pieces to share out"))
      #expect(!workspace.exists("ran"))
    }
  }

  /// The predictors of flags take the place of the file's.
  @Test func whatTheCommandLineGivesRuns() throws {
    let workspace = try workspace()
    try workspace.nextpoint("sweep", "plan.yaml", "--predictor", "hold", "--output", "one")
      .expect(code: 0)
    #expect(!workspace.exists("ran"))
    try workspace.nextpoint("sweep", "plan.yaml", "--predictor", Self.spelling, "--output", "two")
      .expect(code: 0)
    #expect(workspace.exists("ran"))
  }

  private static let training = [
    "train", "set", "--leave-one-out", "--set", "hidden=4", "--set", "members=2", "--set",
    "epochs=1",
    "--set", "displacements=3", "--frames-ahead", "2", "--output", "run",
  ]

  private func trainable() throws -> Workspace {
    let workspace = try Workspace()
    let files = (0..<2).map {
      (name: "\($0).csv", text: SmallRecordings(strokes: 2, start: Double($0)).csv())
    }
    try workspace.writeDataset("set", files: files)
    return workspace
  }

  /// A merge scores what `plan.json` names beside the models.
  @Test func aMergeOfATrainingRunsNoneByItself() throws {
    let workspace = try trainable()
    try workspace.nextpoint(
      arguments: Self.training + ["--predictor", Self.spelling, "--shard", "1/1"]
    ).expect(code: 0)
    #expect(!workspace.exists("ran"))
    expectRefusal(
      try workspace.nextpoint("sweep", "merge", "run"), in: workspace, naming: "run/plan.json")
    try workspace.nextpoint("sweep", "merge", "run", "--allow-programs").expect(code: 0)
    #expect(workspace.exists("ran"))
  }

  /// Its silence would stand beside the models as holding still.
  @Test func aProgramThatFailsBesideATrainingEndsIt() throws {
    let workspace = try trainable()
    let result = try workspace.nextpoint(
      arguments: Self.training + ["--predictor", "external:command=false"])
    result.expect(code: 1)
    #expect(result.standardError.contains("external program 'false' ended before it had answered"))
    #expect(!workspace.exists("run/scores.csv"))
  }

  private static let hasPython = (try? Workspace().shell("python3 -c pass").code) == 0

  /// Python looks for modules in the folder of the command first, unless it is kept from that.
  @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: ["optuna", "json"])
  func noModuleOfTheFolderRuns(name: String) throws {
    let workspace = try Workspace()
    let files = (0..<2).map { (name: "\($0).csv", text: SmallRecordings().csv()) }
    try workspace.writeDataset(
      "set", files: files, splits: #"{"train": ["p1"], "test": ["p2"]}"#)
    try workspace.write("\(name).py", "open('ran', 'w').close()\n")
    _ = try workspace.nextpoint(
      "tune", "desp:smoothing=0.4|0.5", "--dataset", "set", "--search", "optuna", "--trials", "2",
      "--replicates", "100", "--output", "run")
    #expect(!workspace.exists("ran"))
  }
}
