import Foundation
import Testing

/// Programs that propose settings: the protocol, what goes wrong, and Optuna where it is installed.
@Suite struct SearchEngineTests {
  /// Proposes one place after another, from the seed on, and keeps what it was sent.
  private static let engine = """
    while read -r line; do
      echo "$line" >> heard.txt
      case "$line" in
      *'"begin"'*) n=${line##*'"seed":'}; n=${n%%[,\\}]*};;
      *'"ask"'*) echo "{\\"places\\":[$((n % 4))]}"; n=$((n + 1));;
      esac
    done
    """

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset(
      "set", participants: 3, splits: #"{"train": ["p1", "p2"], "test": ["p3"]}"#)
    return workspace
  }

  private func tune(
    _ workspace: Workspace, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: [
        "tune", "polynomial:degree=1,window=2..6/1", "--dataset", "set", "--replicates", "100",
        "--output", "run",
      ] + arguments, environment: environment)
  }

  @Test func aProgramLeadsTheSearch() throws {
    let workspace = try workspace()
    try workspace.write("engine.sh", Self.engine)
    try tune(workspace, "--engine", "sh engine.sh", "--trials", "3", "--seed", "2").expect(code: 0)
    let trials = CSVTable(try workspace.text("run/trials.csv")).rows
    #expect(trials.map { $0["swept_window"] } == ["4", "5", "2"])
    let heard = try workspace.text("heard.txt").split(separator: "\n")
    #expect(heard.count == 7)
    #expect(
      heard[0]
        == #"{"axes":[{"name":"window","ordered":true,"values":["2","3","4","5","6"]}],"protocol":1,"seed":2,"trials":3,"type":"begin"}"#
    )
    let told = heard.filter { $0.contains("tell") }
    #expect(
      told.map(String.init)
        == trials.map { #"{"type":"tell","value":\#($0["objective"] ?? "")}"# })
    #expect(try workspace.text("run/manifest.json").contains("engine sh engine.sh"))
  }

  /// It knows four of five settings only, and is not asked for ever.
  @Test func aProgramThatRepeatsItselfComesToAnEnd() throws {
    let workspace = try workspace()
    try workspace.write("engine.sh", Self.engine)
    try tune(workspace, "--engine", "sh engine.sh", "--trials", "5").expect(code: 0)
    #expect(CSVTable(try workspace.text("run/trials.csv")).rows.count == 4)
  }

  @Test(arguments: [
    ("true", "ended before it had answered"), ("echo hello; cat > /dev/null", "wrote 'hello'"),
    (#"echo '{"places":[7]}'; cat > /dev/null"#, "1 axes"),
    (#"echo '{"error":"no licence"}'; cat > /dev/null"#, "no licence"),
  ])
  func whatAProgramGetsWrongIsNamed(command: String, sentence: String) throws {
    let workspace = try workspace()
    try workspace.expectNothingWritten {
      try tune(workspace, "--engine", command, "--trials", "3")
        .expectRefusal(code: 1, saying: sentence, "docs/tune.md")
    }
  }

  @Test func withoutPythonTheRefusalSaysHowToInstallIt() throws {
    let workspace = try workspace()
    try workspace.expectNothingWritten {
      try tune(
        workspace, "--search", "optuna", "--trials", "3",
        environment: ["PATH": workspace.url("nowhere").path]
      ).expectRefusal(code: 1, saying: "python3 -m pip install optuna", "--search random")
    }
  }

  private static let hasOptuna =
    (try? Workspace().shell("python3 -c 'import optuna'").code) == 0

  @Test(.enabled(if: hasOptuna, "Optuna is not installed for python3"))
  func optunaFindsTheBestBySeed() throws {
    let workspace = try workspace()
    let tried = try (0..<2).map { _ in
      try tune(workspace, "--search", "optuna", "--trials", "5", "--seed", "7", "--force")
        .expect(code: 0)
      return try workspace.text("run/trials.csv")
    }
    #expect(tried[0] == tried[1])
    let rows = CSVTable(tried[0]).rows
    #expect(Set(rows.compactMap { $0["swept_window"] }).count == 5)
    #expect(rows.first { $0["chosen"] == "1" }?["swept_window"] == "2")
  }
}
