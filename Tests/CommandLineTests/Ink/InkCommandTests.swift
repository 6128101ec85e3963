import Foundation
import Testing

/// `ink`: strokes as ink, and the gallery.
@Suite struct InkCommandTests {
  private static let hasRenderer =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/rsvg-convert")
    }

  private func workspace(strokes: Int = 3) throws -> Workspace {
    let workspace = try Workspace()
    var recordings = SmallRecordings()
    recordings.strokes = strokes
    try workspace.write("one.csv", recordings.csv())
    return workspace
  }

  @Test func theGalleryTellsTheErrorsThatEvaluateTells() throws {
    let workspace = try workspace(strokes: 1)
    let drawn = try workspace.nextpoint(
      "ink", "--gallery", "one.csv", "--predictor", "linear", "--output", "all.svg")
    drawn.expect(code: 0)
    #expect(drawn.standardOutput.isEmpty && drawn.standardError.isEmpty)
    let evaluated = try workspace.nextpoint(
      "evaluate", "one.csv", "--predictor", "linear", "--horizon-ms", "33.3", "--format", "csv")
    let row = try #require(CSVTable(evaluated.standardOutput).rows.first)
    let error = try #require(Double(row["error_mean"] ?? ""))
    let said = try #require(
      try workspace.text("all.svg").firstMatch(of: />mean error ([0-9.]+)\u{A0}/))
    // Three digits are written.
    #expect(abs((Double(said.1) ?? .nan) - error) <= error * 0.005)
  }

  @Test func strokesHaveTheNameOfTheirRecording() throws {
    let workspace = try Workspace()
    try workspace.nextpoint(
      "ink", "--gallery", "synthetic-clean-60hz", "--limit", "3", "--predictor", "hold",
      "--output", "all.svg"
    ).expect(code: 0)
    let names = try workspace.text("all.svg").matches(of: />([a-z]+ p1, 1)<\/text>/)
    #expect(names.map { String($0.1) } == ["line p1, 1", "acceleration p1, 1", "circle p1, 1"])
  }

  @Test func pagesAreTheStrokesInOrder() throws {
    let workspace = try workspace(strokes: 5)
    for page in 1...3 {
      try workspace.nextpoint(
        "ink", "--gallery", "one.csv", "--limit", "2", "--page", "\(page)", "--output",
        "\(page).svg"
      ).expect(code: 0)
    }
    #expect(try workspace.text("2.svg").contains("strokes 3 to 4 of 5"))
    #expect(try workspace.text("3.svg").contains("strokes 5 to 5 of 5"))
    // What was learned from earlier strokes is there on a later page too.
    try workspace.nextpoint(
      "ink", "--gallery", "one.csv", "--predictor", "rls", "--output", "all.svg"
    ).expect(code: 0)
    try workspace.nextpoint(
      "ink", "--gallery", "one.csv", "--predictor", "rls", "--limit", "4", "--page", "2",
      "--output", "last.svg"
    ).expect(code: 0)
    let means = try ["all.svg", "last.svg"].map { name in
      try workspace.text(name).matches(of: />mean error ([^<]+)</).map { String($0.1) }
    }
    #expect(means[0].count == 5 && means[1] == [means[0][4]])
  }

  @Test(arguments: ["calligraphy", "ink", "debug", "outline"])
  func strokesAreDrawnInEveryMode(mode: String) throws {
    let workspace = try workspace()
    try workspace.nextpoint(
      "ink", "--strokes", "one.csv", "--mode", mode, "--svg", "ink.svg", "--background", "dark"
    ).expect(code: 0)
    let picture = try workspace.text("ink.svg")
    #expect(picture.contains("one.csv: \(mode)"))
    #expect(picture.contains(mode == "outline" ? "data-role=\"outline\"" : "data-role=\"actual\""))
    #expect(!picture.contains("var("))
  }

  @Test(
    .enabled(if: hasRenderer, "rsvg-convert is not on the path; see scripts/install-dependencies"))
  func aPNGHasThePixelsAskedFor() throws {
    let workspace = try workspace()
    try workspace.nextpoint(
      "ink", "--strokes", "one.csv", "--png", "ink.png", "--svg", "ink.svg", "--zoom", "0.5"
    ).expect(code: 0)
    let bytes = [UInt8](try workspace.data("ink.png"))
    #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    // The width stands in bytes 16 to 19 of the header.
    #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 480)
    let gallery = try workspace.nextpoint("ink", "--gallery", "one.csv", "--png", "no/where.png")
    gallery.expect(code: 1)
    #expect(gallery.standardError.contains("no/where.png"))
  }

  @Test func withoutTheRendererTheRemedyIsSaid() throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      "ink", "--strokes", "one.csv", "--png", "ink.png", environment: ["PATH": "/nowhere"])
    result.expect(code: 1)
    #expect(result.standardError.contains("librsvg2-bin"))
    #expect(!workspace.exists("ink.png"))
  }

  /// The ending of `--output` is the format; no name promises another one.
  @Test(
    .enabled(if: hasRenderer, "rsvg-convert is not on the path; see scripts/install-dependencies"))
  func theEndingOfAnOutputIsItsFormat() throws {
    for arguments in [["--gallery", "one.csv"], ["--strokes", "one.csv"]] {
      let workspace = try workspace()
      try workspace.nextpoint(arguments: ["ink"] + arguments + ["--output", "x.png"])
        .expect(code: 0)
      #expect(try workspace.data("x.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      try workspace.nextpoint(arguments: ["ink"] + arguments + ["--output", "x.svg"])
        .expect(code: 0)
      #expect(try workspace.text("x.svg").contains("<svg"))
    }
  }

  @Test(arguments: ["--strokes", "--gallery"])
  func aFileWithoutStrokesIsNoData(flag: String) throws {
    let workspace = try Workspace()
    try workspace.write("garbage.csv", "garbage\n")
    let result = try workspace.nextpoint("ink", flag, "garbage.csv", "--svg", "x.svg")
    result.expect(code: 65)
    let drawn = try workspace.nextpoint(
      "predictors", "draw", "linear", "--dataset", "garbage.csv", "--output", "x.svg")
    drawn.expect(code: 65)
    #expect(!workspace.exists("x.svg"))
  }

  @Test(arguments: [[], ["--mode", "ink"]])
  func picturesAreTitledByTheNameOfTheFile(arguments: [String]) throws {
    let workspace = try Workspace()
    try workspace.write(
      "deep/down/events.json", EventFile.line(reports: 4).json(keepingCallbacks: true))
    try workspace.nextpoint(
      arguments: ["ink", "--input", "deep/down/events.json", "--svg", "x.svg"] + arguments
    ).expect(code: 0)
    let picture = try workspace.text("x.svg")
    #expect(picture.contains(">events.json") && !picture.contains("down"))
  }

  @Test func theHelpListsEveryCommandOnce() throws {
    let help = try Workspace().nextpoint("--help").standardOutput
    let names = help.matches(of: /\n  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
    #expect(names.contains("ink") && names.count == Set(names).count, "\(names)")
  }

  @Test(arguments: [
    (["--gallery", "one.csv", "--svg", "x.png"], "ending of a PNG"),
    (["--gallery", "one.csv", "--png", "x.svg"], "ending of an SVG"),
    (["--gallery", "one.csv", "--output", "x.pdf"], "SVG or PNG"),
    ([], "--gallery"), (["--gallery", "one.csv"], "no file is given"),
    (["--gallery", "one.csv", "--strokes", "one.csv", "--svg", "x.svg"], "--gallery"),
    (["--gallery", "one.csv", "--limit", "0", "--svg", "x.svg"], "--limit 0"),
    (["--gallery", "one.csv", "--page", "9", "--svg", "x.svg"], "--page 9"),
    (["--gallery", "one.csv", "--participant", "nosuch", "--svg", "x.svg"], "nosuch"),
    (["--gallery", "one.csv", "--predictor", "nosuch", "--svg", "x.svg"], "nosuch"),
    (["--gallery", "one.csv", "--horizon-ms", "1,2", "--svg", "x.svg"], "one horizon"),
    (["--strokes", "one.csv", "--stroke", "9", "--svg", "x.svg"], "--stroke 9"),
    (["--strokes", "one.csv", "--after", "2", "--svg", "x.svg"], "--after"),
    (["--strokes", "one.csv", "--stroke", "1", "--after", "0", "--svg", "x.svg"], "--after 0"),
    (["--strokes", "one.csv", "--file", "nosuch", "--svg", "x.svg"], "nosuch"),
    (["--strokes", "one.csv", "--mode", "outline", "--width", "0", "--svg", "x.svg"], "--width"),
    (["--strokes", "one.csv", "--zoom", "0", "--svg", "x.svg"], "--zoom"),
  ])
  func whatCannotBeDrawnIsAUsageErrorAndLeavesNoFile(arguments: [String], part: String) throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(arguments: ["ink"] + arguments)
    result.expect(code: 64)
    #expect(result.standardError.contains(part), "\(result.standardError)")
    #expect(!workspace.exists("x.svg"))
  }
}
