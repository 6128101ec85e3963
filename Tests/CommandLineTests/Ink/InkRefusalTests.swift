import Testing

/// What `nextpoint ink` refuses, warns of and keeps.
@Suite struct InkRefusalTests {
  private let workspace: Workspace
  private let file = EventFile.readme

  init() throws {
    workspace = try Workspace()
    try workspace.write("events.json", file.json(keepingCallbacks: true))
  }

  @Test(arguments: [
    (["--json", "--filter", "nosuch"], "there is no 'nosuch'; there are savitzky-golay"),
    (["--json", "--filter", "savitzky-golay:windw=3"], "it has window, strength"),
    (["--json", "--filter", "savitzky-golay:window=1"], "window=1 is not a whole number from 2"),
    (["--json", "--filter", "savitzky-golay:strength=2"], "is not a number from 0 to 1"),
    (["--json", "--filter", "douglas-peucker:epsilon=nan"], "epsilon=nan"),
    (["--json", "--filter", "douglas-peucker:epsilon="], "(at character"),
    (["--json", "--filter", "point-distance:distance=-1"], "distance=-1"),
    (["--json", "--filter", "one-euro:cutoff=0"], "cutoff=0"),
    (["--json", "--filter", "one-euro+point-distance"], "repeat --filter for several"),
    (["--json", "--filter", ""], "--filter ''"),
    (["--json", "--smoother", "nosuch"], "there are antigrain, line"),
    (["--json", "--smoother", "line:factor=1"], "it has none at all"),
    (["--json", "--smoother", "antigrain:two-point-lines=maybe"], "neither true nor false"),
    (["--json", "--stage", "nosuch"], "paths"),
    (["--json", "--predictor", "nosuch"], "no predictor is called 'nosuch'"),
    (["--json", "--predictor", "linear", "--horizon-ms", "0"], "give horizons above 0"),
    (["--json", "--predictor", "linear", "--rate", "0"], "--rate 0.0 is not above 0"),
    (["--json", "--predictor", "hold", "--px-per-mm", "0"], "--px-per-mm 0.0 is not above 0"),
    (["--json", "--horizon-ms", "8"], "require --predictor"),
    (["--json", "--by-event", "--by-batch"], "--by-batch"),
    (["--every-event", "--svg", "x.svg"], "--every-event requires --json"),
    ([], "nothing is asked for"),
  ])
  func whatCannotBeIsAUsageError(arguments: [String], part: String) throws {
    try workspace.expectNothingWritten {
      let result = try workspace.nextpoint(
        arguments: ["ink", "--input", "events.json"] + arguments)
      result.expectRefusal(code: 64, saying: part)
    }
  }

  @Test func withoutInputItSaysWhatToGive() throws {
    try workspace.nextpoint("ink", "--json").expectRefusal(code: 64, saying: "give --input FILE")
  }

  @Test(arguments: [
    ("empty.json", ""), ("none.json", "[]\n"), ("text.json", "no events\n"),
    ("callbacks.json", #"[{"callback": "one", "events": []}]"#),
  ])
  func aFileWithoutEventsIsRefused(name: String, text: String) throws {
    try workspace.write(name, text)
    try workspace.nextpoint("ink", "--input", name, "--json").expectRefusal(
      code: 65, saying: name, "; ")
  }

  @Test func aFileThatIsNotThereIsRefused() throws {
    try workspace.nextpoint("ink", "--input", "nosuch.json", "--json").expectRefusal(
      code: 65, saying: "nosuch.json")
  }

  @Test func aDamagedEventCostsItselfAlone() throws {
    let whole = EventFile.line(reports: 5)
    var rest = whole
    rest.callbacks.remove(at: 2)
    try workspace.write("rest.json", rest.json(keepingCallbacks: false))
    let damaged = whole.json(keepingCallbacks: false).replacing(
      "\"location\": [104.0, 52.0]", with: "\"location\": [104.0]")
    try workspace.write("damaged.json", damaged)
    let result = try workspace.nextpoint("ink", "--input", "damaged.json", "--json")
    result.expectIncomplete(saying: "damaged.json:", "location", "; ")
    let good = try workspace.nextpoint("ink", "--input", "rest.json", "--json")
    good.expect(code: 0)
    #expect(result.standardOutput == good.standardOutput)
  }

  @Test func aFileThatIsCutOffKeepsItsEvents() throws {
    let text = EventFile.line(reports: 5).json(keepingCallbacks: false)
    try workspace.write("cut.json", String(text.dropLast(100)))
    try workspace.write("four.json", EventFile.line(reports: 4).json(keepingCallbacks: false))
    let result = try workspace.nextpoint("ink", "--input", "cut.json", "--json")
    result.expectIncomplete(saying: "cut.json:", "cut off")
    let good = try workspace.nextpoint("ink", "--input", "four.json", "--json")
    #expect(result.standardOutput == good.standardOutput)
  }

  /// What does not fit is told; the events are there, so that nothing was left out of the file.
  @Test func whatDoesNotFitIsTold() throws {
    var odd = EventFile.line(reports: 4)
    odd.callbacks.append([
      .init(name: "e1", x: 0, y: 0), .init(name: "back", x: 108, y: 54, time: 0.001),
      .init(name: "u", x: 1, y: 1, time: 1, index: 9, isUpdate: true),
      .init(name: "end", x: 110, y: 55, time: 2, phase: 3),
      .init(name: "late", x: 0, y: 0, time: 3, isPrediction: true),
    ])
    try workspace.write("odd.json", odd.json(keepingCallbacks: false))
    let result = try workspace.nextpoint("ink", "--input", "odd.json", "--json", "--stage", "paths")
    result.expect(code: 0)
    let warnings = result.standardError.split(separator: "\n")
    #expect(warnings.count == 4)
    for name in ["e1", "back", "u", "late"] {
      #expect(warnings.contains { $0.hasPrefix("warning: odd.json: event \(name): ") }, "\(name)")
    }
    let path = try #require(InkOutput.lines(result.standardOutput).first?.paths?.first)
    #expect(path.isComplete && path.points.count == 7)
  }

  @Test func warningsAreCountedAfterTheFirst() throws {
    var odd = EventFile.line(reports: 2)
    odd.callbacks += (0..<30).map { _ in [.init(name: "e1", x: 0, y: 0)] }
    try workspace.write("odd.json", odd.json(keepingCallbacks: false))
    let result = try workspace.nextpoint("ink", "--input", "odd.json", "--json")
    result.expect(code: 0)
    let warnings = result.standardError.split(separator: "\n")
    #expect(warnings.count == 21)
    #expect(warnings.last?.contains("10 more warnings are not shown") == true)
  }
}
