import Testing

/// `report`: the page and its figures, from a run and nothing else.
@Suite struct ReportCommandTests {
  @Test func aSweepBecomesASelfContainedPageWithFigures() throws {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor",
      "polynomial:degree=1..2,window=2..4", "--frames-ahead", "1..3", "--output", "run"
    ).expect(code: 0)
    let scores = try workspace.data("run/scores.csv")
    let report = try workspace.nextpoint("report", "run")
    report.expect(code: 0)
    #expect(report.standardOutput == "run/report.html\n")
    let page = try workspace.text("run/report.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") || page.hasPrefix("<!doctype html>"))
    #expect(page.contains("</html>"))
    #expect(page.contains("<svg"))
    #expect(page.contains("polynomial"))
    // Nothing is loaded from elsewhere: no script, no sheet, no picture, no font by address.
    for token in ["<script src", "<link", "src=\"http", "url(http", "@import", "<iframe"] {
      #expect(!page.contains(token), "\(token)")
    }
    let figures = workspace.names().filter { $0.hasPrefix("run/figures/") }
    #expect(figures.count >= 3)
    for figure in figures {
      #expect(figure.hasSuffix(".svg"))
      let text = try workspace.text(figure)
      #expect(text.contains("<svg") && text.contains("</svg>"), "\(figure)")
    }
    #expect(try workspace.data("run/scores.csv") == scores)
    workspace.expectNothingHalfWritten()
  }

  @Test func participantsGiveIntervalsAndTextsForAPaperByDefault() throws {
    let workspace = try Workspace()
    let files = (1...3).map {
      (name: "p\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    try workspace.writeDataset("set", files: files)
    let flags = ["--dataset", "set", "--predictor", "hold", "--predictor", "linear", "--raw"]
    try workspace.nextpoint(arguments: ["sweep"] + flags + ["--output", "run"]).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    let page = try workspace.text("run/report.html")
    #expect(
      page.contains("mean over 3 participants, from 10\u{202F}000 bootstrap resamples (seed 1)"))
    #expect(page.contains("Primary endpoint:"))
    for name in ["methods.txt", "table.tex", "table.md"] {
      #expect(try workspace.text("run/\(name)").contains("linear"), "\(name)")
    }
    #expect(workspace.exists("run/figures/set-strokes-linear.svg"))
    try workspace.nextpoint(
      arguments: ["sweep"] + flags + ["--group-by", "none", "--output", "plain"]
    ).expect(code: 0)
    let rows = CSVTable(try workspace.text("plain/scores.csv")).rows
    #expect(!rows.isEmpty && rows.allSatisfy { $0["participant"] == "" })
  }

  /// The worst strokes lead to pages that replay them; without the predictions none is known.
  @Test func theWorstStrokesLeadToTheirReplay() throws {
    let workspace = try Workspace()
    let files = (1...2).map {
      (name: "p\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    try workspace.writeDataset("set", files: files)
    let flags = ["--dataset", "set", "--predictor", "hold", "--predictor", "linear"]
    try workspace.nextpoint(arguments: ["sweep"] + flags + ["--raw", "--output", "run"])
      .expect(code: 0)
    try workspace.nextpoint("report", "run", "--replay").expect(code: 0)
    let page = try workspace.text("run/report.html")
    let links = page.matches(of: /href="(replay\/[^"#]+)(#stroke=[1-3])?"/).map(\.output)
    // Two recordings and three strokes of linear.
    #expect(links.count == 5 && links.filter { $0.2 != nil }.count == 3)
    for link in links { #expect(workspace.exists("run/\(link.1)"), "\(link.1)") }
    #expect(try workspace.text("run/\(links[0].1)").contains("\"touches\":[\"1\",\"2\",\"3\"]"))

    // Other files are not those that were scored.
    try workspace.writeDataset("set", files: [("p1.csv", SmallRecordings(start: 7).csv())])
    let changed = try workspace.nextpoint("report", "run", "--replay", "--force")
    changed.expect(code: 0)
    #expect(changed.standardError.contains("set: its files have changed since the run"))
    #expect(try !workspace.text("run/report.html").contains("href=\"replay/"))

    try workspace.nextpoint(arguments: ["sweep"] + flags + ["--output", "plain"]).expect(code: 0)
    let plain = try workspace.nextpoint("report", "plain", "--replay")
    plain.expect(code: 0)
    #expect(plain.standardError.contains("run the sweep again with --raw"))
    #expect(!workspace.exists("plain/replay"))
  }

  @Test func aReportElsewhereLeavesTheRunAlone() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.nextpoint(
      "sweep", "--dataset", "r.csv", "--predictor", "hold", "--output", "run"
    ).expect(code: 0)
    let before = workspace.names().filter { $0.hasPrefix("run") }
    let report = try workspace.nextpoint("report", "run", "--output", "page")
    report.expect(code: 0)
    #expect(workspace.exists("page/report.html"))
    #expect(workspace.names().filter { $0.hasPrefix("run") } == before)
  }

  @Test func aRunThatIsNoneIsRefused() throws {
    let workspace = try Workspace()
    try workspace.write("half/manifest.json", "{\"schema\": 1")
    try workspace.write("half/scores.csv", "dataset\n")
    try workspace.write("file", "")
    try workspace.expectNothingWritten {
      try workspace.nextpoint("report", "missing").expectRefusal(
        code: 65, saying: "missing: no such folder", "nextpoint sweep")
      try workspace.nextpoint("report", "file").expectRefusal(
        code: 65, saying: "file: this is a file", "; name the run directory")
      try workspace.nextpoint("report", "half").expectRefusal(
        code: 65, saying: "half/manifest.json", "run the sweep again")
    }
  }
}
