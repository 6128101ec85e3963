import Foundation
import Testing

/// `--only-metrics` and the plan key `only-metrics`: the named measures, with the numbers of a full
/// run, and nothing else.
@Suite struct OnlyMetricsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let files = (0..<3).map { index in
      var recordings = SmallRecordings()
      recordings.start = Double(index)
      return (name: "\(index).csv", text: recordings.csv())
    }
    try workspace.writeDataset("set", files: files)
  }

  private func sweep(_ output: String, _ more: String...) throws -> CSVTable {
    try workspace.nextpoint(
      arguments: [
        "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "polynomial:window=3..6",
      ]
        + ["--frames-ahead", "1,2", "--output", output] + more
    ).expect(code: 0)
    return CSVTable(try workspace.text("\(output)/scores.csv"))
  }

  private func measures(_ table: CSVTable) -> [String] {
    table.header.firstIndex(of: "note").map { Array(table.header[($0 + 1)...]) } ?? []
  }

  @Test func aSweepWritesTheNamedMeasuresWithTheNumbersOfAFullRun() throws {
    let full = try sweep("full", "--metrics", "relative")
    let some = try sweep("some", "--only-metrics", "skill,error_p95, error_mean")
    #expect(measures(some) == ["error_mean", "error_p95", "skill"])
    #expect(some.rows.count == full.rows.count && !some.rows.isEmpty)
    for (row, whole) in zip(some.rows, full.rows) {
      #expect(some.header.allSatisfy { $0 == "pareto" || row[$0] == whole[$0] })
      #expect(row["pareto"] == "")
    }
    #expect(try workspace.data("some/floors.csv") == workspace.data("full/floors.csv"))
    #expect(try workspace.text("some/manifest.json").contains("onlyMetrics"))
    #expect(try !workspace.text("full/manifest.json").contains("onlyMetrics"))
    try workspace.nextpoint("report", "some").expect(code: 0)
  }

  @Test func rankingAndFloorsNeedTheirMeasures() throws {
    let three = try sweep("three", "--only-metrics", "error_mean,overshoot_p95,jitter_mean")
    let full = try sweep("full")
    #expect(three.rows.map { $0["pareto"] } == full.rows.map { $0["pareto"] })
    _ = try sweep("jitter", "--only-metrics", "jitter_mean")
    #expect(throws: (any Error).self) { try workspace.data("jitter/floors.csv") }
    try workspace.nextpoint("report", "jitter").expect(code: 0)
  }

  @Test func aPlanSaysTheSame() throws {
    try workspace.write(
      "plan.yaml",
      """
      datasets: [set]
      predictors: [hold, "polynomial:window=3..6"]
      frames-ahead: 1,2
      only-metrics: [error_p95, skill, error_mean]
      """)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "planned").expect(code: 0)
    _ = try sweep("flagged", "--only-metrics", "error_mean,error_p95,skill")
    #expect(try workspace.data("planned/scores.csv") == workspace.data("flagged/scores.csv"))
    try workspace.write("both.yaml", "datasets: [set]\nmetrics: lag\nonly-metrics: error_mean\n")
    try workspace.nextpoint("sweep", "both.yaml", "--output", "both").expectRefusal(
      code: 64, saying: "both.yaml:3: only-metrics")
  }

  @Test func evaluatePrintsThem() throws {
    func printed(_ name: String, _ format: String) throws -> String {
      let result = try workspace.nextpoint(
        "evaluate", "set", "--predictor", "linear", "--only-metrics", name, "--format", format)
      result.expect(code: 0)
      return result.standardOutput
    }
    #expect(measures(CSVTable(try printed("jitter_p95", "csv"))) == ["jitter_p95"])
    let json = try printed("ade", "json")
    #expect(json.contains("\"ade_") && !json.contains("error_mean"))
  }

  @Test(arguments: [
    (["evaluate", "set", "--metrics", "lag"], "give one of them"),
    (["compare", "hold", "linear", "--dataset", "set"], "name it with --metric"),
    (["train", "set", "--output", "model"], "leave it out"),
  ])
  func whatContradictsItIsRefused(arguments: [String], message: String) throws {
    try workspace.nextpoint(arguments: arguments + ["--only-metrics", "error_mean"]).expectRefusal(
      code: 64, saying: message)
  }

  /// A search computes what it reads, and reports the chosen settings by every measure.
  @Test(arguments: [false, true])
  func aTuningReportsWhatIsAskedFor(isRestricted: Bool) throws {
    try workspace.nextpoint(
      arguments: ["tune", "polynomial:window=2..5", "--dataset", "set", "--leave-one-out"]
        + ["--at-most", "overshoot_p95<=99", "--frames-ahead", "2", "--output", "run"]
        + (isRestricted ? ["--only-metrics", "error_median"] : [])
    ).expect(code: 0)
    let table = CSVTable(try workspace.text("run/scores.csv"))
    let full = try sweep("full")
    #expect(
      measures(table)
        == (isRestricted ? ["error_mean", "error_median", "overshoot_p95"] : measures(full)))
    for predictor in ["hold", "polynomial"] {
      let own = try #require(table.rows(where: ["predictor": predictor]).last)
      let all = full.rows(where: [
        "parameters": own["parameters"] ?? "", "participant": own["participant"] ?? "",
        "frames_ahead": "2", "predictor": predictor,
      ])
      #expect(all.contains { row in measures(table).allSatisfy { row[$0] == own[$0] } })
    }
  }
}
