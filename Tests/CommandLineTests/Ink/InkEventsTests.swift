import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `nextpoint ink`: what is printed of touch events.
@Suite struct InkEventsTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let readmePaths = [
    #"{"event":1,"deltas":[{"added":0}],"paths":[{"touch":"T","isComplete":false,"#
      + #""isSettled":false,"points":[{"x":100,"y":100,"force":0.2,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":["force","location"]}]}]}"#,
    #"{"event":4,"deltas":[{"updated":0,"indices":[0,2],"ranges":[[0,2]]}],"paths":[{"touch":"T","#
      + #""isComplete":false,"isSettled":false,"points":["#
      + #"{"x":100,"y":105,"force":0.2,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":["force"]},"#
      + #"{"x":150,"y":100,"force":0.3,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":["force","location"]},"#
      + #"{"x":160,"y":110,"force":0.2,"t_s":0,"isPrediction":true,"altitude":1,"azimuth":0,"pending":[]}]}]}"#,
    #"{"event":8,"deltas":[{"updated":0,"indices":[0,3],"ranges":[[0,3]]}],"paths":[{"touch":"T","#
      + #""isComplete":false,"isSettled":false,"points":["#
      + #"{"x":100,"y":105,"force":0.4,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":[]},"#
      + #"{"x":155,"y":108,"force":0.45,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":[]},"#
      + #"{"x":180,"y":120,"force":0.4,"t_s":0,"isPrediction":false,"altitude":1,"azimuth":0,"pending":["force","location"]},"#
      + #"{"x":180,"y":115,"force":0.6,"t_s":0,"isPrediction":true,"altitude":1,"azimuth":0,"pending":[]}]}]}"#,
  ]

  @Test func theExampleInTheReadmeOfInkable() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    let each = try ink("--stage", "paths", "--json", "--every-event")
    each.expect(code: 0)
    #expect(each.standardError.isEmpty)
    #expect(each.standardOutput == Self.readmePaths.joined(separator: "\n") + "\n")
    let last = try ink("--stage", "paths", "--json")
    #expect(last.standardOutput == Self.readmePaths[2] + "\n")
  }

  /// The reference page shows what is printed.
  @Test func theReferencePageShowsTheExample() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/reference/ink-json.md"),
      encoding: .utf8)
    for line in Self.readmePaths { #expect(page.contains(line)) }
  }

  /// Without callbacks a line an event; the lines are in the end the same.
  @Test func aFileWithoutCallbacksIsTakenInEventByEvent() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: false))
    let each = try ink("--stage", "paths", "--json", "--every-event")
    each.expect(code: 0)
    let lines = try InkOutput.lines(each.standardOutput)
    #expect(lines.map(\.event) == Array(1...8))
    let whole = try InkOutput.lines(Self.readmePaths[2])
    #expect(lines.last?.paths == whole[0].paths)
    let batches = try ink("--stage", "paths", "--json", "--every-event", "--by-batch")
    let lived = try InkOutput.lines(batches.standardOutput)
    #expect(lived.map(\.event) == [4, 8])
    #expect(lived.last?.paths == whole[0].paths)
  }

  @Test func callbacksAreNamedAndCanBeTakenApart() throws {
    let text = EventFile.readme.json(keepingCallbacks: true, names: ["one", "two"])
    try workspace.write("events.json", text)
    let each = try ink("--stage", "paths", "--json", "--every-event")
    let lines = try InkOutput.lines(each.standardOutput)
    #expect(lines.map { $0.deltas.compactMap(\.unhandled) } == [["one"], ["two"], []])
    let apart = try ink("--stage", "paths", "--json", "--every-event", "--by-event")
    let events = try InkOutput.lines(apart.standardOutput)
    #expect(events.map(\.event) == Array(1...8))
    let named = events.filter { $0.deltas.contains { $0.unhandled != nil } }
    #expect(named.map(\.event) == [1, 4])
    #expect(events.last?.paths == lines.last?.paths)
  }

  @Test func aPredictorOnALineContinuesIt() throws {
    try workspace.write("events.json", EventFile.line(reports: 3).json(keepingCallbacks: false))
    let result = try ink(
      "--stage", "paths", "--json", "--every-event", "--predictor", "linear", "--horizon-ms",
      "3.90625,7.8125")
    result.expect(code: 0)
    let lines = try InkOutput.lines(result.standardOutput)
    let last = try #require(lines.last?.paths?.first)
    #expect(last.points.map(\.x) == [100, 102, 104, 106, 108])
    #expect(last.points.map(\.y) == [50, 51, 52, 53, 54])
    #expect(last.points.map(\.isPrediction) == [false, false, false, true, true])
    #expect(lines.last?.deltas.first?.indices == [2, 4])
  }

  @Test func theDevicesPredictionsGiveWayToThePredictor() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    let result = try ink(
      "--stage", "paths", "--json", "--predictor", "hold", "--horizon-ms", "8")
    let points = try #require(InkOutput.lines(result.standardOutput).first?.paths?.first?.points)
    #expect(points.map(\.x) == [100, 155, 180, 180])
    #expect(points.map(\.y) == [105, 108, 120, 120])
    #expect(points.last?.time == 0.008)
  }

  @Test func theDrawingHasAPathAStrokeAndADashedEnd() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    let result = try ink("--svg", "ink.svg", "--smoother", "line")
    result.expect(code: 0)
    #expect(result.standardOutput.isEmpty && result.standardError.isEmpty)
    let picture = try workspace.text("ink.svg")
    #expect(picture.matches(of: /<path d="M/).count == 2)
    #expect(picture.matches(of: /stroke-dasharray="/).count == 1)
    let parsed = XMLParser(data: try workspace.data("ink.svg")).parse()
    #expect(parsed)
    try ink("--svg", "again.svg", "--smoother", "line").expect(code: 0)
    #expect(try workspace.data("again.svg") == workspace.data("ink.svg"))
    let lost = try ink("--svg", "no/where.svg")
    lost.expectRefusal(code: 1, saying: "no/where.svg")
  }

  @Test(
    "draws the strokes themselves in every mode, what is only predicted apart",
    arguments: [("calligraphy", "predicted"), ("debug", "predicted"), ("outline", "outline")])
  func strokesAreDrawn(mode: String, role: String) throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    try ink("--mode", mode, "--svg", "ink.svg").expect(code: 0)
    let picture = try workspace.text("ink.svg")
    #expect(picture.contains("events.json: \(mode)"))
    #expect(picture.contains("data-role=\"\(role)\""))
  }

  @Test func whatChoosesStrokesOfDataSetsIsRefused() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    let result = try ink("--stroke", "1", "--svg", "ink.svg")
    result.expect(code: 64)
    #expect(result.standardError.contains("--stroke"))
  }

  /// The naive path of Inkable's README: (100, 100), (150, 100), (180, 120), uncorrected.
  @Test func theNaivePathIsPrinted() throws {
    try workspace.write("events.json", EventFile.readme.json(keepingCallbacks: true))
    let naive = try ink("--naive")
    naive.expect(code: 0)
    let path = try #require(InkOutput.lines(naive.standardOutput).first?.paths?.first)
    #expect(path.points.map(\.x) == [100, 150, 180] && path.points.map(\.y) == [100, 100, 120])
    #expect(path.points.map(\.force) == [0.2, 0.3, 0.4])
    #expect(path.points.allSatisfy { !$0.isPrediction && $0.pending.isEmpty })
    #expect(try ink("--naive", "--json", "--stage", "paths").standardOutput == naive.standardOutput)
    let each = try InkOutput.lines(ink("--naive", "--every-event").standardOutput)
    #expect(each.map { $0.paths?.first?.points.count } == [1, 2, 3])
  }

  /// A correction of the first point while the line grows: two ranges, between which nothing changed.
  @Test func rangesAreExactBesideTheirHull() throws {
    var file = EventFile.line(reports: 6)
    file.callbacks[0][0].index = 7
    file.callbacks[0][0].expecting = 8 + 2
    var correction = file.callbacks[0][0]
    correction.name = "late"
    correction.x = 101
    correction.expecting = 2
    correction.isUpdate = true
    file.callbacks[5].insert(correction, at: 0)
    try workspace.write("events.json", file.json(keepingCallbacks: true))
    let lines = try InkOutput.lines(
      ink("--stage", "paths", "--json", "--every-event").standardOutput)
    #expect(lines.last?.deltas.first?.indices == [0, 5])
    #expect(lines.last?.deltas.first?.ranges == [[0, 0], [5, 5]])
    let pending = lines.map { $0.paths?.first?.points.first?.pending }
    #expect(pending.first == ["azimuth", "location"] && pending.last == ["azimuth"])
    for stage in ["paths", "polylines", "filtered"] {
      let line = try InkOutput.lines(ink("--stage", stage, "--json").standardOutput)[0]
      let points = (line.paths ?? line.polylines ?? line.filtered)?.first?.points ?? []
      #expect(points.map(\.altitude) == Array(repeating: 1, count: 6))
      #expect(points.map(\.azimuth) == Array(repeating: 0, count: 6))
      #expect(points.map(\.pending) == [["azimuth"], [], [], [], [], []])
    }
    // A finger has no angles.
    var finger = EventFile.line(reports: 1)
    finger.callbacks[0][0].type = 0
    try workspace.write("events.json", finger.json(keepingCallbacks: true))
    let text = try ink("--stage", "paths", "--json").standardOutput
    #expect(text.contains(#""altitude":null,"azimuth":null,"pending":[]"#))
  }

  private func ink(_ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["ink", "--input", "events.json"] + arguments)
  }
}
