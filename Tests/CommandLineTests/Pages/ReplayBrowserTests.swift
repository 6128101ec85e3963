import TestSupport
import Testing

/// The page of `replay` in a browser without a window.
@Suite(.needsBrowser, .serialized)
struct ReplayBrowserTests {
  private func page(_ input: String? = nil) throws -> ReplayInBrowser {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    try workspace.nextpoint(
      "replay", input ?? "some.csv", "--predictor", "linear", "--predictor", "kalman",
      "--output", "page.html"
    ).expect(code: 0)
    return ReplayInBrowser(workspace: workspace, page: "page.html")
  }

  @Test func steppingChangesWhatIsDrawn() throws {
    let page = try page()
    let early = try page.state("event=5&check")
    let later = try page.state("event=25&check&inspect=3&past")
    #expect(early.event == 5 && later.event == 25)
    #expect(early.drawn["points"] == 5 && later.drawn["points"] == 25)
    #expect(try #require(later.drawn["polyline"]) > #require(early.drawn["polyline"]))
    #expect(try #require(later.drawn["predictions"]) > #require(early.drawn["predictions"]))
    #expect(later.inspected.contains("Point 3") && later.inspected.contains("kalman"))
    #expect(early.gaps != later.gaps)
  }

  /// Keys do what the page says of them.
  @Test func keysStepZoomAndInspect() throws {
    let page = try page()
    let start = try page.state("event=25&check")
    let stepped = try page.state("event=25&press=ArrowRight,ArrowRight,ArrowLeft,PageDown&check")
    #expect(stepped.event == 36)
    let moved = try page.state("event=25&press=End,%2B,%2B,%5B,1,3&check")
    #expect(moved.event == moved.events)
    #expect(moved.scale > start.scale * 1.5)
    #expect(moved.inspected.contains("Point 40"))
    #expect(moved.drawn["points"] == 0)
    #expect(try #require(moved.drawn["filtered"]) > 0)
    #expect(try page.state("event=9&press=Home&check").event == 0)
  }

  /// Without an address the whole recording is drawn, so that nobody meets an empty board.
  @Test func thePageOpensOnTheWholeRecording() throws {
    let state = try page().state("check")
    #expect(state.event == state.events && state.matchesBatch)
    #expect(state.drawn["points"] == 120)
    #expect(!state.gaps.contains("nothing on screen yet"))
  }

  /// An address that names what is not there shows what is.
  @Test func addressesThatLeadNowhere() throws {
    let state = try page().state("event=99999&inspect=99999&zoom=x&check")
    #expect(state.event == state.events && state.inspected.isEmpty)
    let unknown = try page().state("event=soon&press=nosuch,%5D&check")
    #expect(unknown.event == unknown.events)
  }

  /// A report links to a stroke: the page opens at its end, with it alone in view.
  @Test func anAddressLeadsToAStroke() throws {
    let page = try page()
    let all = try page.state("event=80&check")
    let second = try page.state("stroke=2&check")
    #expect(second.event == 80 && second.scale > all.scale)
    #expect(second.errors.count == 2 && second.errors == all.errors)
    let none = try page.state("stroke=nosuch&check")
    #expect(none.event == none.events && none.scale == all.scale)
  }

  /// By the recording's clock: at 60 Hz the 31st sample comes after half a second.
  @Test(arguments: [("Space", 505), ("Space,%3E", 253), ("Space,%3C", 1010)])
  func playingGoesByTheClock(keys: String, milliseconds: Int) throws {
    let playing = try page().state("press=\(keys)&advance=\(milliseconds)&check")
    #expect(playing.playing && playing.event == 31)
  }

  @Test func playingEndsAndPauses() throws {
    let page = try page()
    let ended = try page.state("press=Space&advance=60000&check")
    #expect(!ended.playing && ended.event == ended.events)
    let paused = try page.state("event=12&press=Space,Space&advance=500&check")
    #expect(!paused.playing && paused.event == 12)
  }

  @Test func theLastFrameIsTheBatchResult() throws {
    let last = try page().state("check")
    #expect(last.matchesBatch)
    #expect(last.event == 120 && last.events == 120)
    #expect(last.drawn["points"] == 120)
  }

  @Test(
    .enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS names no folder inkable"),
    arguments: ["events", "pencil-antigrain", "pencil-error"])
  func aPenDrawsAllKindsOfPoints(name: String) throws {
    let folder = try #require(RealDatasets.folder(of: "inkable"))
    let page = try page("\(folder)/\(name).json")
    let last = try page.state("check")
    #expect(last.matchesBatch)
    #expect(try #require(last.drawn["updated"]) > 40)
    #expect(last.drawn["predicted"] == 0)
  }
}

/// A replay page that writes down its state.
private struct ReplayInBrowser {
  /// What a page says of itself where it is asked to.
  struct State: Decodable {
    let event: Int
    let events: Int
    let drawn: [String: Int]
    let matchesBatch: Bool
    let gaps: [String]
    let errors: [Double?]
    let inspected: String
    let playing: Bool
    let scale: Double
  }

  let workspace: Workspace
  let page: String

  /// Loads the page at a place in it; an error on its console, or thrown in it, fails the test.
  func state(_ place: String) throws -> State {
    let document = try HeadlessBrowser(workspace: workspace).document(page, at: place)
    #expect(!document.contains("data-errors"))
    for mark in ["delivered", "coalesced", "updated", "predicted", "0", "1"] {
      #expect(document.contains("id=\"mark-\(mark)\"><svg"), "no form of \(mark)")
    }
    return try HeadlessBrowser.value(of: "data-replay", in: document)
  }
}
