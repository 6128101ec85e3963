import Foundation
import Testing

/// Names of data sets that a spreadsheet or a reader of Markdown would act on.
@Suite struct SpreadsheetNamesTests {
  private static let participant = "=cmd|'/C calc'!A0"
  private static let task = "![x](http://127.0.0.1:9/beacon) `code` *a*\\|b"

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("set/1.csv", SmallRecordings().csv())
    let file = [
      "path": "1.csv", "format": "plain-csv", "participant": Self.participant, "task": Self.task,
    ]
    let description: [String: Any] = [
      "schema": 1, "name": "@set", "unit": "px", "nominalRateHz": 60, "files": [file],
    ]
    try workspace.write(
      "set/dataset.json", try JSONSerialization.data(withJSONObject: description))
  }

  private func expectNoFormula(_ text: String, _ name: String) {
    for row in CSVTable(text).rows {
      for cell in row.values where !cell.isEmpty && Double(cell) == nil {
        #expect(!"=+-@".contains(cell.prefix(1)), "\(name): \(cell)")
      }
    }
  }

  @Test func noCellOfATableIsAFormula() throws {
    for command in [
      ["evaluate", "set", "--predictor", "hold", "--group-by", "participant,task"],
      ["datasets", "info", "set"], ["datasets", "validate", "set"],
    ] {
      let result = try workspace.nextpoint(arguments: command + ["--format", "csv"])
      result.expect(code: 0)
      #expect(result.standardOutput.contains("'@set"), "\(command)")
      expectNoFormula(result.standardOutput, "\(command)")
    }
  }

  /// The names come back from the files of a run.
  @Test func theReportHasTheNamesThemselves() throws {
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "linear", "--group-by",
      "participant", "--raw", "--output", "run"
    ).expect(code: 0)
    for file in ["scores.csv", "predictions.csv", "floors.csv"] {
      expectNoFormula(try workspace.text("run/\(file)"), file)
    }
    let report = try workspace.nextpoint("report", "run")
    report.expect(code: 0)
    #expect(!report.standardError.contains("warning"))
    let page = try workspace.text("run/report.html")
    #expect(page.contains("@set") && !page.contains("'@set") && !page.contains("&#39;@set"))
    #expect(page.contains("=cmd|"))
    // The strokes are found by their data set's name in predictions.csv.
    #expect(page.contains("strokes-linear"))
  }

  @Test func markdownHasNoLinksPicturesOrCode() throws {
    let result = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--group-by", "task", "--format", "markdown")
    result.expect(code: 0)
    #expect(
      result.standardOutput.contains(
        #"![x\](http://127.0.0.1:9/beacon) \`code\` \*a\*\\\|b"#), "\(result.standardOutput)")
  }
}
