import Foundation
import Testing

/// One meaning for each exit code, whatever the command: 64 for an output that stands in the way, 65
/// for what is not there.
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

  /// An output that exists is refused without `--force`, and what is not ours with it too.
  @Test(arguments: [
    "sweep --dataset good.csv --predictor hold --output",
    "tune polynomial:degree=1,window=2..3 --dataset good.csv --output",
    "train good.csv --leave-one-out --output", "datasets convert good.csv --output",
  ])
  func anOutputInTheWayIs64(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    for output in ["taken", "file"] {
      for force in [[], ["--force"]] {
        try workspace.expectNothingWritten {
          try workspace.nextpoint(arguments: words + [output] + force)
            .expectRefusal(code: 64, saying: output, "choose another")
        }
      }
    }
    #expect(try workspace.text("file") == "mine")
  }

  @Test func synthesizedSetsAndModelsInTheWayAre64() throws {
    for force in [[], ["--force"]] {
      try workspace.nextpoint(arguments: ["datasets", "synthesize", "--output", "taken"] + force)
        .expectRefusal(code: 64, saying: "taken/clean-60hz: the output folder exists")
    }
    try workspace.nextpoint("train", "good.csv", "--output", "file")
      .expectRefusal(code: 64, saying: "file: exists already", "--force")
  }

  /// A data set, plan, model, catalogue or other input that is not there.
  @Test(arguments: [
    "evaluate nosuch", "sweep --dataset nosuch --output run", "sweep nosuch --output run",
    "compare hold linear --dataset nosuch",
    "tune desp:smoothing=0.4|0.5 --dataset nosuch --output run",
    "train nosuch --output model", "check nosuch", "report nosuch", "sweep merge nosuch",
    "ink --input nosuch --json", "ink --input events.json --actions nosuch --svg a.svg",
    "ink --strokes nosuch --svg a.svg", "ink --gallery nosuch --svg a.svg",
    "datasets info nosuch",
    "datasets validate nosuch", "datasets convert nosuch --output set", "datasets samples nosuch",
    "datasets fetch x --catalogue nosuch", "replay nosuch --output a.html",
    "predictors draw hold --dataset nosuch --horizon-ms 16 --output a.svg",
    "evaluate good.csv --predictions a=nosuch",
    "evaluate good.csv --predictor learned:model=nosuch",
    "predict --horizon-ms 16 --predictor learned:model=nosuch",
    "predictors export learned:model=nosuch --rate 60", "predictors noise learned:model=nosuch",
    "predictors draw learned:model=nosuch --dataset good.csv --horizon-ms 16 --output a.svg",
    "ink --input events.json --json --predictor learned:model=nosuch",
    "ink --gallery good.csv --predictor learned:model=nosuch --svg a.svg",
    "replay good.csv --predictor learned:model=nosuch --output a.html",
  ])
  func whatIsNotThereIs65(command: String) throws {
    try workspace.nextpoint(arguments: command.split(separator: " ").map(String.init))
      .expectRefusal(code: 65, saying: "nosuch", "; ")
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
