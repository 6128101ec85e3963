import Foundation
import TestSupport
import Testing

/// `live`: the page as a file, and what it does in a browser.
@Suite struct LiveCommandTests {
  @Test func thePageIsSelfContained() throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint("live")
    result.expect(code: 0)
    #expect(result.standardOutput.isEmpty && result.standardError.isEmpty)
    let page = try workspace.text("live.html")
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("src=\"http") && !page.contains("href=\"http"))
    // The module: compressed by gzip, in base64.
    #expect(page.contains("\nH4sI"))
    #expect(page.utf8.count > 300_000)
    // Named in the list are the predictors that need no LAPACK.
    #expect(page.contains("\"recommended\"") && !page.contains("\"weighted-polynomial\""))
  }

  /// The module is made anew when a predictor changes, not with every commit; NEXTPOINT_WASM_CHECK asks.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["NEXTPOINT_WASM_CHECK"] != nil,
      "NEXTPOINT_WASM_CHECK is not set"))
  func theModuleIsMadeOfTheseSources() throws {
    let root = Repository.root.path
    let result = try Workspace().shell("'\(root)/scripts/wasm' --sources")
    result.expect(code: 0)
    let made = try Repository.text("Sources/nextpoint/Live/live.sha256")
    #expect(result.standardOutput == made, "run scripts/wasm, and commit what it writes")
  }

  /// What the page saves after three kinds of pointers drew.
  private struct Outcome: Decodable {
    let scores: Scores
    let errors: String
    let console: [String]
    let outside: [String]

    struct Scores: Decodable {
      let horizon: Double
      let strokes: Int
      let rows: [String: [String: Double?]]
    }
  }

  /// Touch, pen and mouse draw two recorded strokes each, and two more follow, one of which is undone.
  @Test(.needsBrowser, .needsNode)
  func theTableIsWhatEvaluateSaysOfTheSavedSession() throws {
    let workspace = try Workspace()
    try workspace.write("strokes.csv", SmallRecordings(strokes: 6).csv())
    try workspace.nextpoint("live", "--output", "live.html").expect(code: 0)
    let browser = try #require(HeadlessBrowser.program)
    let driver = Repository.root.appending(path: "scripts/embedded/drive.mjs").path
    try workspace.shell("CHROMIUM='\(browser)' node '\(driver)' live.html strokes.csv out")
      .expect(code: 0)
    let outcome = try JSONDecoder().decode(
      Outcome.self, from: Data(contentsOf: workspace.url("out/result.json")))
    #expect(outcome.errors.isEmpty && outcome.console.isEmpty && outcome.outside.isEmpty)
    #expect(outcome.scores.strokes == 7 && outcome.scores.horizon == 25)
    for (spelling, row) in outcome.scores.rows {
      let result = try workspace.nextpoint(
        "evaluate", "out/session.json", "--predictor", spelling, "--horizon-ms",
        "\(outcome.scores.horizon)", "--unit", "px", "--group-by", "none", "--format", "csv")
      result.expect(code: 0)
      let table = CSVTable(result.standardOutput)
      let line = try #require(table.rows(where: ["aggregation": "pooled"]).first)
      #expect(row.count == 6)
      for (measure, value) in row {
        let expected = line[measure].flatMap(Double.init)
        guard let value, let expected else {
          #expect(value == nil && expected == nil, "\(spelling), \(measure)")
          continue
        }
        #expect(abs(value - expected) <= 1e-9 * max(1, abs(expected)), "\(spelling), \(measure)")
      }
    }
  }
}
