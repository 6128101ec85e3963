import Foundation
import TestSupport
import Testing

/// `scripts/demo` on small recordings, with a server on the loopback interface in the network's place.
@Suite(.serialized) struct DemoTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let files = FileManager.default
    for folder in ["scripts", "bin", "datasets"] {
      try files.createDirectory(at: workspace.url(folder), withIntermediateDirectories: true)
    }
    try workspace.install(
      Repository.root.appending(path: "scripts/demo").path, as: "scripts/demo")
    // Not the built one itself: names are looked up beside the executable too, where a developer may
    // have real sets.
    try workspace.install(BuiltExecutable.path, as: "bin/nextpoint")
    let text = SmallRecordings(strokes: 1, samples: TestSize.of(16, full: 24)).csv()
    for rate in [60, 120, 240] {
      let name = "synthetic-noisy-\(rate)hz"
      let files = ["1.csv", "2.csv"].prefix(TestSize.of(1, full: 2)).map { (name: $0, text: text) }
      try workspace.writeDataset(name, files: files)
      try FileManager.default.moveItem(
        at: workspace.url(name), to: workspace.url("datasets/\(name)"))
    }
  }

  @Test func fetchDownloadsAndThePageShowsTheRecommendationAndItsPeersFirst() throws {
    let server = try server()
    let result = try demo("--fetch", "run")
    result.expect(code: 0)
    #expect(result.standardError.contains("'inkable' (0.0 MB, license MIT)"))
    #expect(server.requests.count == 2)
    try expectReport(result, on: "inkable")
    let page = try workspace.text("run/report.html")
    let overview = try #require(page.range(of: "Chromium, Android, Flutter and Windows"))
    let section = try #require(page.range(of: " data-set=\""))
    #expect(overview.lowerBound < section.lowerBound)
    let first = page[overview.upperBound..<section.lowerBound]
    for name in ["recommended", "chromium-kalman", "androidx-motionprediction", "hold"] {
      #expect(first.contains("<code>\(name)</code>"), "\(name)")
    }
  }

  /// Without a terminal nothing is asked, and nothing is downloaded.
  @Test func withoutATerminalTheBundledSetsAreEnough() throws {
    let server = try server()
    let result = try demo("run")
    result.expect(code: 0)
    #expect(server.requests.isEmpty)
    try expectReport(result, on: "synthetic-noisy-120hz")
  }

  @Test func withoutANetworkTheDemoGoesOn() throws {
    try catalogue(on: LoopbackServer { _, _ in .status(404) })
    let result = try demo("--fetch", "run")
    result.expect(code: 0)
    #expect(result.standardError.contains("'inkable' could not be downloaded; continuing"))
    try expectReport(result, on: "synthetic-noisy-120hz")
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "no script(1)"),
    arguments: [(answer: "y", shown: "inkable"), (answer: "n", shown: "synthetic-noisy-120hz")])
  func aTerminalIsAsked(answer: String, shown: String) throws {
    let server = try server()
    let result = try workspace.shell(
      "echo \(answer) | script -qec 'scripts/demo run' /dev/null", environment: environment)
    result.expect(code: 0)
    #expect(
      result.standardOutput.contains("recordings 'inkable' (0.0 MB, license MIT)? [y/N]"),
      "\(result.standardOutput.prefix(2000))")
    #expect(server.requests.isEmpty == (answer == "n"))
    try expectReport(result, on: shown)
  }

  @Test func anUnknownOptionIsRefused() throws {
    try demo("--fetsch").expectRefusal(code: 64, saying: "usage: scripts/demo")
  }

  private var environment: [String: String] {
    FetchTrial.environment.merging(["NEXTPOINT_EXECUTABLE": workspace.url("bin/nextpoint").path]) {
      $1
    }
  }

  private func demo(_ arguments: String...) throws -> CommandResult {
    try workspace.shell(
      (["scripts/demo"] + arguments).joined(separator: " "), environment: environment)
  }

  /// A server of the data set that the demo offers first, and the catalogue that names it.
  private func server() throws -> LoopbackServer {
    let set = FetchableSet(name: "inkable")
    let server = try LoopbackServer { request, _ in .file(set.data(request.path)) }
    try catalogue(on: server)
    return server
  }

  private func catalogue(on server: LoopbackServer) throws {
    try workspace.write(
      "datasets/catalogue.json", FetchableSet(name: "inkable").catalogue(on: server))
  }

  /// The demo ends with what it found on a data set, and with where the page is.
  private func expectReport(_ result: CommandResult, on dataset: String) throws {
    let output = result.standardOutput.replacing("\r\n", with: "\n")
    let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let number = #/On (\S+), 33 ms ahead, the mean error is (\d+\.\d+) \w+ for recommended/#
    let found = try #require(words.firstMatch(of: number), "\(output.suffix(2000))")
    #expect(found.1 == dataset && Double(found.2) ?? 0 > 0)
    #expect(output.hasSuffix("The report: \(workspace.url("run/report.html").path)\n"))
    #expect(workspace.exists("run/report.html"))
  }
}
