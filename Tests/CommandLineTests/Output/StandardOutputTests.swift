import Foundation
import Testing

/// A result that does not arrive is a failure: no command ends with 0 where standard output failed.
@Suite struct StandardOutputTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.write("plan.yaml", "datasets: [r.csv]\npredictors: [hold]\n")
  }

  /// Every command that writes a result to standard output.
  private static let commands: [String] = [
    "evaluate r.csv --predictor hold", "metrics", "predictors", "predictors show polynomial",
    "predictors noise hold --frames-ahead 1",
    "predictors export polynomial:degree=1,window=3 --frames-ahead 1 --rate 60",
    "datasets info r.csv", "datasets init r.csv --force", "datasets validate r.csv",
    "datasets samples r.csv",
    "datasets convert r.csv --output set", "record --list", "sweep plan.yaml --dry-run",
    "sweep plan.yaml --plan-only --output run",
    "compare hold linear --dataset r.csv --frames-ahead 1",
    "predict --predictor hold --horizon-ms 10", "--help", "--version", "sweep --help",
    "--generate-completion-script bash", "help",
  ]

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
  func aFullDeviceEndsWithOneAndAMessage(words: String) throws {
    try run(words, to: "good").expect(code: 0)
    #expect(try !workspace.text("good").isEmpty)
    let result = try run(words, to: "/dev/full")
    result.expect(code: 1)
    #expect(
      result.standardError.contains(
        "error: standard output: cannot be written (No space left on device); "),
      "\(words): \(result.standardError)")
  }

  @Test(arguments: ["metrics", "datasets samples r.csv", "--help"])
  func aClosedStandardOutputIsAFailure(words: String) throws {
    let result = try workspace.shell("exec '\(BuiltExecutable.path)' \(words) >&-")
    result.expect(code: 1)
    #expect(
      result.standardError.contains("standard output: cannot be written (Bad file descriptor)"))
  }

  /// Standard streams that are closed have their numbers taken by no file that the command writes.
  @Test func aClosedStreamIsNotTheNextFileThatIsOpened() throws {
    try workspace.shell(
      "exec '\(BuiltExecutable.path)' sweep plan.yaml --output run <&- 2>&-"
    ).expect(code: 0)
    #expect(try workspace.text("run/scores.csv").hasPrefix("dataset,"))
  }

  /// The reader leaves first, so that the first write already finds nobody.
  @Test(arguments: [
    "metrics", "datasets samples r.csv", "evaluate r.csv --predictor hold", "--help",
  ])
  func aReaderThatLeavesEndsItSilentlyWithOne(words: String) throws {
    try #require(mkfifo(workspace.url("gone").path, 0o600) == 0)
    let result = try workspace.shell(
      """
      exec 4<>gone 3>gone 4<&-
      '\(BuiltExecutable.path)' \(words) >&3
      """)
    result.expect(code: 1)
    #expect(result.standardError.isEmpty, "\(result.standardError)")
  }

  /// `yes | predict | head`: input without end, and output that nobody reads after the first line.
  @Test func aFilterWithEndlessInputEndsWithItsReader() throws {
    let result = try workspace.shell(
      """
      yes 0,0,0 | { timeout 60 '\(BuiltExecutable.path)' predict --predictor hold --horizon-ms 10
        echo $? >code; } | head -n 1
      """)
    result.expect(code: 0)
    #expect(result.standardOutput == "t_s,x,y,ahead_s,predicted_x,predicted_y\n")
    #expect(try workspace.text("code") == "1\n")
    #expect(!result.standardError.contains("error"), "\(result.standardError)")
  }

  /// What is unfinished goes with a process that ends so.
  @Test func nothingHalfWrittenStays() throws {
    _ = try run("sweep plan.yaml --plan-only --output run", to: "/dev/full")
    workspace.expectNothingHalfWritten()
    // The plan is written, and the sweep is gone on with.
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expect(code: 0)
  }

  private func run(_ words: String, to place: String) throws -> CommandResult {
    for made in ["set", "run"] where workspace.exists(made) {
      try FileManager.default.removeItem(at: workspace.url(made))
    }
    return try workspace.shell(
      "printf '0,1,2\\n1,2,3\\n' | '\(BuiltExecutable.path)' \(words) >\(place)")
  }
}
