import Foundation
import TestSupport
import Testing

/// What is printed where, and in which form.
@Suite struct OutputFormatTests {
  private static let commands = [
    ["evaluate", "set", "--predictor", "hold", "--predictor", "polynomial:window=3|4"],
    ["predictors"], ["predictors", "show", "polynomial"], ["datasets", "list"],
    ["datasets", "info", "set"], ["datasets", "validate", "set"],
  ]

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
  }

  @Test(arguments: commands)
  func everyFormatHoldsTheSameRows(command: [String]) throws {
    func printed(_ format: String) throws -> String {
      let result = try workspace.nextpoint(arguments: command + ["--format", format])
      result.expect(code: 0)
      #expect(result.standardOutput.hasSuffix("\n"))
      return result.standardOutput
    }
    let csv = CSVTable(try printed("csv"))
    #expect(!csv.rows.isEmpty)
    #expect(csv.rows.allSatisfy { $0.count == csv.header.count })
    let json = try JSONSerialization.jsonObject(with: Data(try printed("json").utf8))
    let objects = try #require(json as? [[String: Any]])
    #expect(objects.count == csv.rows.count)
    // The CSV of `evaluate` is the full scores.csv; the other forms show a choice of measures.
    if command[0] != "evaluate" {
      #expect(objects.allSatisfy { Set($0.keys) == Set(csv.header) })
    }
    let markdown = try printed("markdown").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(markdown.count == csv.rows.count + 2 || command == ["datasets", "info", "set"])
    let bars = markdown.map { line in line.replacing("\\|", with: "").count { $0 == "|" } }
    #expect(Set(bars).count == 1)
    #expect(try printed("table").contains("───"))
  }

  @Test func aFormatThatIsNoneIsAUsageError() throws {
    try workspace.nextpoint("predictors", "--format", "xml").expectRefusal(
      code: 64, saying: "xml", "table", "csv", "json", "markdown")
  }

  @Test func allMeasuresCanBeShown() throws {
    let few = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--metrics", "error_max,jitter_mean", "--format",
      "json")
    let all = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--metrics", "all", "--format", "json")
    let csv = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--format", "csv")
    let keys = try [few, all].map { result in
      let json = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8))
      return Set(try #require((json as? [[String: Any]])?.first).keys)
    }
    // Lengths have their unit in the name, shares their per cent.
    #expect(keys[0].isSuperset(of: ["error_max_mm", "jitter_mean_mm"]))
    #expect(!keys[0].contains { $0.hasPrefix("error_mean") })
    let header = CSVTable(csv.standardOutput).header
    let measures = try #require(header.firstIndex(of: "scored"))
    for measure in header[measures...] {
      #expect(keys[1].contains { $0.hasPrefix(measure) }, "\(measure)")
    }
  }

  /// Results on standard output; notes, warnings and progress on standard error.
  @Test func standardOutputHoldsResultsAlone() throws {
    try workspace.write(
      "part.csv", SmallRecordings().csv { $1 == 3 ? [$2[0], "x", "1", "1"] : $2 })
    let result = try workspace.nextpoint(
      "evaluate", "part.csv", "--predictor", "polynomial:degree=1..2,window=2..3", "--format", "csv"
    )
    result.expectIncomplete(saying: "warning: part.csv:5: ", "note: left out 1 combination ")
    #expect(result.standardOutput.hasPrefix("dataset,"))
    #expect(!result.standardOutput.contains("warning"))
    let sweep = try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--output", "run")
    sweep.expect(code: 0)
    #expect(sweep.standardOutput.isEmpty)
    #expect(sweep.standardError.contains("'nextpoint report run' makes a page of them"))
  }

  /// Away from a terminal there is no escape sequence and no redrawn line, with `NO_COLOR` or not.
  @Test(arguments: [["TERM": "xterm"], ["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]])
  func noEscapeSequencesAwayFromATerminal(environment: [String: String]) throws {
    let result = try workspace.nextpoint(
      arguments: Self.commands[0], environment: environment)
    result.expect(code: 0)
    for text in [result.standardOutput, result.standardError] {
      #expect(!text.contains("\u{1B}") && !text.contains("\r"))
    }
  }

  /// On a terminal a bar shows progress; `TERM=dumb` has none, and `NO_COLOR` no color.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
      "there is no /usr/bin/script to make a terminal"))
  func progressIsForTerminals() throws {
    func shown(_ environment: [String: String]) throws -> String {
      let windows = TestSize.of("4..6", full: "4..9")
      let command =
        "'\(BuiltExecutable.path)' evaluate synthetic-noisy-240hz --format csv "
        + "--predictor polynomial:degree=1..3,window=\(windows)"
      let result = try workspace.shell(
        "/usr/bin/script -qec \"\(command)\" /dev/null", environment: environment)
      result.expect(code: 0)
      return result.standardOutput
    }
    let terminal = try shown(["TERM": "xterm", "NO_COLOR": "1"])
    #expect(terminal.contains("\r\u{1B}[K"))
    #expect(terminal.contains(" left"))
    #expect(!terminal.contains(/\u{1B}\[[0-9;]*m/))
    #expect(!(try shown(["TERM": "dumb"])).contains("\u{1B}"))
  }

  @Test func theVersionNamesTheCommit() throws {
    let result = try workspace.nextpoint("--version")
    result.expect(code: 0)
    let line = result.standardOutput
    // Outside a checkout the commit is not known.
    let isCheckout = FileManager.default.fileExists(
      atPath: Repository.root.appending(path: ".git").path)
    #expect(line.wholeMatch(of: /\d+\.\d+\.\d+( \([0-9a-f]{12}\+?\))?\n/) != nil, "\(line)")
    #expect(line.contains("(") || !isCheckout, "\(line)")
  }
}
