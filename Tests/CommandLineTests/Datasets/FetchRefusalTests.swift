import Foundation
import Testing

/// `datasets fetch` of files that cannot be had, that are not the right ones, or that lead astray.
@Suite struct FetchRefusalTests {
  private let trial = FetchTrial()

  @Test func aCorruptFileIsRemovedAndBothHashesAreNamed() throws {
    let workspace = try Workspace()
    let wrong = Data(String(trial.first.text.dropLast(2) + "9\n").utf8)
    #expect(wrong.count == trial.first.data.count && wrong != trial.first.data)
    let server = try trial.server { _, _ in .file(wrong) }
    let result = try trial.fetch(workspace, server)
    try trial.expectFirstMissing(
      workspace, result,
      saying: [
        server.address("a.csv"), FetchableSet.sha256(trial.first.data), FetchableSet.sha256(wrong),
      ])
    #expect(!workspace.exists(trial.firstPart))
    #expect(server.requests.count { $0.path == "a.csv" } == 1)
  }

  @Test(arguments: [0, 500])
  func aStalledAnswerIsGivenUp(bytes: Int) throws {
    let workspace = try Workspace()
    let trial = FetchTrial(patience: 1)
    let data = trial.first.data
    let server = try trial.server { _, _ in .stalled(data, after: bytes) }
    let result = try trial.fetch(workspace, server)
    try trial.expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "nothing came for 1 s"])
    #expect(server.requests.count { $0.path == "a.csv" } == 3)
  }

  @Test(arguments: [(403, "permission"), (404, "newer catalogue"), (410, "newer catalogue")])
  func aRefusalIsReportedWithItsStatus(status: Int, remedy: String) throws {
    let workspace = try Workspace()
    let server = try trial.server { _, _ in .status(status) }
    let result = try trial.fetch(workspace, server)
    try trial.expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "status \(status)", remedy])
    #expect(!workspace.exists(trial.firstPart))
    #expect(server.requests.count { $0.path == "a.csv" } == 1)
  }

  @Test func aServerThatIsNotThereIsReported() throws {
    let workspace = try Workspace()
    let port = try LoopbackServer { _, _ in .status(500) }.port
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let gone = "http://127.0.0.1:\(port)/a.csv"
    let result = try trial.fetch(workspace, server, addresses: ["a.csv": gone])
    try trial.expectFirstMissing(
      workspace, result, saying: [gone, "refused the connection", "network"])
  }

  @Test func redirectsAreFollowedToTheWebAlone() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try LoopbackServer { [small = trial.small] request, _ in
      switch request.path {
      case "a.csv": .redirect("/moved")
      case "moved": .file(data)
      default: .file(small.data(request.path))
      }
    }
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    let other = try Workspace()
    try other.write("secret", data)
    let hostile = try trial.server { [other] _, _ in .redirect("file://\(other.path)/secret") }
    try trial.expectFirstMissing(other, try trial.fetch(other, hostile), saying: ["redirects"])
    let circle = try trial.server { _, _ in .redirect("/a.csv") }
    try trial.expectFirstMissing(other, try trial.fetch(other, circle), saying: ["redirects"])
  }

  @Test func moreThanTheStatedSizeIsCutOff() throws {
    let workspace = try Workspace()
    let long = trial.first.data + Data(repeating: 0x41, count: 5_000_000)
    let server = try trial.server { _, number in number < 1 ? .file(long) : .unannounced(long) }
    for _ in 0..<2 {
      let result = try trial.fetch(workspace, server)
      try trial.expectFirstMissing(
        workspace, result, saying: ["more than the \(trial.first.data.count) bytes", "removed"])
      #expect(!workspace.exists(trial.firstPart))
    }
  }

  @Test(arguments: [
    ("\"a.csv\", \"format", "\"../a.csv\", \"format", "datasets[0].files[0].path"),
    ("\"a.csv\", \"format", "\"/elsewhere/a.csv\", \"format", "datasets[0].files[0].path"),
    ("\"a.csv\", \"format", "\"sub folder/b.csv\", \"format", "datasets[0].files[1].path"),
    ("\"a.csv\", \"format", "\"dataset.json\", \"format", "datasets[0].files[0].path"),
    ("\"a.csv\", \"format", "\".hidden\", \"format", "datasets[0].files[0].path"),
    ("\"name\": \"small\"", "\"name\": \"..\"", "datasets[0].name"),
    ("\"address\": \"http:", "\"address\": \"file:", "datasets[0].files[0].address"),
    ("\"address\"", "\"adress\"", "datasets[0].files[0].address"),
    ("\"bytes\": ", "\"bytes\": -", "datasets[0].files[0].bytes"),
    ("\"sha256\": \"", "\"sha256\": \"x", "datasets[0].files[0].sha256"),
    ("{\"schema\": 1, \"datasets", "{\"schema\": 2, \"datasets", "schema"),
    ("\"unit\": \"px\"", "\"unit\": \"cm\"", "datasets[0].unit"),
  ])
  func aBadCatalogueIsRefusedWithFileAndKey(old: String, new: String, key: String) throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { _, _ in .status(500) }
    let result = try trial.fetch(
      workspace, server, edit: { $0.replacing(old, with: new, maxReplacements: 1) })
    result.expectRefusal(code: 65, saying: "catalogue.json: ", "'\(key)'")
    #expect(server.requests.isEmpty && !workspace.exists("datasets"))
  }

  @Test func aLinkOutOfTheFolderIsNotFollowed() throws {
    let workspace = try Workspace()
    try workspace.write("outside/note", "x")
    try workspace.write("datasets/fetched/small/note", "x")
    try FileManager.default.createSymbolicLink(
      at: workspace.url("datasets/fetched/small/sub folder"),
      withDestinationURL: workspace.url("outside"))
    try workspace.write("target", "untouched")
    try FileManager.default.createSymbolicLink(
      at: workspace.url(trial.firstPart),
      withDestinationURL: workspace.url("target"))
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let result = try trial.fetch(workspace, server)
    result.expect(code: 3)
    #expect(result.standardError.contains("leads out of the dataset's folder"))
    #expect(workspace.names().filter { $0.hasPrefix("outside/") } == ["outside/note"])
    #expect(try workspace.text("target") == "untouched")
  }

  /// A link is found before folders are made through it, whether it leads somewhere or nowhere.
  @Test(arguments: [true, false]) func noFolderIsMadeThroughALink(leads: Bool) throws {
    let workspace = try Workspace()
    var trial = trial
    trial.small.files[1].path = "sub/deeper/b.csv"
    try workspace.write("datasets/fetched/small/note", "x")
    if leads { try workspace.write("outside/note", "x") }
    try FileManager.default.createSymbolicLink(
      at: workspace.url("datasets/fetched/small/sub"),
      withDestinationURL: workspace.url("outside"))
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let result = try trial.fetch(workspace, server)
    result.expect(code: 3)
    #expect(result.standardError.contains("small/sub leads out of the dataset's folder"))
    #expect(
      workspace.names().filter { $0.hasPrefix("outside/") } == (leads ? ["outside/note"] : []))
  }

  /// Nothing is written through a link, and no description of somebody else is replaced unasked.
  @Test func aDescriptionOfSomebodyElseStays() throws {
    let workspace = try Workspace()
    let place = "datasets/fetched/small/dataset.json"
    try workspace.write(place, "mine")
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    try trial.fetch(workspace, server)
      .expectRefusal(code: 64, saying: "dataset.json: exists already", "--force")
    #expect(try workspace.text(place) == "mine" && server.requests.isEmpty)
    try trial.fetch(workspace, server, "--force").expect(code: 0)
    try FileManager.default.removeItem(at: workspace.url(place))
    try FileManager.default.createSymbolicLink(
      at: workspace.url(place), withDestinationURL: workspace.url("outside.json"))
    for more in [[], ["--force"]] {
      let result = try workspace.nextpoint(
        arguments: ["datasets", "fetch", "--catalogue", "catalogue.json"] + more,
        environment: FetchTrial.environment)
      result.expectRefusal(code: 64, saying: "dataset.json: is not a regular file")
    }
    #expect(!workspace.exists("outside.json"))
  }

  @Test(.timeLimit(.minutes(2))) func aPipeIsNotWaitedFor() throws {
    let workspace = try Workspace()
    try workspace.write("datasets/fetched/small/note", "x")
    try #require(mkfifo(workspace.url(trial.firstPart).path, 0o600) == 0)
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let result = try trial.fetch(workspace, server)
    result.expect(code: 3)
    #expect(result.standardError.contains("a.csv cannot be written"))
  }

  @Test func aFolderThatCannotBeMadeIsReported() throws {
    let workspace = try Workspace()
    try workspace.write("blocked", "a file")
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let result = try trial.fetch(workspace, server, "--to", "blocked")
    result.expectIncomplete(saying: "cannot be created", "--to")
    #expect(server.requests.isEmpty)
  }
}
