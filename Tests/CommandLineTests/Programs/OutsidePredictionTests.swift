import Foundation
import Testing

/// Predictors outside the package are scored in the same tables, and as the same numbers.
@Suite struct OutsidePredictionTests {
  private static let spec = "polynomial:degree=2,window=5"
  private static let horizons = ["--frames-ahead", "1,2,4"]

  /// The replay asks for the time of the target minus that of the sample, the program for the horizon
  /// itself; they differ in the last digits of a double, as may all that follows.
  static let tolerance = 1e-9

  @Test func aFileOfPredictionsScoresAsItsPredictor() throws {
    let workspace = try Workspace()
    let set = "synthetic-noisy-60hz"
    let samples = try workspace.nextpoint("datasets", "samples", set)
    samples.expect(code: 0)
    let predictions = try workspace.nextpoint(
      arguments: ["predict", "--predictor", Self.spec] + Self.horizons,
      input: Data(samples.standardOutput.utf8))
    predictions.expect(code: 0)
    try workspace.write("mine.csv", predictions.standardOutput)
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", set, "--predictor", Self.spec, "--predictions", "mine=mine.csv", "--format",
        "csv", "--group-by", "task",
      ] + Self.horizons)
    result.expect(code: 0)
    // Three horizons, nine tasks and all together, pooled and as the mean over participants.
    try expectEqualRows(result, of: "polynomial", and: "mine", count: 3 * 10 * 2)
  }

  @Test func aProgramScoresAsItsPredictor() throws {
    let workspace = try withExecutable()
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", "set", "--predictor", Self.spec, "--predictor",
        "external:command=\"./nextpoint predict --predictor \(Self.spec) --horizon-ms {horizon-ms}\"",
        "--format", "csv", "--jobs", "2",
      ] + Self.horizons)
    result.expect(code: 0)
    try expectEqualRows(result, of: "polynomial", and: "external", count: 3 * 2)
  }

  /// A display asks for the time from the latest sample to a refresh, which is none of the horizons of the plan.
  @Test(arguments: ["75", "144"])
  func aProgramAnswersTheHorizonsOfADisplay(refreshRate: String) throws {
    let workspace = try withExecutable()
    try workspace.write(
      "mine.sh",
      """
      given=$(echo "$NEXTPOINT_HORIZON_MS" | awk '{ print $1 / 1000 }')
      while IFS=, read -r t x y h; do
        if [ -n "$h" ]; then echo "$t,$x,$y,$h,$x,$y"; continue; fi
        [ -z "$t" ] || echo "$t,$x,$y,$given,$x,$y"
      done

      """)
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", "set", "--predictor", "hold", "--predictor",
        "external:command=\"sh mine.sh\",ask=true", "--format", "csv", "--protocol", "display",
        "--refresh-rate", refreshRate, "--horizon-ms", "20",
      ])
    result.expect(code: 0)
    try expectEqualRows(result, of: "hold", and: "external", count: 2)
  }

  /// The horizons also come by the environment.
  @Test func aProgramMayReadItsHorizonsFromTheEnvironment() throws {
    let workspace = try withExecutable()
    let command = "./nextpoint predict --predictor hold --horizon-ms $NEXTPOINT_HORIZON_MS"
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", "set", "--predictor", "hold", "--predictor", "external:command=\"\(command)\"",
        "--format", "csv",
      ] + Self.horizons)
    result.expect(code: 0)
    try expectEqualRows(result, of: "hold", and: "external", count: 3 * 2)
  }

  @Test(arguments: [
    ("exit 3", "ended before it had answered", "nextpoint datasets samples"),
    ("./no-such-program", "ended before it had answered", "nextpoint datasets samples"),
    ("sleep 1000", "gave 0 of 1 answers within 0.3 s", "flush it"),
    ("while read line; do echo hello; done", "wrote 'hello' where a line", "print nothing else"),
    (
      "while read line; do echo 0,130,100,0.01,x,y; done", "wrote '0,130,100,0.01,x,y'",
      "print nothing else"
    ),
    ("read line; echo 0,130,100,0.01,1,1", "ended before it had answered", "to see why"),
  ])
  func aFailingProgramEndsTheCommandWithASentence(
    command: String, problem: String, remedy: String
  ) throws {
    let workspace = try withExecutable()
    try workspace.expectNothingWritten {
      let spec = "external:command=\"\(command)\",timeout=0.3"
      try workspace.nextpoint(
        "evaluate", "set", "--predictor", spec, "--horizon-ms", "10", "--jobs", "1"
      ).expectRefusal(code: 1, saying: "external program '\(command)' ", problem, remedy)
    }
  }

  /// What the program's shell started ends too.
  @Test func nothingOfASilentProgramRunsOn() throws {
    let workspace = try withExecutable()
    let spec = "external:command=\"echo $$ >shell; sleep 1000 & echo $! >child; wait\",timeout=0.3"
    try workspace.nextpoint(
      "evaluate", "set", "--predictor", spec, "--horizon-ms", "10", "--jobs", "1"
    ).expectRefusal(code: 1, saying: "gave 0 of 1 answers")
    for name in ["shell", "child"] {
      let text = try workspace.text(name).filter(\.isNumber)
      let identifier = try #require(Int32(text))
      #expect(ProcessLaunch.isGone(identifier), "\(name) still runs")
    }
  }

  @Test(arguments: [
    ("t_s,x,y\n", ":2: 3 fields where there must be 6; write t_s,x,y,ahead_s"),
    ("0,100,soon,0.1,1,1\n", ":2: y is 'soon' and not a finite number; correct it"),
    ("0,130,100,0.01,nan,1\n", ":2: predicted_x is 'nan' and not a finite number"),
    ("7,1,1,0.01,1,1\n", ":2: this is not the next sample of set, at 0.0 s"),
    ("0,130,100,0.01,1,1\n", ": ends before the sample at 0.01"),
    ("0,13,10,0.01,1,1\n", ":2: this is not the next sample of set, at 0.0 s"),
    ("0,130,100,0.01,1,\n", ":2: one of predicted_x and predicted_y is empty"),
    ("0,130,100,0.02,1,1\n", ":2: the first sample has no row for the horizon of 0.01 s"),
    (
      "0,130,100,10,1,1\n",
      ":2: the first sample has no row for the horizon of 0.01 s; it has 10.0 s"
    ),
    ("0,130,100,0.01,1,1\n0,130,100,0.01,1,1\n", ":3: this is not the next sample of set, at 0.01"),
    ("", ": ends before the sample at 0.0 s"),
  ])
  func aFileThatDoesNotFitIsRefusedWithItsLine(rows: String, part: String) throws {
    let workspace = try withExecutable()
    try workspace.write("mine.csv", "t_s,x,y,ahead_s,predicted_x,predicted_y\n\(rows)")
    try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--horizon-ms", "10", "--predictions",
      "mine=mine.csv"
    ).expectRefusal(code: 65, saying: "mine.csv\(part)")
  }

  @Test(arguments: [
    ("0,13,10,0.01,1,1\n", "about 0.1 times what was sent, which looks like another unit"),
    ("0,130,100,0.01,1,1\n0,130,100,0.01,1,1\n", "this is the sample before"),
  ])
  func theLikelyCauseIsNamed(rows: String, cause: String) throws {
    let workspace = try withExecutable()
    try workspace.write("mine.csv", rows)
    try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--horizon-ms", "10", "--predictions",
      "mine=mine.csv"
    ).expectRefusal(code: 65, saying: "mine.csv:", cause)
  }

  /// A horizon that only some samples have would be scored as holding still.
  @Test(arguments: [
    ("left out", "out of order, or one is left out"), ("exchanged", "out of order"),
    ("answered twice", "answered twice"),
  ])
  func everySampleOfAFileHasTheSameHorizons(change: String, cause: String) throws {
    let workspace = try withExecutable()
    let samples = try workspace.nextpoint("datasets", "samples", "set").standardOutput
    let made = try workspace.nextpoint(
      arguments: ["predict", "--predictor", "hold", "--horizon-ms", "10,20"],
      input: Data(samples.utf8)
    ).standardOutput
    var lines = made.split(separator: "\n").map(String.init)
    try workspace.write("mine.csv", lines.joined(separator: "\r\n") + "\r\n")
    let arguments = [
      "evaluate", "set", "--predictor", "hold", "--horizon-ms", "10,20", "--predictions",
      "mine=mine.csv",
    ]
    try workspace.nextpoint(arguments: arguments).expect(code: 0)
    // The second sample has lines 4 and 5.
    switch change {
    case "left out": lines.remove(at: 3)
    case "exchanged": lines.swapAt(3, 4)
    default: lines[4] = lines[3]
    }
    try workspace.write("mine.csv", lines.joined(separator: "\n") + "\n")
    try workspace.nextpoint(arguments: arguments).expectRefusal(
      code: 65, saying: "mine.csv:", "this is not the next horizon of the sample", cause)
  }

  private func withExecutable() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url("nextpoint").path, withDestinationPath: BuiltExecutable.path)
    return workspace
  }

  private func expectEqualRows(
    _ result: CommandResult, of left: String, and right: String, count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let table = CSVTable(result.standardOutput)
    let pair = [left, right].map { table.rows(where: ["predictor": $0]) }
    #expect(pair.map(\.count) == [count, count], sourceLocation: sourceLocation)
    let columns = table.header.filter { !["predictor", "parameters"].contains($0) }
    for (one, other) in zip(pair[0], pair[1]) {
      for column in columns {
        let texts = [one[column] ?? "", other[column] ?? ""]
        let numbers = texts.compactMap(Double.init)
        let isSame =
          numbers.count == 2
          ? abs(numbers[0] - numbers[1]) <= Self.tolerance * max(1, abs(numbers[0]))
          : texts[0] == texts[1]
        #expect(isSame, "\(column): \(texts)", sourceLocation: sourceLocation)
      }
    }
  }
}
