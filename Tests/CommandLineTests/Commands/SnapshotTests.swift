import Foundation
import Testing

/// What scripts depend on, as committed files; see `Snapshot` for how they are written anew.
@Suite struct SnapshotTests {
  /// The help of every command that there is, found by walking down from the root.
  @Test func helpOfEveryCommand() throws {
    let workspace = try Workspace()
    var waiting: [[String]] = [[]]
    var made: Set<String> = []
    while let command = waiting.popLast() {
      let help = try workspace.nextpoint(arguments: command + ["--help"])
      help.expect(code: 0)
      #expect(help.standardError.isEmpty)
      let name = (["help"] + command).joined(separator: "-") + ".txt"
      try Snapshot.expect(help.standardOutput, equals: name)
      for line in help.standardOutput.split(separator: "\n") {
        #expect(line.count <= 79, "\(name): \(line)")
      }
      let hasExample = help.standardOutput.contains("  nextpoint \(command.first ?? "")")
      #expect(hasExample && help.standardOutput.contains("EXAMPLE"), "\(name) has no example")
      made.insert(name)
      waiting += Self.subcommands(in: help.standardOutput).map { command + [$0] }
    }
    // Every command of the design's first step; a walk that finds fewer is broken.
    #expect(made.count >= 16, "\(made.sorted())")
    let stale = try Snapshot.names().filter { $0.hasPrefix("help") }.subtracting(made)
    #expect(stale.isEmpty, "no command has these snapshots any more: \(stale.sorted())")
  }

  /// The headers of all CSV that is written.
  @Test func headersOfCSV() throws {
    let workspace = try Workspace()
    let good = SmallRecordings().csv()
    try workspace.writeDataset("set", files: [("good.csv", good), ("bad.csv", "nonsense\n")])
    let sweep = try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "polynomial:degree=1..2,window=3..4",
      "--frames-ahead", "1", "--raw", "--output", "run")
    sweep.expect(code: 3)
    try workspace.write("good.csv", good)
    let samples = try workspace.nextpoint("datasets", "samples", "good.csv").standardOutput
    let predictions = try workspace.nextpoint(
      "predict", "--predictor", "hold", "--horizon-ms", "10", input: samples)
    var headers: [(String, String)] = []
    for name in ["scores", "timings", "failures", "predictions"] {
      headers.append(("run/\(name).csv", try workspace.text("run/\(name).csv")))
    }
    try workspace.writeDataset("people", files: [("1.csv", good), ("2.csv", good)])
    try workspace.nextpoint(
      "tune", "polynomial:degree=1,window=2..3", "--dataset", "people", "--leave-one-out",
      "--at-most", "overshoot_p95<=9", "--replicates", "100", "--output", "tuned"
    ).expect(code: 0)
    for name in ["trials", "comparisons", "folds"] {
      headers.append(("tuned/\(name).csv", try workspace.text("tuned/\(name).csv")))
    }
    headers += [("datasets samples", samples), ("predict", predictions.standardOutput)]
    for command in [
      ["evaluate", "good.csv", "--predictor", "hold"], ["predictors"],
      ["predictors", "show", "polynomial"], ["predictors", "noise", "hold", "--seeds", "2"],
      ["predictors", "export", "hold", "--rate", "60"],
      ["datasets", "list"], ["datasets", "info", "good.csv"],
      ["datasets", "validate", "good.csv"],
    ] {
      let result = try workspace.nextpoint(arguments: command + ["--format", "csv"])
      headers.append((command.joined(separator: " "), result.standardOutput))
    }
    let text = headers.map { "\($0): \($1.prefix { $0 != "\n" })\n" }.joined()
    try Snapshot.expect(text, equals: "csv-headers.txt")
  }

  /// The keys of both halves of a manifest, as paths.
  @Test func keysOfTheManifest() throws {
    let workspace = try Workspace()
    try workspace.writeDataset(
      "set", files: [("good.csv", SmallRecordings().csv())], splits: #"{"train": ["p1", "p2"]}"#)
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "polynomial:degree=1..2,window=2..3",
      "--group-by", "task", "--split", "train", "--output", "run"
    ).expect(code: 3)
    try Snapshot.expect(Self.keys(workspace.data("run/manifest.json")), equals: "manifest-keys.txt")
  }

  /// The same of a manifest that `tune` writes.
  @Test func keysOfTheManifestOfTuning() throws {
    let workspace = try Workspace()
    let good = SmallRecordings().csv()
    try workspace.writeDataset(
      "set", files: [("1.csv", good), ("2.csv", good)],
      splits: #"{"train": ["p1"], "test": ["p2"]}"#)
    try workspace.nextpoint(
      "tune", "polynomial:degree=1..2,window=2..3", "--dataset", "set", "--search", "random",
      "--trials", "2", "--at-most", "overshoot_p95<=9", "--replicates", "100", "--output", "run"
    ).expect(code: 0)
    try Snapshot.expect(
      Self.keys(workspace.data("run/manifest.json")), equals: "manifest-keys-tune.txt")
  }

  private static func keys(_ manifest: Data) throws -> String {
    let manifest = try JSONSerialization.jsonObject(with: manifest)
    return Set(paths(manifest, "")).sorted().joined(separator: "\n") + "\n"
  }

  /// One command for each exit code, and the ends that are easily confused.
  @Test func exitCodes() throws {
    let workspace = try Workspace()
    let recordings = SmallRecordings()
    try workspace.write("good.csv", recordings.csv())
    try workspace.write(
      "part.csv", recordings.csv { $0 == 1 && $1 == 5 ? [$2[0], "soon", $2[2], $2[3]] : $2 })
    try workspace.write("empty.csv", "")
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    try workspace.write("plan.yaml", "datasets: [good.csv]\npredictors: [hold]\n")
    try workspace.write("typo.yaml", "dataset: [good.csv]\n")
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    let baseline = try workspace.text("plan.csv")
    let scored = try #require(CSVTable(baseline).rows.first?["scored"])
    try workspace.write(
      "tampered.csv", baseline.replacing(",\(scored),", with: ",1\(scored),", maxReplacements: 1))
    let rows = baseline.split(separator: "\n")
    try workspace.write("cut.csv", rows[...1].joined(separator: "\n") + "\n")
    try workspace.write("doubled.csv", (rows + rows[1...1]).joined(separator: "\n") + "\n")
    let commands = [
      "--version", "--help", "", "nosuchcommand", "evaluate", "evaluate good.csv",
      "evaluate part.csv", "evaluate empty.csv", "evaluate nosuch", "evaluate good.csv --jobs 0",
      "evaluate good.csv --predictor nosuch", "evaluate good.csv --split test",
      "evaluate good.csv --predictor external:command=false",
      "evaluate good.csv --predictions mine=nosuch.csv", "sweep", "sweep nosuch.yaml --output run",
      "sweep typo.yaml --output run", "sweep plan.yaml --output run",
      "sweep plan.yaml --output run",
      "sweep plan.yaml --output run --seed 7", "sweep plan.yaml --output run --force",
      "sweep plan.yaml --output good.csv/run", "sweep plan.yaml --output run --shard 1/2 --force",
      "sweep plan.yaml --output shared --shard 0/2", "sweep plan.yaml --output shared --shard 1/1",
      "report shared", "sweep merge shared", "sweep merge shared", "sweep merge nosuch",
      "sweep merge",
      "tune", "tune hold --dataset good.csv --output tuned",
      "tune desp:smoothing=0.4|0.5 --dataset good.csv --output tuned",
      "tune desp:smoothing=0.4|0.5 --dataset good.csv --leave-one-out --output tuned",
      "report run", "report nosuch", "check plan.yaml", "check plan.yaml --baseline tampered.csv",
      "check plan.yaml --baseline nosuch.csv", "check plan.yaml --baseline cut.csv",
      "check plan.yaml --baseline doubled.csv",
      "predict", "predict --predictor hold",
      "predict --predictor hold --horizon-ms 10", "ink", "ink --input nosuch.json --json",
      "ink --input good.csv --json", "ink --input events.json --json",
      "ink --input events.json --json --filter nosuch", "predictors", "predictors show nosuch",
      "datasets fetch --catalogue nosuch.json", "datasets info good.csv", "datasets info empty.csv",
      "datasets validate part.csv",
      "datasets convert good.csv --output set", "datasets convert good.csv --output set",
      "datasets samples good.csv", "datasets samples nosuch",
      "replay", "replay good.csv", "replay good.csv", "replay part.csv --force",
      "replay empty.csv --force",
      "replay good.csv --limit 0",
    ]
    let lines = try commands.map { command in
      let arguments = command.split(separator: " ").map(String.init)
      let code = try workspace.nextpoint(arguments: arguments).code
      return "\(code)  nextpoint \(command)\n"
    }
    try Snapshot.expect(lines.joined(), equals: "exit-codes.txt")
  }

  /// The names under "SUBCOMMANDS:" and its groups, each after two spaces; what follows is not a name.
  private static func subcommands(in help: String) -> [String] {
    var isInList = false
    return help.split(separator: "\n").compactMap { line in
      if !line.hasPrefix(" ") { isInList = line.hasSuffix("SUBCOMMANDS:") }
      guard isInList, line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  See ") else {
        return nil
      }
      return line.split(separator: " ").first.map(String.init)
    }
  }

  /// Every command without subcommands, such as `datasets info`.
  static func leafCommands(in workspace: Workspace) throws -> [String] {
    var (waiting, leaves): ([[String]], [String]) = ([[]], [])
    while let command = waiting.popLast() {
      let help = try workspace.nextpoint(arguments: command + ["--help"]).standardOutput
      let below = subcommands(in: help)
      if below.isEmpty { leaves.append(command.joined(separator: " ")) }
      waiting += below.map { command + [$0] }
    }
    return leaves
  }

  private static func paths(_ value: Any, _ path: String) -> [String] {
    if let object = value as? [String: Any] {
      return object.flatMap { paths($1, path.isEmpty ? $0 : "\(path).\($0)") }
    }
    if let array = value as? [Any], !array.isEmpty {
      return array.flatMap { paths($0, "\(path)[]") }
    }
    return [path]
  }
}
