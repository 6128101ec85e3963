import Testing

/// Plans and predictors that cannot be: what is said, and that nothing is written.
@Suite struct BadPlanTests {
  private static let display = ["--protocol", "display"]

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
  }

  /// Each plan has its fault on line 3.
  @Test(arguments: [
    ("frames-ahed: 1", "unknown key 'frames-ahed'; the keys are datasets, predictors"),
    ("frames-ahead: 4..1", "frames-ahead 4..1: '4..1' is an empty range"),
    ("frames-ahead: []", "'frames-ahead' is empty; give at least one value"),
    ("frames-ahead: {a: 1}", "'frames-ahead' must be a value or a list of values"),
    ("frames-ahead: soon", "'soon' is not a number; write for example 1..6"),
    ("history: many", "history: 'many' is not a number"),
    ("history: [1, 2]", "'history' must be a single value"),
    ("history: 0", "history: 0 is not from 1 to 1000000"),
    ("max-gap: -1", "max-gap: -1.0 is not above 0"),
    ("tail: cut", "tail: 'cut' is none of drop, clamp"),
    ("group-by: [person]", "group-by: 'person' is none of task, participant"),
    ("seed: -1", "seed: '-1' is not a number"),
    ("observe: window", "observe: window requires the protocol henze2017"),
    ("refresh-rate: 60", "refresh-rate: requires the protocol display"),
    ("delivery: all", "delivery: 'all' is none of coalesced, newest"),
    ("dropped-frames: few", "dropped-frames: 'few' is not a number"),
    ("unit: [", "is not YAML"),
  ])
  func theFileTheLineAndTheValueAreNamed(line: String, part: String) throws {
    try workspace.write("plan.yaml", "datasets: [r.csv]\npredictors: [hold]\n\(line)\n")
    try workspace.expectNothingWritten {
      let result = try workspace.nextpoint("sweep", "plan.yaml", "--output", "run")
      // The end of a flow sequence is missed where the text ends.
      let place = line.hasSuffix("[") ? "plan.yaml:4: " : "plan.yaml:3: "
      result.expectRefusal(code: 64, saying: place, part)
    }
  }

  @Test(arguments: [
    ("hold, nosuch", "no predictor is called 'nosuch'; there are hold, linear, polynomial"),
    ("\"polynomial:window=5..3\"", "window=5..3 is an empty range"),
    (
      "\"polynomial:windo=5\"",
      "'polynomial' has no parameter 'windo'; did you mean 'window'? The names are degree"
    ),
    ("\"polynomial:degree=3,window=3\"", "window=3 is smaller than degree + 1 = 4"),
    ("\"arc:window=4..6,window-ms=50\"", "window-ms=50 stands in for window, so window=4 cannot"),
  ])
  func aPredictorOfAPlanIsNamedWithItsLine(predictors: String, part: String) throws {
    try workspace.write("plan.yaml", "datasets: [r.csv]\npredictors: [\(predictors)]\n")
    try workspace.expectNothingWritten {
      try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expectRefusal(
        code: 64, saying: "plan.yaml:2: predictors: ", part)
    }
  }

  @Test(arguments: ["", "- a\n- b\n", "just a text\n"])
  func aFileThatIsNoMappingIsRefused(text: String) throws {
    try workspace.write("plan.yaml", text)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expectRefusal(
      code: 64, saying: "plan.yaml: is not a list of 'key: value'; the keys are datasets")
  }

  @Test func aKeyThatIsThereTwiceIsRefused() throws {
    try workspace.write("plan.yaml", "datasets: [r.csv]\ndatasets: [r.csv]\n")
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expectRefusal(
      code: 64, saying: "plan.yaml: ", "a key is there twice", "datasets")
  }

  @Test(arguments: [
    ("predictors: [hold]\n", 64, "no data set is given"),
    ("datasets: [nosuch]\n", 65, "'nosuch'"),
  ])
  func aPlanWithoutDataLeavesNothingBehind(text: String, code: Int32, part: String) throws {
    try workspace.write("plan.yaml", text)
    try workspace.expectNothingWritten {
      try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expectRefusal(
        code: code, saying: part)
    }
  }

  /// Alone it is a usage error; inside a range it is left out, counted, and listed in the manifest.
  @Test func aWindowTooShortForItsDegree() throws {
    let short = "window=3 is smaller than degree + 1 = 4"
    for command in ["evaluate r.csv", "sweep --dataset r.csv --output run"] {
      let arguments = command.split(separator: " ").map(String.init)
      try workspace.nextpoint(
        arguments: arguments + ["--predictor", "polynomial:degree=3,window=3"]
      ).expectRefusal(code: 64, saying: short, "predictors show polynomial")
    }
    #expect(!workspace.exists("run"))
    let sweep = try workspace.nextpoint(
      "sweep", "--dataset", "r.csv", "--predictor", "polynomial:degree=1..3,window=2..4",
      "--frames-ahead", "1", "--output", "run")
    sweep.expect(code: 0)
    // Of 3 × 3 pairs those with window < degree + 1: (2,2), (3,2), (3,3).
    #expect(sweep.standardError.contains("left out 3 combinations"))
    let pooled = CSVTable(try workspace.text("run/scores.csv")).rows(where: [
      "aggregation": "pooled", "participant": "",
    ])
    #expect(pooled.count == 6)
    let manifest = try workspace.text("run/manifest.json")
    for spelling in ["degree=2,window=2", "degree=3,window=2", "degree=3,window=3"] {
      #expect(manifest.contains("polynomial:\(spelling)"))
    }
    #expect(manifest.contains(short))
  }

  @Test(arguments: [
    (["--frames-ahead", "1", "--horizon-ms", "10"], "not both"),
    (["--frame-rate", "120", "--horizon-ms", "10"], "--frame-rate requires --frames-ahead"),
    (["--frames-ahead", "soon"], "--frames-ahead soon: 'soon' is not a number"),
    (["--frames-ahead", "3..1"], "'3..1' is an empty range"),
    (["--frames-ahead", "1", "--frame-rate", "0"], "--frame-rate 0.0 is not above 0"),
    (["--history", "0"], "--history 0 is not from 1"),
    (["--jobs", "0"], "--jobs 0 is not from 1 to 1024"),
    (
      ["--group-by", "person"],
      "'person' is not a grouping; choose from task, participant, device, recording, kind, phase, speed, age, age-ms and lift-ms"
    ),
    (["--metrics", "nosuch"], "'nosuch' is neither a set of measures nor a measure"),
    (["--predictor", "polynomial:window=many"], "window=many is not a whole number"),
    (["--predictor", "nosuch"], "no predictor is called 'nosuch'"),
    (["--predictor", "external"], "command= is missing; write external:command"),
    (["--predictions", "nosuch.csv"], "write it as NAME=FILE.csv"),
    (["--protocol", "henze2017", "--tail", "drop"], "leave them out"),
    (["--protocol", "henze2017", "--history", "3"], "leave them out"),
    (["--protocol", "henze2017", "--targets", "recorded"], "leave them out"),
    (["--protocol", "henze2017", "--max-gap", "3"], "leave them out"),
    (["--observe", "window"], "requires the protocol henze2017"),
    (["--refresh-rate", "60"], "--refresh-rate requires the protocol display"),
    (
      ["--delivery", "newest", "--protocol", "henze2017"],
      "--delivery requires the protocol display"
    ),
    (
      BadPlanTests.display + ["--refresh-rate", "0"], "--refresh-rate 0.0 is not from 1 to 10000 Hz"
    ),
    (BadPlanTests.display + ["--refresh-rate", "1e300"], "is not from 1 to 10000 Hz"),
    (
      BadPlanTests.display + ["--refresh-phase-ms=-1"],
      "--refresh-phase-ms -1.0 is not from 0 to 1000 ms"
    ),
    (
      BadPlanTests.display + ["--input-latency-ms", "nan"],
      "--input-latency-ms nan is not from 0 to 10000 ms"
    ),
    (
      BadPlanTests.display + ["--dropped-frames", "1"],
      "--dropped-frames 1.0 is not a share from 0 to below 1"
    ),
    (
      BadPlanTests.display + ["--targets", "recorded"],
      "--targets recorded asks for the device's own moments"
    ),
    (BadPlanTests.display + ["--observe", "window"], "requires the protocol henze2017"),
    (
      BadPlanTests.display + ["--predictions", "a=b.csv"],
      "--predictions: a file answers fixed horizons"
    ),
  ])
  func flagsThatCannotBeAreUsageErrors(flags: [String], part: String) throws {
    try workspace.nextpoint(arguments: ["evaluate", "r.csv"] + flags).expectRefusal(
      code: 64, saying: part)
  }
}
