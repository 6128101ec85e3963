import Foundation
import Testing

/// Tables that were not made for this tool, from the command line.
@Suite struct StrangersTableTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func table(_ header: String, interval: Double, from start: Int = 0) -> String {
    header + "\n"
      + (0..<60).map { index in
        "\(start + Int((Double(index) * interval).rounded())),\(100 + index),\(200 + 2 * index)\n"
      }.joined()
  }

  private func evaluate(_ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["evaluate"] + arguments
        + [
          "--predictor", "hold", "--predictor", "linear", "--horizon-ms", "33.3", "--format", "csv",
        ])
  }

  /// One command with the columns, two without; the same scores as for seconds under the usual names.
  @Test func ownColumnsInEpochMilliseconds() throws {
    let start = 1_718_000_000_000
    try workspace.write("log.csv", table("timestamp,x,y", interval: 16.7, from: start))
    let refused = try evaluate("log.csv")
    refused.expectRefusal(
      code: 65, saying: "the header has no column 't_s'; it names timestamp, x, y",
      "--columns t=timestamp/ms,x=x,y=y")
    let given = try evaluate("log.csv", "--columns", "t=timestamp/ms,x=x,y=y")
    given.expect(code: 0)
    #expect(!given.standardError.contains("median interval"))
    let written = try workspace.nextpoint("datasets", "init", "log.csv")
    written.expect(code: 0)
    #expect(written.standardError.contains("columns t=timestamp/ms,x=x,y=y"))
    let described = try evaluate("log.csv")
    described.expect(code: 0)
    #expect(
      CSVTable(described.standardOutput).rows.map { $0["error_mean"] }
        == CSVTable(given.standardOutput).rows.map { $0["error_mean"] })
    try workspace.nextpoint("datasets", "init", "log.csv").expectRefusal(
      code: 64, saying: "dataset.json: exists already")
    try workspace.nextpoint("datasets", "init", "log.csv", "--force").expect(code: 0)
  }

  /// Every command that reads samples doubts the unit, and takes another.
  @Test(arguments: [
    "evaluate log.csv --predictor hold", "compare hold linear --dataset log.csv",
    "sweep run --dataset log.csv --predictor hold --output run",
    "train log.csv --kind linear --output m.npm", "replay log.csv",
    "ink --strokes log.csv --svg a.svg", "ink --gallery log.csv --svg b.svg",
    "predictors draw linear --dataset log.csv --output c.svg", "datasets info log.csv",
    "datasets validate log.csv", "datasets samples log.csv",
    "datasets convert log.csv --output plain",
  ])
  func everyCommandDoubtsTheUnit(command: String) throws {
    try workspace.write("log.csv", table("t_s,x,y", interval: 16.7))
    let arguments = command.split(separator: " ").map(String.init)
    let doubtful = try workspace.nextpoint(arguments: arguments)
    #expect(
      doubtful.standardError.contains("the times are probably in milliseconds"),
      "\(command)\n\(doubtful.standardError)")
    let fresh = try Workspace()
    try fresh.write("log.csv", table("t_s,x,y", interval: 16.7))
    let right = try fresh.nextpoint(arguments: arguments + ["--time-unit", "ms"])
    #expect(!right.standardError.contains("probably in"), "\(command)\n\(right.standardError)")
    #expect(![64, 65].contains(right.code), "\(command)\n\(right.standardError)")
  }

  @Test func plansHaveTheSettingsToo() throws {
    try workspace.write("log.csv", table("time,x,y", interval: 16.7))
    try workspace.write(
      "plan.yaml",
      "datasets: [log.csv]\npredictors: [hold]\nframes-ahead: 2\ntime-unit: ms\ncolumns: t=time,x=x,y=y\n"
    )
    try workspace.nextpoint("sweep", "run", "plan.yaml", "--output", "run").expect(code: 0)
    let manifest = try workspace.text("run/manifest.json")
    #expect(manifest.contains(#""timeUnit": "ms""#) || manifest.contains(#""timeUnit" : "ms""#))
    #expect(manifest.contains("t=time,x=x,y=y"))
    try workspace.write("bad.yaml", "datasets: [log.csv]\ntime-unit: min\n")
    try workspace.nextpoint("sweep", "run", "bad.yaml", "--output", "other").expectRefusal(
      code: 64, saying: "bad.yaml:2: ", "'min' is not a unit of time")
  }

  @Test(arguments: [
    (["--time-unit", "min"], "'min' is not a unit of time; use s, ms, us or ns"),
    (["--columns", "time=a"], "'time' is not one of t, x, y"),
    (["--columns", "t=a/ms", "--time-unit", "us"], "contradicts --columns"),
  ])
  func wrongSettingsAreUsageErrors(arguments: [String], part: String) throws {
    try workspace.write("log.csv", table("t_s,x,y", interval: 16.7))
    try workspace.nextpoint(
      arguments: ["evaluate", "log.csv", "--predictor", "hold"] + arguments
    ).expectRefusal(code: 64, saying: part)
  }

  @Test func filesOfOneNameGetNamesOfTheirOwn() throws {
    for folder in ["a", "b"] {
      try workspace.write("\(folder)/log.csv", "t_s,x,y\n" + SmallRecordings.line(samples: 30))
    }
    let scores = try evaluate("a/log.csv", "b/log.csv")
    scores.expect(code: 0)
    #expect(Set(CSVTable(scores.standardOutput).rows.map { $0["dataset"] }) == ["a/log", "b/log"])
  }

  @Test func aFolderOfTablesIsOneCommand() throws {
    for person in 1...3 {
      try workspace.write("study/p\(person).csv", "t_s,x,y\n" + SmallRecordings.line(samples: 30))
    }
    try workspace.write("study/notes.txt", "nothing\n")
    let scores = try evaluate("study")
    scores.expect(code: 0)
    #expect(scores.standardError.contains("no dataset.json describes the folder; read 3 files"))
    #expect(scores.standardError.contains("skipped 1 file"))
    let written = try workspace.nextpoint(
      "datasets", "init", "study", "--participant-pattern", "p{participant}.csv")
    written.expect(code: 0)
    let grouped = try evaluate("study", "--group-by", "participant")
    grouped.expect(code: 0)
    #expect(!grouped.standardError.contains("describes the folder"))
    #expect(
      Set(CSVTable(grouped.standardOutput).rows.compactMap { $0["participant"] })
        .isSuperset(of: ["1", "2", "3"]))
    try workspace.nextpoint(
      "datasets", "init", "study", "--force", "--participant-pattern", "s{participant}_{task}.csv"
    ).expectRefusal(code: 64, saying: "no file is named like this")
  }

  /// The filter goes by names, and never by position against them.
  @Test(arguments: [
    "stroke,t_s,x,y\n1,0,1,2\n1,1,2,4\n", "x,y,t_s\n1,2,0\n2,4,1\n",
    "x\ty\tt_s\n1\t2\t0\n2\t4\t1\n",
    "t_s;x;y\n0,0;1,0;2,0\n1,0;2,0;4,0\n", "0;1;2\n1;2;4\n", "# t_s,x,y\n0,1,2\n1,2,4\n",
    "x,note,y,t_s\n1,\"a,b\",2,0\n2,,4,1\n",
  ])
  func predictGoesByNames(input: String) throws {
    let result = try workspace.nextpoint(
      "predict", "--predictor", "linear", "--horizon-ms", "1000", input: input)
    result.expect(code: 0)
    #expect(result.standardOutput.hasSuffix("0.0,1.0,2.0,1.0,,\n1.0,2.0,4.0,1.0,3.0,6.0\n"))
  }

  @Test func predictBeginsAnewAtAnotherStroke() throws {
    let result = try workspace.nextpoint(
      "predict", "--predictor", "linear", "--horizon-ms", "1000",
      input: "stroke,t_s,x,y\na,0,1,2\na,1,2,4\nb,2,9,9\nb,3,8,8\n")
    result.expect(code: 0)
    #expect(result.standardOutput.hasSuffix("2.0,9.0,9.0,1.0,,\n3.0,8.0,8.0,1.0,7.0,7.0\n"))
  }

  @Test(arguments: [
    ("timestamp,x,y\n0,1,2\n", [], "--columns t=timestamp,x=x,y=y"),
    ("a,b,c\n0,1,2\n", [], "the header has no columns 't_s', 'x' and 'y'; it names a, b, c"),
    ("0,1,2\n1,2,3\n", ["--columns", "t=time,x=x,y=y"], "the first line holds numbers"),
  ])
  func predictRefusesOtherNames(input: String, options: [String], part: String) throws {
    let result = try workspace.nextpoint(
      arguments: ["predict", "--predictor", "linear", "--horizon-ms", "16"] + options,
      input: Data(input.utf8))
    result.expect(code: 65)
    #expect(result.standardError.contains(part), "\(result.standardError)")
    #expect(!result.standardOutput.contains("\n0"))
  }

  @Test func predictDoubtsTheUnit() throws {
    let input = table("timestamp,x,y", interval: 16.7)
    let options = ["predict", "--predictor", "hold", "--horizon-ms", "16", "--columns"]
    let doubtful = try workspace.nextpoint(
      arguments: options + ["t=timestamp"], input: Data(input.utf8))
    doubtful.expect(code: 0)
    #expect(doubtful.standardError.contains("probably in milliseconds"))
    let right = try workspace.nextpoint(
      arguments: options + ["t=timestamp/ms"], input: Data(input.utf8))
    right.expect(code: 0)
    #expect(right.standardError.isEmpty)
    #expect(right.standardOutput.contains("\n0.017,101.0,202.0,"))
  }
}

extension SmallRecordings {
  /// Rows of a straight line in seconds, without a header.
  fileprivate static func line(samples: Int) -> String {
    (0..<samples).map { "\(Double($0) / rate),\($0),\(2 * $0)\n" }.joined()
  }
}
