import Foundation
import Testing

/// Names with control characters, markup and formulas, wherever names are shown.
@Suite struct VisibleNamesTests {
  /// Colors the line, moves the cursor up, switches the direction of writing, begins a line.
  private static let hostile = "a\u{1B}[31m\u{1B}[1A\u{202E}\u{9B}0K\nerror: x"
  private static let shown =
    #"a\u{1b}[31m\u{1b}[1A\u{202e}\u{9b}0K\u{a}error: x"#

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let good = SmallRecordings().csv()
    let bad = SmallRecordings().csv { $1 == 5 ? [$2[0], "soon\u{1B}[2J", $2[2], $2[3]] : $2 }
    try workspace.write("set/good.csv", good)
    try workspace.write("set/bad\u{1B}[2J.csv", bad)
    let files = ["good.csv", "bad\u{1B}[2J.csv"].map { file in
      [
        "path": file, "format": "plain-csv", "participant": Self.hostile,
        "task": "<img src=x onerror=alert(1)>|&",
      ]
    }
    let description: [String: Any] = [
      "schema": 1, "name": "set" + Self.hostile, "unit": "px", "pixelsPerMillimetre": 10,
      "nominalRateHz": 60, "files": files,
    ]
    try workspace.write(
      "set/dataset.json", try JSONSerialization.data(withJSONObject: description))
  }

  private func expectHarmless(
    _ text: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hidden = text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
    }
    #expect(
      hidden.isEmpty, "\(arguments): \(hidden.map(\.value))", sourceLocation: sourceLocation)
    #expect(
      !text.split(separator: "\n").contains { $0.hasPrefix("error: x") }, "\(arguments)",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: ["table", "markdown", "json"])
  func noTableDisturbsATerminal(format: String) throws {
    for command in [
      ["evaluate", "set", "--predictor", "hold", "--group-by", "participant,task"],
      ["datasets", "info", "set"], ["datasets", "validate", "set"],
    ] {
      let result = try workspace.nextpoint(arguments: command + ["--format", format])
      result.expect(code: 3)
      expectHarmless(result.standardOutput, command)
      expectHarmless(result.standardError, command)
      if format == "table" { #expect(result.standardOutput.contains(Self.shown)) }
      #expect(result.standardError.contains(#"bad\u{1b}[2J.csv"#))
    }
  }

  /// A name that ends up in an error is spelled out there too.
  @Test func noErrorDisturbsATerminal() throws {
    for command in [
      ["ink", "--gallery", "set", "--participant", "nobody", "--output", "a.svg"],
      ["evaluate", "set", "--predictor", "hold", "--split", "test"],
      ["evaluate", "no\u{1B}[2Jsuch"],
      ["evaluate", "set", "--predictor", "learned:model=no\u{1B}[2Jsuch"],
    ] {
      let result = try workspace.nextpoint(arguments: command)
      #expect(result.code == 64 || result.code == 65, "\(command)")
      #expect(result.standardError.contains(#"\u{1b}["#), "\(command)")
      let hidden = result.standardError.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" }
      #expect(hidden.isEmpty, "\(command)")
    }
  }

  /// JSON stays the same values, and CSV the same bytes.
  @Test func programsGetTheNameItself() throws {
    let command = ["evaluate", "set", "--predictor", "hold", "--group-by", "participant"]
    let json = try workspace.nextpoint(arguments: command + ["--format", "json"]).standardOutput
    let objects = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(objects.contains { $0["participant"] as? String == Self.hostile })
    let csv = try workspace.nextpoint(arguments: command + ["--format", "csv"]).standardOutput
    #expect(csv.contains("\"\(Self.hostile)\""))
  }

  @Test func markdownHoldsNoMarkup() throws {
    let result = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--group-by", "task", "--format", "markdown")
    #expect(result.standardOutput.contains(#"&lt;img src=x onerror=alert(1)&gt;\|&amp;"#))
    #expect(!result.standardOutput.contains("<"))
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "linear", "--group-by",
      "task", "--output", "run"
    ).expect(code: 3)
    try workspace.nextpoint("report", "run").expect(code: 0)
    #expect(!(try workspace.text("run/report.html")).contains("<img src=x"))
    expectHarmless(try workspace.text("run/table.md"), ["table.md"])
    #expect(!(try workspace.text("run/table.md")).contains("<"))
  }
}
