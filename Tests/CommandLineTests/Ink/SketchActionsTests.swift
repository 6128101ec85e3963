import Foundation
import Testing

/// `nextpoint ink --mode` and `--actions`: what Speed Sketch makes of events and of a person's doings.
@Suite struct SketchActionsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("events.json", Self.twoStrokes.json(keepingCallbacks: true))
  }

  /// One stroke along y = 0 in the first half second, another along y = 100 from 1 s.
  private static let twoStrokes = EventFile(
    callbacks: stroke("A", type: 2, y: 0, from: 50) + stroke("B", type: 2, y: 100, from: 51))

  /// Five reports along a line, an eighth of a second apart.
  private static func stroke(
    _ touch: String, type: Int, y: Double, from start: Double
  ) -> [[EventFile.Event]] {
    (0..<5).map { index in
      let share = Double(index)
      let phase = index == 0 ? 0 : index == 4 ? 3 : 1
      let event = EventFile.Event(
        name: "\(touch)\(index)", touch: touch, x: 10 * share, y: y, time: start + share / 8,
        phase: phase, type: type)
      return [event]
    }
  }

  private func drawn(_ script: String, _ arguments: String...) throws -> String {
    try workspace.write("script.txt", script)
    let result = try workspace.nextpoint(
      arguments: [
        "ink", "--input", "events.json", "--actions", "script.txt", "--svg", "ink.svg", "--force",
      ]
        + arguments)
    result.expect(code: 0)
    #expect(result.standardError.isEmpty)
    return try workspace.text("ink.svg")
  }

  /// How many pieces of measured ink a picture has.
  private func pieces(_ picture: String) -> Int { picture.matches(of: /<path\s/).count }

  @Test(
    "the tool that is in hand in the end draws all",
    arguments: [
      ("", "calligraphy"), ("0.1 tool ink", "ink"), ("0.1 double-tap", "calligraphy"),
      ("0.1 tool ink\n0.2 tool outline\n0.3 double-tap", "ink"),
      ("# back and forth\n0.3 double-tap\n0.4 double-tap\n\n0.1 tool ink", "ink"),
      ("9 tool debug", "debug"),
    ])
  func tools(script: String, mode: String) throws {
    #expect(try drawn(script).contains("events.json: \(mode)"))
  }

  @Test func theModeIsTheFirstTool() throws {
    #expect(
      try drawn("0.1 tool ink\n0.2 double-tap", "--mode", "debug").contains("events.json: debug"))
  }

  @Test func clearingLeavesWhatComesAfter() throws {
    #expect(try pieces(drawn("")) == 8)
    #expect(try pieces(drawn("0.75 clear")) == 4)
    #expect(try drawn("5 clear").contains("There is no ink."))
  }

  /// An action comes after the reports of its own time.
  @Test func aStrokeThatIsBeingDrawnComesBackWhenItEnds() throws {
    #expect(try pieces(drawn("0.25 clear")) == 8)
    #expect(try pieces(drawn("0.5 clear")) == 4)
  }

  @Test func zoomingShowsAPart() throws {
    let whole = try drawn("")
    let zoomed = try drawn("0.1 zoom 2 0,0")
    #expect(!whole.contains("viewBox=\"8") && whole.matches(of: /<svg/).count == 1)
    #expect(zoomed.matches(of: /<svg/).count == 2)
    #expect(pieces(zoomed) == pieces(whole))
    // Back at the first view, but cut to the screen.
    #expect(try drawn("0.1 zoom 2 0,0\n0.2 zoom 1 0,0") == drawn("0.1 zoom 1"))
    #expect(try drawn("0.1 scroll 10,5\n0.2 scroll -10,-5") == drawn("0.1 zoom 1"))
    #expect(try drawn("0.1 scroll 10,5") != drawn("0.1 zoom 1"))
  }

  @Test func aFingerDrawsOnceFingersMay() throws {
    var mixed = Self.twoStrokes
    mixed.callbacks += Self.stroke("F", type: 0, y: 50, from: 60)
    try workspace.write("events.json", mixed.json(keepingCallbacks: true))
    #expect(try pieces(drawn("")) == 8)
    #expect(try pieces(drawn("5 leave-pencil-mode")) == 12)
    #expect(try pieces(drawn("5 foreground")) == 8)
  }

  @Test(arguments: [
    ("soon clear", "script.txt:1: 'soon' is not a time"), ("-1 clear", "'-1' is not a time"),
    ("# one\n1 dance", "script.txt:2: 'dance' is not an action"), ("1", "is not an action"),
    ("1 clear all", "'clear all' is not an action"), ("1 tool brush", "'brush' is no tool"),
    ("1 zoom 4", "zoom '4' is not from 0.5 to 3.0"), ("1 zoom 2 5", "'5' is not X,Y"),
    ("1 scroll 5,", "'5,' is not X,Y"), ("1 scroll 1,inf", "is not X,Y"),
  ])
  func whatCannotBeDoneIsAUsageError(script: String, part: String) throws {
    try workspace.write("script.txt", script)
    try workspace.expectNothingWritten {
      try workspace.nextpoint(
        "ink", "--input", "events.json", "--actions", "script.txt", "--svg", "x.svg"
      ).expectRefusal(code: 64, saying: part)
    }
  }

  @Test func actionsNeedAFileAndADrawing() throws {
    try workspace.nextpoint(
      "ink", "--input", "events.json", "--actions", "nosuch.txt", "--svg", "x.svg"
    ).expectRefusal(code: 65, saying: "nosuch.txt")
    try workspace.write("script.txt", "1 clear")
    try workspace.nextpoint(
      "ink", "--input", "events.json", "--actions", "script.txt", "--json"
    ).expectRefusal(code: 64, saying: "--actions requires a drawing")
    try workspace.nextpoint(
      "ink", "--strokes", "one.csv", "--actions", "script.txt", "--svg", "x.svg"
    ).expectRefusal(code: 64, saying: "--actions, --redraws and --finger-force require --input")
  }

  /// Changes, frames and areas worked out by hand.
  ///
  /// A sample alone is drawn with a margin of 20, 40 by 40; each later one with the segment before it,
  /// 50 by 40; two at once, 60 by 40. Of a stroke's five reports an eighth of a second apart the first is
  /// on a tick of 4 Hz, and two are before each of the next two ticks.
  @Test(arguments: [
    ("60", "60.0,10,10,19200,19200,0.0"), ("4", "4.0,10,6,19200,12800,33.3"),
  ])
  func redrawsAreCounted(rate: String, row: String) throws {
    let result = try workspace.nextpoint("ink", "--input", "events.json", "--redraws", rate)
    result.expect(code: 0)
    let words = result.standardOutput.split(separator: "\n").last?.split(separator: " ")
    #expect(words?.joined(separator: ",") == row)
  }

  /// What a person does to the whole screen is drawn too: 80 by 140 points and 20 to every side.
  @Test func actionsDrawTheScreen() throws {
    try workspace.write("script.txt", "0.75 clear\n9 foreground")
    let result = try workspace.nextpoint(
      "ink", "--input", "events.json", "--redraws", "60", "--actions", "script.txt")
    result.expect(code: 0)
    let words = result.standardOutput.split(separator: "\n").last?.split(separator: " ")
    #expect(words?.joined(separator: ",") == "60.0,11,11,30400,30400,0.0")
  }

  /// A finger's stroke that begins between two reports, by the clock at an action, is drawn then.
  ///
  /// Alone it begins at 0.125 s, by the report there; with an action at 0.11 s, one report sooner.
  @Test func aStrokeBegunByTheClockIsDrawn() throws {
    let finger = EventFile(callbacks: Self.stroke("F", type: 0, y: 0, from: 50))
    try workspace.write("events.json", finger.json(keepingCallbacks: true))
    func row(_ script: String) throws -> String? {
      try workspace.write("script.txt", script)
      let result = try workspace.nextpoint(
        "ink", "--input", "events.json", "--redraws", "60", "--actions", "script.txt")
      result.expect(code: 0)
      let words = result.standardOutput.split(separator: "\n").last?.split(separator: " ")
      return words?.joined(separator: ",")
    }
    // Two samples at once, 50 by 40, and three more; or one, 40 by 40, and four more.
    #expect(try row("") == "60.0,4,4,8000,8000,0.0")
    #expect(try row("0.11 foreground") == "60.0,5,5,9600,9600,0.0")
  }

  @Test(arguments: [
    (["--redraws", "0"], "--redraws 0.0 is not within 1 to 1000 Hz"),
    (["--redraws", "nan"], "is not within 1 to 1000 Hz"),
    (["--redraws", "60", "--json"], "give one of them"),
  ])
  func redrawsThatCannotBeAreUsageErrors(arguments: [String], part: String) throws {
    try workspace.nextpoint(arguments: ["ink", "--input", "events.json"] + arguments)
      .expectRefusal(code: 64, saying: part)
  }

  /// The lines and the strokes see the same place of two.
  @Test(arguments: [([], 10.4375), (["--location", "regular"], 10.5)])
  func aPlaceOfTwoIsChosen(arguments: [String], x: Double) throws {
    let text = EventFile.line(reports: 1).json(keepingCallbacks: false).replacing(
      "\"location\": [100.0, 50.0]",
      with: "\"location\": [10.5, 50], \"preciseLocation\": [10.4375, 50]")
    try workspace.write("events.json", text)
    let result = try workspace.nextpoint(
      arguments: ["ink", "--input", "events.json", "--stage", "paths", "--json"] + arguments)
    result.expect(code: 0)
    #expect(try InkOutput.lines(result.standardOutput).first?.paths?.first?.points.map(\.x) == [x])
  }

  /// Four reports in the first callback, from 50 s to 50.375 s: a time counts from the first of them.
  @Test func actionsCountFromTheFirstEvent() throws {
    let reports = Self.stroke("A", type: 2, y: 0, from: 50)
    let grouped = EventFile(
      callbacks: [reports[..<4].flatMap { $0 }, reports[4]]
        + Self.stroke("B", type: 2, y: 100, from: 51))
    try workspace.write("events.json", grouped.json(keepingCallbacks: true))
    // The first stroke ends at 0.5 s, the second begins at 1 s.
    #expect(try pieces(drawn("0.9 clear")) == 4)
    #expect(try pieces(drawn("")) == 8)
  }

  @Test(arguments: [("pencil", 8), ("finger", 4)])
  func aFixedToolAloneDraws(tool: String, count: Int) throws {
    var mixed = EventFile(callbacks: Self.stroke("F", type: 0, y: 50, from: 40))
    mixed.callbacks += Self.twoStrokes.callbacks
    try workspace.write("events.json", mixed.json(keepingCallbacks: true))
    #expect(try pieces(drawn("")) == 12)
    #expect(try pieces(drawn("", "--draw-with", tool)) == count)
    #expect(try pieces(drawn("0 leave-pencil-mode\n400 foreground", "--draw-with", tool)) == count)
  }

  @Test(arguments: [
    (["--json", "--draw-with", "pencil"], "--draw-with requires --mode"),
    (["--naive", "--predictor", "linear"], "--naive leaves out predictions"),
    (["--tap-tolerance", "3", "--json"], "require --taps"),
    (["--taps", "--json"], "--taps prints a table"),
    (["--taps", "--tap-tolerance=-1"], "--tap-tolerance -1.0 must be 0 or more"),
  ])
  func settingsThatDoNotFitAreUsageErrors(arguments: [String], part: String) throws {
    try workspace.nextpoint(arguments: ["ink", "--input", "events.json"] + arguments)
      .expectRefusal(code: 64, saying: part)
  }
}
