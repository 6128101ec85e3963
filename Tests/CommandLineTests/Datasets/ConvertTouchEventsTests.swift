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

  /// At the rate of the display nothing is coalesced; at a quarter of it, three of four reports are.
  @Test(arguments: [([], 0), (["--refresh-rate", "15"], 28)])
  func callbacksComeAtTheRefreshes(arguments: [String], coalesced: Int) throws {
    let recording = SmallRecordings(strokes: 1)
    try workspace.write("one.csv", recording.csv())
    try workspace.nextpoint(
      arguments: ["datasets", "convert", "one.csv", "--to", "inkable-json", "--output", "ink"]
        + arguments
    ).expect(code: 0)
    func drawnCoalesced(_ file: String) throws -> Int {
      let result = try workspace.nextpoint(
        "ink", "--input", file, "--mode", "debug", "--svg", "ink.svg", "--force")
      result.expect(code: 0)
      let groups = try workspace.text("ink.svg")
        .matches(of: /(?s)<g data-role="(\w+)".*?<\/g>/)
      #expect(groups.contains { $0.1 == "actual" })
      return groups.filter { $0.1 == "coalesced" }
        .reduce(0) { $0 + $1.0.matches(of: /<path/).count }
    }
    #expect(try drawnCoalesced("ink/one.json") == coalesced)
    // Without callbacks, the display has 60 Hz.
    try workspace.write(
      "plain.json",
      recording.inkable().replacing(
        "\"location\"",
        with: "\"azimuthUnitVector\": [1, 0], \"majorRadius\": 1, \"majorRadiusTolerance\": 0, "
          + "\"estimatedProperties\": 0, \"estimatedPropertiesExpectingUpdates\": 0, \"location\""))
    #expect(try drawnCoalesced("plain.json") == 0)
  }

  /// With callbacks, `evaluate` has as many targets as without.
  @Test func everyCommandReadsCallbacks() throws {
    let flat = EventFile.line(reports: 60)
    var grouped = EventFile(callbacks: [])
    for start in stride(from: 0, to: 60, by: 4) {
      grouped.callbacks.append(flat.callbacks[start..<start + 4].flatMap { $0 })
    }
    try workspace.write("flat.json", flat.json(keepingCallbacks: false))
    try workspace.write("grouped.json", grouped.json(keepingCallbacks: true))
    func targets(_ file: String) throws -> [String] {
      let result = try workspace.nextpoint(
        "evaluate", file, "--predictor", "hold", "--horizon-ms", "8", "--format", "csv")
      result.expect(code: 0)
      return CSVTable(result.standardOutput).rows.map { $0["scored"] ?? "none" }
    }
    #expect(try targets("grouped.json") == targets("flat.json"))
    #expect(try targets("flat.json").first.flatMap { Int($0) } ?? 0 > 50)
  }

  @Test(arguments: [
    (["--refresh-rate", "60"], "--refresh-rate requires --to inkable-json"),
    (["--to", "inkable-json", "--refresh-rate", "0"], "--refresh-rate 0.0 is not above 0"),
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
