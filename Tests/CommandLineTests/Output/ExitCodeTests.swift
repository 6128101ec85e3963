import Foundation
import TestSupport
import Testing

/// One meaning for each exit code, whatever the command.
@Suite struct ExitCodeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("good.csv", SmallRecordings().csv())
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    // Something of the user's own wherever an output is to go.
    try workspace.write("taken/clean-60hz/mine.txt", "")
    try workspace.write("file", "mine")
  }

  /// Situations that commands share, each with the one exit code that it always has.
  enum Situation: String, CaseIterable {
    case outputTaken = "what exists is not ours to replace"
    case folderForFile = "the output file names a folder"
    case unwritable = "the system cannot make the output"
    case unknownPredictor = "no predictor has the name"
    case nothingNamed = "a required argument is missing"
    case missingInput = "the input does not exist"
    case emptyInput = "nothing in the input can be used"
    case partialInput = "a part of the input is left out"

    var code: Int32 {
      switch self {
      case .unwritable: 1
      case .partialInput: 3
      case .outputTaken, .folderForFile, .unknownPredictor, .nothingNamed: 64
      case .missingInput, .emptyInput: 65
      }
    }

    /// Commands in this situation; `~` stands for an output that they would write.
    var commands: [String] {
      switch self {
      case .outputTaken:
        [
          "sweep run --dataset good.csv --predictor hold --output taken",
          "tune polynomial:degree=1,window=2..3 --dataset good.csv --leave-one-out --output taken",
          "train good.csv --leave-one-out --output taken", "train good.csv --output file",
          "datasets convert good.csv --output taken", "datasets synthesize --output taken",
          "report run --output file", "check other.yaml --update --baseline plan.csv",
          "sweep merge shared --output taken",
        ]
      case .folderForFile:
        Self.writers.map { "\($0) taken" } + [
          "train good.csv --kind linear --force --output taken",
          "check plan.yaml --update --baseline taken",
        ]
      case .unwritable:
        Self.writers.flatMap { ["\($0) nowhere/a", "\($0) file/a"] } + [
          "train good.csv --kind linear --output nowhere/a",
          "check plan.yaml --update --baseline nowhere/a",
          "sweep --dataset good.csv --predictor hold --output file/a",
          "tune polynomial:degree=1,window=2..3 --dataset good.csv --leave-one-out --output file/a",
          "train good.csv --leave-one-out --output file/a",
          "datasets convert good.csv --output file/a", "datasets synthesize --output file/a",
          "report run --output file/a", "sweep merge shared --output file/a",
        ]
      case .unknownPredictor:
        [
          "evaluate good.csv --predictor nosuch", "compare hold nosuch --dataset good.csv",
          "sweep --dataset good.csv --predictor nosuch --output ~",
          "tune nosuch --dataset good.csv --output ~",
          "train good.csv --leave-one-out --predictor nosuch --output ~",
          "predict --predictor nosuch --horizon-ms 16", "predictors show nosuch",
          "predictors draw nosuch --dataset good.csv --output ~", "predictors noise nosuch",
          "predictors export nosuch --rate 60", "ink --gallery good.csv --predictor nosuch --svg ~",
          "ink --input events.json --json --predictor nosuch", "replay good.csv --predictor nosuch",
          "datasets convert good.csv --to inkable-json --predictor nosuch --output ~",
          "check unknown.yaml --baseline plan.csv",
        ]
      case .nothingNamed:
        [
          "evaluate", "compare", "compare hold linear", "sweep", "sweep --output ~", "sweep merge",
          "train", "train --output ~", "tune", "tune polynomial:degree=1..2 --output ~", "report",
          "datasets info", "datasets init", "datasets validate", "datasets convert --output ~",
          "datasets samples",
          "datasets synthesize", "replay", "check", "ink", "predict", "predictors show",
          "predictors draw --output ~", "predictors noise", "predictors export --rate 60", "record",
        ]
      case .missingInput: Self.missing
      case .emptyInput:
        [
          "evaluate empty.csv", "compare hold linear --dataset empty.csv",
          "sweep --dataset empty.csv --predictor hold --output ~",
          "tune polynomial:degree=1,window=2..3 --dataset empty.csv --leave-one-out --output ~",
          "train empty.csv --output ~", "train empty.csv --leave-one-out --output ~",
          "datasets info empty.csv", "datasets init empty.csv", "datasets validate empty.csv",
          "datasets samples empty.csv",
          "datasets convert empty.csv --output ~", "replay empty.csv --output ~",
          "predictors draw hold --dataset empty.csv --output ~", "ink --gallery empty.csv --svg ~",
          "ink --strokes empty.csv --svg ~", "ink --input empty.csv --json",
          "check empty.yaml --baseline plan.csv", "report taken", "sweep merge taken",
        ]
      case .partialInput:
        [
          "evaluate part.csv", "compare hold linear --dataset part.csv",
          "sweep --dataset part.csv --predictor hold --output ~1",
          "train part.csv --kind linear --output ~2", "datasets info part.csv",
          "datasets validate part.csv", "datasets samples part.csv",
          "datasets convert part.csv --output ~3", "replay part.csv --output ~4",
          "predictors draw hold --dataset part.csv --output ~5", "ink --gallery part.csv --svg ~6",
          "ink --strokes part.csv --svg ~7", "check part.yaml --baseline part-plan.csv",
        ]
      }
    }

    /// Commands that write one file, up to its name.
    private static let writers = [
      "live --output", "replay good.csv --output",
      "predictors draw hold --dataset good.csv --output",
      "compare hold linear --dataset good.csv --frames-ahead 1 --figure",
      "ink --strokes good.csv --svg", "ink --gallery good.csv --output",
    ]

    private static let missing = [
      "evaluate nosuch", "sweep --dataset nosuch --output run2", "sweep nosuch --output run2",
      "compare hold linear --dataset nosuch",
      "tune desp:smoothing=0.4|0.5 --dataset nosuch --output run2",
      "train nosuch --output model", "check nosuch", "report nosuch", "sweep merge nosuch",
      "ink --input nosuch --json", "ink --input events.json --actions nosuch --svg a.svg",
      "ink --strokes nosuch --svg a.svg", "ink --gallery nosuch --svg a.svg",
      "datasets info nosuch", "datasets init nosuch", "datasets validate nosuch",
      "datasets samples nosuch",
      "datasets convert nosuch --output set", "datasets fetch x --catalogue nosuch",
      "replay nosuch --output a.html",
      "predictors draw hold --dataset nosuch --horizon-ms 16 --output a.svg",
      "evaluate good.csv --predictions a=nosuch",
      "evaluate good.csv --predictor learned:model=nosuch",
      "predict --horizon-ms 16 --predictor learned:model=nosuch",
      "predictors export learned:model=nosuch --rate 60", "predictors noise learned:model=nosuch",
      "predictors draw learned:model=nosuch --dataset good.csv --horizon-ms 16 --output a.svg",
      "ink --input events.json --json --predictor learned:model=nosuch",
      "ink --gallery good.csv --predictor learned:model=nosuch --svg a.svg",
      "replay good.csv --predictor learned:model=nosuch --output a.html",
      "record --evdev nosuch --output a.events",
    ]
  }

  /// The same situation ends every command with the same code, and a refusal leaves no file.
  @Test(arguments: Situation.allCases) func aSituationHasOneCode(situation: Situation) throws {
    try prepareRuns()
    for command in situation.commands {
      let words = command.replacing("~", with: "new").split(separator: " ").map(String.init)
      if situation == .partialInput {
        try workspace.nextpoint(arguments: words).expect(code: situation.code)
        continue
      }
      try workspace.expectNothingWritten {
        let result = try workspace.nextpoint(arguments: words)
        result.expect(code: situation.code)
        if situation == .missingInput {
          result.expectRefusal(code: situation.code, saying: "nosuch", "; ")
        }
      }
    }
    #expect(try workspace.text("file") == "mine")
  }

  /// Every subcommand that there is has its situations above, or takes nothing that can be missing.
  @Test func everyCommandHasItsSituations() throws {
    let tried = Situation.allCases.flatMap(\.commands)
    for command in try SnapshotTests.leafCommands(in: workspace)
    where !["metrics", "datasets list", "predictors list"].contains(command) {
      #expect(tried.contains { $0.hasPrefix(command) }, "\(command)")
    }
  }

  /// The page on the command line lists the codes that the help lists.
  @Test func theTableOfCodesIsThatOfTheHelp() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/command-line.md"),
      encoding: .utf8)
    let listed = page.matches(of: #/\n\| (\d+) \| /#).map { String($0.1) }
    let help = try workspace.nextpoint("--help").standardOutput
    let known = help.matches(of: #/\n  (\d+) +[a-z]/#).map { String($0.1) }
    #expect(listed == known && known == ["0", "1", "2", "3", "64", "65", "129", "130", "143"])
  }

  /// What `--force` does not replace is refused with it too.
  @Test(arguments: [
    "sweep --dataset good.csv --predictor hold --output",
    "tune polynomial:degree=1,window=2..3 --dataset good.csv --output",
    "train good.csv --leave-one-out --output", "datasets convert good.csv --output",
  ])
  func forceReplacesOnlyOurs(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    for output in ["taken", "file"] {
      try workspace.expectNothingWritten {
        try workspace.nextpoint(arguments: words + [output, "--force"])
          .expectRefusal(code: 64, saying: output, "choose another")
      }
    }
    #expect(try workspace.text("file") == "mine")
  }

  /// Plans, a baseline, a finished run and one in shards.
  private func prepareRuns() throws {
    let recordings = SmallRecordings()
    try workspace.write("empty.csv", "")
    try workspace.write(
      "part.csv", recordings.csv { $0 == 1 && $1 == 5 ? [$2[0], "soon", $2[2], $2[3]] : $2 })
    for (plan, content) in [
      ("plan", "good.csv], predictors: [hold"), ("other", "other.csv], predictors: [hold"),
      ("unknown", "good.csv], predictors: [nosuch"), ("empty", "empty.csv], predictors: [hold"),
      ("part", "part.csv], predictors: [hold"),
    ] { try workspace.write("\(plan).yaml", "{datasets: [\(content)]}\n") }
    try workspace.write("other.csv", recordings.csv())
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    try workspace.nextpoint("check", "part.yaml", "--update", "--baseline", "part-plan.csv")
      .expect(code: 3)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expect(code: 0)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "shared", "--shard", "1/1")
      .expect(code: 0)
  }

  @Test func aNameThatTheCatalogueLacksIs65() throws {
    try workspace.write("catalogue.json", #"{"schema": 1, "datasets": []}"#)
    try workspace.nextpoint("datasets", "fetch", "nosuch", "--catalogue", "catalogue.json")
      .expectRefusal(code: 65, saying: "nosuch")
  }

  /// `predict` opens the model files that `train` writes.
  @Test func predictUsesAModelFile() throws {
    try workspace.nextpoint(
      "train", "good.csv", "--kind", "linear", "--frames-ahead", "1,2", "--output", "model"
    ).expect(code: 0)
    let samples = try workspace.nextpoint("datasets", "samples", "good.csv").standardOutput
    let result = try workspace.nextpoint(
      "predict", "--predictor", "learned:model=model", "--horizon-ms", "16.7", input: samples)
    result.expect(code: 0)
    let answered = CSVTable(result.standardOutput).rows.count { $0["predicted_x"] != "" }
    #expect(answered > 50)
  }
}
