import Foundation
import Testing

/// Where results go: nothing is overwritten unasked, and nothing appears by halves.
@Suite struct OutputFolderTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
  }

  @Test func aRunThatExistsIsLeftAloneUnlessForced() throws {
    try sweep("hold").expect(code: 0)
    let before = try contents("run")
    try workspace.expectNothingWritten {
      try sweep("linear").expectRefusal(
        code: 64, saying: "--output run: exists already", "--force",
        "plan.predictors: hold there, linear here")
    }
    #expect(try contents("run") == before)
    try sweep("linear", "--force").expect(code: 0)
    let scores = CSVTable(try workspace.text("run/scores.csv"))
    #expect(Set(scores.rows.map { $0["predictor"] }) == ["linear"])
    workspace.expectNothingHalfWritten()
  }

  /// `--force` is for runs; whatever else has the name stays.
  @Test(arguments: ["notes", "r.csv"])
  func whatIsNoRunIsNeverReplaced(output: String) throws {
    try workspace.write("notes/diary.txt", "dear diary")
    try workspace.expectNothingWritten {
      try workspace.nextpoint(
        "sweep", "--dataset", "r.csv", "--predictor", "hold", "--output", output, "--force"
      ).expectRefusal(code: 64, saying: "\(output): ", "; choose another name")
    }
    #expect(try workspace.text("notes/diary.txt") == "dear diary")
    #expect(try workspace.text("r.csv") == SmallRecordings().csv())
  }

  /// A file where a folder must be: what permissions do to others, and what binds root too.
  @Test func aFolderThatCannotBeMadeIsRefusedBeforeTheWork() throws {
    try workspace.expectNothingWritten {
      try workspace.nextpoint(
        "sweep", "--dataset", "r.csv", "--predictor", "hold", "--output", "r.csv/run"
      ).expectRefusal(code: 1, saying: "--output r.csv/run", "Not a directory", "; name one")
      try workspace.nextpoint("datasets", "convert", "r.csv", "--output", "r.csv/set")
        .expectRefusal(code: 1, saying: "r.csv/set", "; check")
    }
  }

  @Test func aReportThatCannotBeWrittenIsRefused() throws {
    try sweep("hold").expect(code: 0)
    try workspace.expectNothingWritten {
      try workspace.nextpoint("report", "run", "--output", "r.csv").expectRefusal(
        code: 64, saying: "r.csv: is a file, and a folder is needed")
    }
  }

  @Test func aBaselineThatCannotBeWrittenIsRefused() throws {
    try workspace.write("plan.yaml", "datasets: [r.csv]\npredictors: [hold]\n")
    try workspace.expectNothingWritten {
      try workspace.nextpoint("check", "plan.yaml", "--update", "--baseline", "r.csv/b.csv")
        .expectRefusal(code: 1, saying: "r.csv/b.csv: cannot be written")
    }
  }

  /// A folder in the place of a file, for each file that a command reads.
  @Test func aFolderInThePlaceOfAFileIsRefused() throws {
    try workspace.write("folder/note.txt", "")
    try workspace.nextpoint("evaluate", "folder").expectRefusal(
      code: 65, saying: "folder", "holds no dataset.json", "; ")
    try workspace.nextpoint("sweep", "folder", "--output", "run").expectRefusal(
      code: 65, saying: "folder: the plan cannot be read", "; ")
    try workspace.nextpoint("report", "folder").expectRefusal(
      code: 65, saying: "folder: 'manifest.json' is missing", "; ")
    try workspace.nextpoint("evaluate", "r.csv", "--predictions", "mine=folder").expectRefusal(
      code: 65, saying: "the file folder cannot be read", "; ")
    #expect(!workspace.exists("run"))
  }

  @Test func aSweepThatFailsLeavesNothing() throws {
    try workspace.expectNothingWritten {
      try workspace.nextpoint(
        "sweep", "--dataset", "r.csv", "--predictor", "external:command=false", "--raw",
        "--output", "run"
      ).expectRefusal(code: 1, saying: "external program 'false'")
      try workspace.nextpoint(
        "sweep", "--dataset", "r.csv", "--predictor", "hold", "--frames-ahead", "500",
        "--output", "run"
      ).expectRefusal(code: 65, saying: "nothing could be scored")
    }
  }

  @Test func aDatasetThatExistsIsLeftAloneUnlessForced() throws {
    try convert("r.csv").expect(code: 0)
    let before = try contents("set")
    var other = SmallRecordings()
    other.strokes = 1
    try workspace.write("other.csv", other.csv())
    try workspace.expectNothingWritten {
      try convert("other.csv").expectRefusal(
        code: 64, saying: "set: exists already", "--force")
    }
    #expect(try contents("set") == before)
    try convert("other.csv", "--force").expect(code: 0)
    #expect(try contents("set") != before)
    workspace.expectNothingHalfWritten()
  }

  private func sweep(_ predictor: String, _ more: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["sweep", "--dataset", "r.csv", "--predictor", predictor, "--output", "run"] + more
    )
  }

  private func convert(_ dataset: String, _ more: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["datasets", "convert", dataset, "--output", "set"] + more)
  }

  /// The files of a folder with their bytes.
  private func contents(_ folder: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in workspace.names() where name.hasPrefix("\(folder)/") {
      result[name] = try workspace.data(name)
    }
    return result
  }
}
