import Foundation
import TestSupport
import Testing

/// The page of `report`, used in a browser without a window by `scripts/embedded/report.mjs`.
@Suite(.needsBrowser, .needsNode) struct ReportBrowserTests {
  /// What the script saw, step by step.
  private struct Outcome: Decodable {
    struct State: Decodable {
      let choices: [String: String]
      let rows: [[String]]
      let sorted: String
      let faded: Int
      let lines: Int
      let only: Int
      let hash: String

      /// The numbers of the second column.
      var values: [Double] { rows.compactMap { Double($0[1]) } }
    }

    let opened: State
    let chartTip: String
    let chartKey: String
    let figureTip: String
    let figureKey: String
    let ascending: State
    let descending: State
    let filtered: State
    let printed: Int
    let group: String
    let isolated: State
    let reopened: State
    let astray: State
    let tableHash: String
    let tableDescending: [String]
    let console: [String]
    let outside: [String]
  }

  @Test func tablesSortAndFilterChartsAnswerAndLinksReturn() throws {
    let workspace = try Workspace()
    let files = (1...3).map {
      (name: "person-\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    try workspace.writeDataset("set", files: files)
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--group-by", "participant", "--predictor", "hold",
      "--predictor", "linear", "--predictor", "polynomial:degree=1..2,window=3..5",
      "--frames-ahead", "1..3", "--output", "run"
    ).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    let browser = try #require(HeadlessBrowser.program)
    let driver = Repository.root.appending(path: "scripts/embedded/report.mjs").path
    try workspace.shell("CHROMIUM='\(browser)' node '\(driver)' run/report.html out").expect(
      code: 0)
    let seen = try JSONDecoder().decode(
      Outcome.self, from: Data(contentsOf: workspace.url("out/result.json")))
    #expect(seen.console.isEmpty && seen.outside.isEmpty)

    // It opens at 33.3 ms with every configuration, and nothing in its address.
    #expect(seen.opened.rows.count == 8 && seen.opened.hash.isEmpty)
    #expect(seen.opened.values == seen.opened.values.sorted())

    // Exact values: those of scores.csv, by pointer and by key.
    let scores = CSVTable(try workspace.text("run/scores.csv"))
    let row = try #require(
      scores.rows(where: [
        "predictor": "hold", "frames_ahead": "1", "aggregation": "participant_mean",
      ]).first)
    let error = try #require(row["error_mean"].flatMap(Double.init))
    let told = try #require(seen.chartTip.firstMatch(of: /: ([0-9.]+)/))
    let shown = try #require(Double(told.1))
    #expect(seen.chartTip.hasPrefix("hold, 16.7"))
    #expect(abs(shown - error) <= 1e-5 * error)
    #expect(seen.chartKey.hasPrefix("linear, 16.7"))
    #expect(seen.figureTip.contains("16.7") && seen.figureKey.contains("ms"))
    #expect(seen.figureTip != seen.figureKey)

    // Sorting and filtering.
    #expect(seen.ascending.sorted.hasSuffix("ascending"))
    #expect(seen.descending.sorted.hasSuffix("descending"))
    #expect(seen.descending.values == seen.ascending.values.reversed())
    #expect(seen.filtered.rows.map { $0[0] } == ["linear"])
    #expect(seen.printed == 8, "print leaves rows out")

    // One predictor alone, in another group and unit; its link leads back there.
    #expect(seen.group.hasPrefix("participant:"))
    #expect(seen.isolated.faded == seen.isolated.lines - 1 && seen.isolated.only == 1)
    #expect(seen.isolated.choices["measure"] == "error_p95")
    #expect(seen.isolated.choices["unit"] == "hold")
    #expect(seen.isolated.hash.contains("only=linear"))
    #expect(seen.reopened.choices == seen.isolated.choices)
    #expect(
      seen.reopened.rows == seen.isolated.rows && seen.reopened.sorted == seen.isolated.sorted)
    #expect(seen.reopened.faded == seen.isolated.faded && seen.reopened.only == 1)
    #expect(seen.astray.choices == seen.opened.choices && seen.astray.rows.count == 8)

    // The other tables of the page, too.
    #expect(seen.tableDescending == seen.tableDescending.sorted { $0 > $1 })
    #expect(seen.tableDescending.count > 1 && seen.tableHash.contains("s1=0-"))
  }
}
