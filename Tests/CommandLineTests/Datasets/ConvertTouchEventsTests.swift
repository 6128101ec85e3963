import Foundation
import Testing

/// `datasets convert --to inkable-json`: touch events out, and with a predictor in the device's place.
@Suite struct ConvertTouchEventsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("one.csv", SmallRecordings().csv())
  }

  /// Converted to touch events and then to plain CSV, a file is as if converted to plain CSV at once.
  @Test func aFileComesBack() throws {
    try workspace.nextpoint(
      "datasets", "convert", "one.csv", "--to", "inkable-json", "--output", "ink"
    ).expect(code: 0)
    try workspace.nextpoint("datasets", "convert", "ink", "--output", "back").expect(code: 0)
    try workspace.nextpoint("datasets", "convert", "one.csv", "--output", "once").expect(code: 0)
    let rows = { (name: String) in
      let table = try CSVTable(workspace.text(name))
      return table.rows.map { row in ["stroke", "t_s", "x", "y"].map { row[$0] ?? "" } }
    }
    let folders = try ["back", "once"].map { folder in
      try FileManager.default.contentsOfDirectory(atPath: workspace.url(folder).path).sorted()
        .filter { $0.hasSuffix(".csv") }.flatMap { try rows("\(folder)/\($0)") }
    }
    #expect(folders[0] == folders[1] && !folders[0].isEmpty)
  }

  @Test func aSyntheticSetIsWrittenAndDrawn() throws {
    let written = try workspace.nextpoint(
      "datasets", "convert", "synthetic-clean-60hz", "--to", "inkable-json", "--output", "ink",
      "--format", "csv")
    written.expect(code: 0)
    #expect(written.standardError.isEmpty)
    let listed = try workspace.nextpoint(
      "datasets", "info", "synthetic-clean-60hz", "--format", "csv")
    let count = try #require(CSVTable(written.standardOutput).rows.first?["samples"])
    #expect(listed.standardOutput.contains(count))
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: workspace.url("ink").path).sorted()
        .first { $0.hasPrefix("motions") })
    try workspace.nextpoint(
      "ink", "--input", "ink/\(name)", "--mode", "ink", "--svg", "ink.svg", "--force"
    ).expect(code: 0)
    #expect(try workspace.text("ink.svg").contains("data-role=\"actual\""))
  }

  /// The predicted touches are those that the predictor says: `recorded` finds them in the file.
  @Test func aPredictorStandsInForTheDevice() throws {
    try workspace.nextpoint(
      "datasets", "convert", "one.csv", "--to", "inkable-json", "--predictor", "linear",
      "--horizon-ms", "25", "--output", "ink"
    ).expect(code: 0)
    let result = try workspace.nextpoint(
      "evaluate", "ink", "--predictor", "linear", "--predictor", "recorded", "--horizon-ms", "25",
      "--format", "csv")
    result.expect(code: 0)
    let table = CSVTable(result.standardOutput)
    let errors = ["linear", "recorded"].map { name in
      table.rows(where: ["predictor": name, "aggregation": "pooled"]).first
        .flatMap { Double($0["error_mean"] ?? "") } ?? .nan
    }
    #expect(abs(errors[0] - errors[1]) <= 1e-9 * errors[0], "\(errors)")
    #expect(errors[0] > 0)
  }

  @Test(arguments: [
    (["--predictor", "linear"], "--to inkable-json"),
    (["--to", "inkable-json", "--horizon-ms", "8"], "require --predictor"),
    (["--to", "inkable-json", "--predictor", "nosuch"], "nosuch"),
    (["--to", "inkable-json", "--predictor", "linear", "--horizon-ms", "0"], "above 0"),
  ])
  func whatDoesNotFitIsRefused(arguments: [String], part: String) throws {
    let result = try workspace.nextpoint(
      arguments: ["datasets", "convert", "one.csv", "--output", "out"] + arguments)
    result.expect(code: 64)
    #expect(result.standardError.contains(part), "\(result.standardError)")
    #expect(!workspace.exists("out"))
  }
}
