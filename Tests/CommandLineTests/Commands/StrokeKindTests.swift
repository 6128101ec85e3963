import Foundation
import TestSupport
import Testing

/// Kinds of strokes and rests, as options, as keys of plans and in what commands print.
@Suite struct StrokeKindTests {
  private let workspace: Workspace
  private static let streamed = ["NEXTPOINT_HELD_BYTES": "0"]

  /// Ink along a line, and between the contacts a pen that hovers in leaps.
  init() throws {
    workspace = try Workspace()
    var (mixed, contacts) = ("stroke,t_s,x,y\n", "stroke,t_s,x,y\n")
    for stroke in 0..<3 {
      for sample in 0..<30 {
        let time = Double(stroke) * 2 + Double(sample) / 60
        mixed += "hover-\(stroke),\(time),\(sample.isMultiple(of: 2) ? 0 : 90),0\n"
      }
      for sample in 0..<30 {
        let time = Double(stroke) * 2 + 1 + Double(sample) / 60
        let row = "\(stroke),\(time),\(3 * sample),\(sample * sample / 10)\n"
        mixed += row
        contacts += row
      }
    }
    try workspace.write("mixed.csv", mixed)
    try workspace.write("contacts.csv", contacts)
  }

  private func rows(
    _ file: String, _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> [[String: String]] {
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", file, "--predictor", "linear", "--predictor", "rls", "--horizon-ms", "33.3",
        "--format", "csv",
      ] + options, environment: environment)
    result.expect(code: 0)
    return CSVTable(result.standardOutput).rows.map { row in row.filter { $0.key != "dataset" } }
  }

  @Test func onlyContactsAreScoredWhereThereAreAny() throws {
    let contacts = try rows("contacts.csv")
    #expect(try rows("mixed.csv") == contacts)
    #expect(try rows("mixed.csv", environment: Self.streamed) == contacts)
    #expect(try rows("mixed.csv", ["--kind", "contact"]) == contacts)
    #expect(try rows("mixed.csv", ["--kind", "all"]) != contacts)
    let hover = try rows("mixed.csv", ["--kind", "hover"])
    #expect(try rows("mixed.csv", ["--kind", "hover"], environment: Self.streamed) == hover)
    #expect(hover[0]["scored"] == contacts[0]["scored"] && hover != contacts)
  }

  @Test func oneWarningSaysWhatIsLeftOut() throws {
    for environment in [[:], Self.streamed] {
      let result = try workspace.nextpoint(
        arguments: ["evaluate", "mixed.csv", "--predictor", "hold"], environment: environment)
      result.expect(code: 0)
      #expect(result.standardError.contains("3 hover strokes are left out"))
      #expect(result.standardError.contains("--kind all"))
    }
    for options in [["--kind", "all"], ["--kind", "contact"], ["--group-by", "kind"]] {
      let result = try workspace.nextpoint(
        arguments: ["evaluate", "mixed.csv", "--predictor", "hold"] + options)
      result.expect(code: 0)
      #expect(!result.standardError.contains("left out"), "\(options)")
    }
  }

  @Test func rowsByKindHoldAllKinds() throws {
    let rows = try rows("mixed.csv", ["--group-by", "kind"])
    let linear = rows.filter { $0["predictor"] == "linear" && $0["aggregation"] == "pooled" }
    #expect(
      linear.map { $0["part"] } == ["", "kind:contact", "kind:hover", "kind:motion"])
    let alone = try self.rows("contacts.csv")[0]
    #expect(linear[1]["error_mean"] == alone["error_mean"])
  }

  @Test func aPlanNamesKindsAndRests() throws {
    try workspace.write(
      "plan.yaml",
      "datasets: [mixed.csv]\npredictors: [linear]\nhorizon-ms: 33.3\n"
        + "kind: [contact, hover]\nrests: hold\n"
    )
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "run").expect(code: 0)
    let manifest = try workspace.text("run/manifest.json")
    #expect(manifest.contains("\"rests\" : \"hold\"") || manifest.contains("\"rests\":\"hold\""))
    #expect(manifest.contains("\"kinds\""))
    try workspace.nextpoint(
      "sweep", "--dataset", "contacts.csv", "--predictor", "linear", "--output", "plain"
    ).expect(code: 0)
    let plain = try workspace.text("plain/manifest.json")
    #expect(!plain.contains("\"kinds\"") && !plain.contains("\"rests\""))
    try workspace.write("bad.yaml", "datasets: [mixed.csv]\nkind: hovering\n")
    let bad = try workspace.nextpoint("sweep", "bad.yaml", "--output", "bad")
    bad.expect(code: 64)
    #expect(bad.standardError.contains("bad.yaml:2: kind: hovering: 'hovering' is not a kind"))
    let flag = try workspace.nextpoint("evaluate", "mixed.csv", "--kind", "pen")
    flag.expect(code: 64)
    #expect(flag.standardError.contains("--kind pen: 'pen' is not a kind of stroke"))
  }

  @Test func infoCountsKinds() throws {
    let info = try workspace.nextpoint("datasets", "info", "mixed.csv", "--format", "csv")
    info.expect(code: 0)
    let row = try #require(CSVTable(info.standardOutput).rows.first)
    #expect(row["contact_strokes"] == "3" && row["hover_strokes"] == "3")
    #expect(row["motion_strokes"] == "0")
  }

  @Test func aColumnStatesTheKind() throws {
    var text = "stroke,t_s,x,y,kind\n"
    for sample in 0..<20 { text += "1,\(Double(sample) / 60),\(sample % 2 * 90),0,hover\n" }
    for sample in 0..<30 {
      text += "1,\(1 + Double(sample) / 60),\(3 * sample),\(sample * sample / 10),contact\n"
    }
    try workspace.write("kinds.csv", text)
    let scored = try rows("kinds.csv")
    #expect(scored[0]["scored"] == "28")
    try workspace.nextpoint("datasets", "convert", "kinds.csv", "--output", "out").expect(code: 0)
    #expect(try workspace.text("out/kinds.csv").contains("hover-1,"))
    try workspace.write("wrong.csv", text + "2,9,1,1,pen\n")
    let wrong = try workspace.nextpoint("evaluate", "wrong.csv", "--predictor", "hold")
    wrong.expect(code: 3)
    #expect(wrong.standardError.contains("wrong.csv:52"))
    #expect(wrong.standardError.contains("contact, hover or motion"))
  }

  // MARK: - Rests

  /// Drags that stop: with all reports, or without those of the rest.
  private func drag(reportsRest: Bool) -> String {
    var text = "stroke,t_s,x,y\n"
    for stroke in 0..<8 {
      for sample in 0...48 where reportsRest || sample <= 20 || sample == 48 {
        let time = Double(stroke) * 2 + Double(sample) / 60
        text += "\(stroke),\(time),\(6 * min(sample, 20)),\(40 * stroke)\n"
      }
    }
    return text
  }

  @Test func stopsWithoutReportsAreWarnedOfOrScored() throws {
    try workspace.write("drag.csv", drag(reportsRest: false))
    try workspace.write("reported.csv", drag(reportsRest: true))
    let arguments = [
      "evaluate", "drag.csv", "--predictor", "hold", "--predictor", "linear", "--horizon-ms",
      "33.3",
      "--format", "csv",
    ]
    for environment in [[:], Self.streamed] {
      let quiet = try workspace.nextpoint(arguments: arguments, environment: environment)
      quiet.expect(code: 0)
      #expect(quiet.standardError.contains("8 of 8 stops have no target"))
      #expect(quiet.standardError.contains("--rests hold"))
    }
    let held = try workspace.nextpoint(arguments: arguments + ["--rests", "hold"])
    held.expect(code: 0)
    #expect(!held.standardError.contains("stops have no target"))
    let streamed = try workspace.nextpoint(
      arguments: arguments + ["--rests", "hold"], environment: Self.streamed)
    #expect(streamed.standardOutput == held.standardOutput)
    let linear = try #require(
      CSVTable(held.standardOutput).rows.first { $0["predictor"] == "linear" })
    #expect((Double(linear["overshoot_p95"] ?? "") ?? 0) > 1)
    let display = try workspace.nextpoint(arguments: arguments + ["--protocol", "display"])
    display.expect(code: 0)
    #expect(!display.standardError.contains("stops have no target"))
    let reported = try workspace.nextpoint("evaluate", "reported.csv", "--predictor", "hold")
    #expect(!reported.standardError.contains("stops have no target"))
    let henze = try workspace.nextpoint(
      arguments: ["evaluate", "drag.csv", "--protocol", "henze2017", "--rests", "hold"])
    henze.expect(code: 64)
  }
}
