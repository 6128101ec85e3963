import Foundation
import Testing

/// The page of `replay` in a browser without a window.
@Suite(
  .enabled(
    if: HeadlessBrowser.program != nil, "there is no chromium or google-chrome on the path"),
  .serialized)
struct ReplayBrowserTests {
  private func page(_ input: String? = nil) throws -> HeadlessBrowser {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    try workspace.nextpoint(
      "replay", input ?? "some.csv", "--predictor", "linear", "--predictor", "kalman",
      "--output", "page.html"
    ).expect(code: 0)
    return HeadlessBrowser(workspace: workspace, page: "page.html")
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

  /// An address that names what is not there shows what is.
  @Test func addressesThatLeadNowhere() throws {
    let state = try page().state("event=99999&inspect=99999&zoom=x&check")
    #expect(state.event == state.events && state.inspected.isEmpty)
    #expect(try page().state("event=soon&press=nosuch,%5D&check").event == 0)
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
    let last = try page().state("event=last&check")
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
    let last = try page.state("event=last&check")
    #expect(last.matchesBatch)
    #expect(try #require(last.drawn["updated"]) > 40)
    #expect(last.drawn["predicted"] == 0)
  }
}

/// A browser that loads a page and writes down its document.
private struct HeadlessBrowser {
  /// What a page says of itself where it is asked to.
  struct State: Decodable {
    let event: Int
    let events: Int
    let drawn: [String: Int]
    let matchesBatch: Bool
    let gaps: [String]
    let inspected: String
    let playing: Bool
    let scale: Double
  }

  let workspace: Workspace
  let page: String

  /// The first browser of this family on the path.
  static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }()

  /// Loads the page at a place in it; an error on its console, or thrown in it, fails the test.
  func state(_ place: String) throws -> State {
    let program = try #require(Self.program)
    let profile = "profile-\(UUID().uuidString)"
    let result = try workspace.shell(
      "'\(program)' --headless --no-sandbox --disable-gpu --user-data-dir='\(profile)' "
        + "--enable-logging=stderr --virtual-time-budget=2000 --window-size=1280,1000 "
        + "--dump-dom 'file://\(workspace.url(page).path)#\(place)'")
    result.expect(code: 0)
    #expect(!result.standardError.contains("CONSOLE"), "\(result.standardError.prefix(2000))")
    #expect(!result.standardOutput.contains("data-errors"))
    for mark in ["delivered", "coalesced", "updated", "predicted", "0", "1"] {
      #expect(result.standardOutput.contains("id=\"mark-\(mark)\"><svg"), "no form of \(mark)")
    }
    let found = try #require(
      result.standardOutput.firstMatch(of: /data-replay="([^"]*)"/), "the page wrote no state")
    let text = String(found.1).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    return try JSONDecoder().decode(State.self, from: Data(text.utf8))
  }
}
