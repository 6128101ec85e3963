import Foundation
import Testing

/// `datasets fetch` against a server on the loopback interface.
@Suite struct FetchCommandTests {
  private let small = FetchableSet()
  private var first: FetchableSet.File { small.files[0] }
  private var second: FetchableSet.File { small.files[1] }

  /// Without a proxy, and with no dataset but those of the test.
  private static let environment = ["NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"]

  /// A transfer that stalls is given up after this long: the least that the command takes.
  private static let patience = "1"

  private func fetch(
    _ workspace: Workspace, _ server: LoopbackServer, addresses: [String: String] = [:],
    edit: (String) -> String = { $0 }, _ arguments: String...
  ) throws -> CommandResult {
    try workspace.write(
      "catalogue.json", small.catalogue(on: server, addresses: addresses, edit))
    return try workspace.nextpoint(
      arguments: [
        "datasets", "fetch", "--catalogue", "catalogue.json", "--timeout", Self.patience,
        "--format", "csv",
      ] + arguments, environment: Self.environment)
  }

  /// A server on which the first file is answered so, and the second one rightly.
  private func server(
    first answer: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Answer
  ) throws -> LoopbackServer {
    let small = small
    return try LoopbackServer { request, number in
      request.path == "a.csv" ? answer(request, number) : .file(small.data(request.path))
    }
  }

  private func expectWhole(_ workspace: Workspace, in folder: String = "datasets/fetched") throws {
    for file in small.files {
      #expect(try workspace.text("\(folder)/small/\(file.path)") == file.text)
    }
    #expect(!workspace.names().contains { $0.hasSuffix(".part") })
    let info = try workspace.nextpoint(
      "datasets", "validate", "\(folder)/small", "--format", "csv")
    info.expect(code: 0)
    #expect(info.standardOutput.contains("matches"))
  }

  /// Expects the first file to be missing, the second to be there, and no description.
  private func expectFirstMissing(
    _ workspace: Workspace, _ result: CommandResult, saying parts: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    result.expect(code: 3, sourceLocation: sourceLocation)
    for part in parts {
      #expect(
        result.standardError.contains(part), "\(result.standardError)",
        sourceLocation: sourceLocation)
    }
    let folder = "datasets/fetched/small"
    #expect(!workspace.exists("\(folder)/a.csv"), sourceLocation: sourceLocation)
    #expect(!workspace.exists("\(folder)/dataset.json"), sourceLocation: sourceLocation)
    #expect(
      try workspace.text("\(folder)/\(second.path)") == second.text, sourceLocation: sourceLocation)
  }

  @Test func allFilesComeAndTheSetIsFoundByItsName() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    let result = try fetch(workspace, server)
    result.expect(code: 0)
    #expect(result.standardError.isEmpty)
    #expect(result.standardOutput.contains("small,2,2,0,0,"))
    try expectWhole(workspace)
    let info = try workspace.nextpoint("datasets", "info", "small", "--format", "json")
    info.expect(code: 0)
    #expect(info.standardOutput.contains("MIT"))
    #expect(server.requests == [.init(path: "a.csv"), .init(path: "sub%20folder/b.csv")])
  }

  @Test func aSecondRunAsksForNothing() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    try fetch(workspace, server).expect(code: 0)
    let before = try workspace.data("datasets/fetched/small/dataset.json")
    let asked = server.requests.count
    let again = try fetch(workspace, server)
    again.expect(code: 0)
    #expect(again.standardOutput.contains("small,2,0,2,0,"))
    #expect(server.requests.count == asked)
    #expect(try workspace.data("datasets/fetched/small/dataset.json") == before)
  }

  @Test func aFileThatWasChangedIsFetchedAgain() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    try fetch(workspace, server).expect(code: 0)
    let changed = String(first.text.dropLast(2)) + "9\n"
    try workspace.write("datasets/fetched/small/a.csv", changed)
    let again = try fetch(workspace, server)
    again.expect(code: 0)
    #expect(again.standardOutput.contains("small,2,1,1,0,"))
    try expectWhole(workspace)
  }

  @Test func anotherFolderAndTheList() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    let list = try fetch(workspace, server, "--list")
    list.expect(code: 0)
    #expect(list.standardOutput.contains("small,2,") && server.requests.isEmpty)
    try fetch(workspace, server, "--to", "here", "small").expect(code: 0)
    try expectWhole(workspace, in: "here")
    try fetch(workspace, server, "nosuch")
      .expectRefusal(code: 64, saying: "'nosuch'", "it has small")
  }

  @Test func aCorruptFileIsRemovedAndBothHashesAreNamed() throws {
    let workspace = try Workspace()
    let wrong = Data(String(first.text.dropLast(2) + "9\n").utf8)
    #expect(wrong.count == first.data.count && wrong != first.data)
    let server = try server { _, _ in .file(wrong) }
    let result = try fetch(workspace, server)
    try expectFirstMissing(
      workspace, result,
      saying: [
        server.address("a.csv"), FetchableSet.sha256(first.data), FetchableSet.sha256(wrong),
      ])
    #expect(!workspace.exists("datasets/fetched/small/a.csv.part"))
    #expect(server.requests.count { $0.path == "a.csv" } == 1)
  }

  @Test func aTruncatedAnswerIsResumed() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, number in
      number < 2 ? .truncated(data, after: 1000) : .file(data)
    }
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1000, 2000])
  }

  @Test func whatStaysTruncatedIsReportedAndTheNextRunGoesOn() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, number in
      number < 3 ? .truncated(data, after: 100) : .file(data)
    }
    let result = try fetch(workspace, server)
    try expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "300 of \(data.count) bytes"])
    #expect(try workspace.data("datasets/fetched/small/a.csv.part") == data.prefix(300))
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    #expect(server.requests.last { $0.path == "a.csv" }?.start == 300)
  }

  @Test func aServerWithoutRangesSendsEverythingAgain() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, number in
      number < 1 ? .truncated(data, after: 1000) : .fileWithoutRanges(data)
    }
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1000])
  }

  /// The beginning of another file, then the right end: only the whole can be right.
  @Test func aPartOfAnotherFileIsThrownAway() throws {
    let workspace = try Workspace()
    try workspace.write("datasets/fetched/small/a.csv.part", "not the beginning")
    let server = try server { [data = first.data] _, _ in .file(data) }
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [17, nil])
  }

  @Test(arguments: [0, 500])
  func aStalledAnswerIsGivenUp(bytes: Int) throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, _ in .stalled(data, after: bytes) }
    let result = try fetch(workspace, server)
    try expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "nothing came for 1 s"])
    #expect(server.requests.count { $0.path == "a.csv" } == 3)
  }

  @Test(arguments: [(403, "permission"), (404, "newer catalogue"), (410, "newer catalogue")])
  func aRefusalIsReportedWithItsStatus(status: Int, remedy: String) throws {
    let workspace = try Workspace()
    let server = try server { _, _ in .status(status) }
    let result = try fetch(workspace, server)
    try expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "status \(status)", remedy])
    #expect(!workspace.exists("datasets/fetched/small/a.csv.part"))
    #expect(server.requests.count { $0.path == "a.csv" } == 1)
  }

  @Test func aServerThatWasBusyIsAskedAgain() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, number in number < 1 ? .status(503) : .file(data) }
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
  }

  @Test func aServerThatIsNotThereIsReported() throws {
    let workspace = try Workspace()
    let port = try LoopbackServer { _, _ in .status(500) }.port
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    let gone = "http://127.0.0.1:\(port)/a.csv"
    let result = try fetch(workspace, server, addresses: ["a.csv": gone])
    try expectFirstMissing(workspace, result, saying: [gone, "refused the connection", "network"])
  }

  @Test func redirectsAreFollowedToTheWebAlone() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try LoopbackServer { [small] request, _ in
      switch request.path {
      case "a.csv": .redirect("/moved")
      case "moved": .file(data)
      default: .file(small.data(request.path))
      }
    }
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    let other = try Workspace()
    try other.write("secret", data)
    let hostile = try self.server { [other] _, _ in .redirect("file://\(other.path)/secret") }
    try expectFirstMissing(other, try fetch(other, hostile), saying: ["redirects"])
    let circle = try self.server { _, _ in .redirect("/a.csv") }
    try expectFirstMissing(other, try fetch(other, circle), saying: ["redirects"])
  }

  @Test func moreThanTheStatedSizeIsCutOff() throws {
    let workspace = try Workspace()
    let long = first.data + Data(repeating: 0x41, count: 5_000_000)
    let server = try server { _, number in number < 1 ? .file(long) : .unannounced(long) }
    for _ in 0..<2 {
      let result = try fetch(workspace, server)
      try expectFirstMissing(
        workspace, result, saying: ["more than the \(first.data.count) bytes", "removed"])
      #expect(!workspace.exists("datasets/fetched/small/a.csv.part"))
    }
  }

  /// A run is stopped in the middle of a file; the next one asks for the rest alone.
  @Test func aRunThatWasInterruptedIsResumed() throws {
    let workspace = try Workspace()
    let data = first.data
    let server = try server { _, number in
      number < 1 ? .stalled(data, after: 1234) : .file(data)
    }
    try workspace.write("catalogue.json", small.catalogue(on: server))
    let part = "datasets/fetched/small/a.csv.part"
    let stopped = try workspace.shell(
      """
      '\(BuiltExecutable.path)' datasets fetch --catalogue catalogue.json & run=$!
      for i in $(seq 1 300); do
        [ "$(stat -c %s \(part) 2>/dev/null)" = 1234 ] && break
        sleep 0.1
      done
      kill -TERM $run
      wait $run
      """, environment: Self.environment)
    stopped.expect(code: 143)
    #expect(try workspace.data(part) == data.prefix(1234))
    #expect(!workspace.exists("datasets/fetched/small/dataset.json"))
    try fetch(workspace, server).expect(code: 0)
    try expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1234])
  }

  @Test(arguments: [
    ("\"a.csv\", \"format", "\"../a.csv\", \"format", "datasets[0].files[0].path"),
    ("\"a.csv\", \"format", "\"/tmp/a.csv\", \"format", "datasets[0].files[0].path"),
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
    let result = try fetch(
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
      at: workspace.url("datasets/fetched/small/a.csv.part"),
      withDestinationURL: workspace.url("target"))
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    let result = try fetch(workspace, server)
    result.expect(code: 3)
    #expect(result.standardError.contains("leads out of the dataset's folder"))
    #expect(!workspace.exists("outside/b.csv"))
    #expect(try workspace.text("target") == "untouched")
  }

  /// The committed catalogue, with the loopback in the place of the real servers.
  @Test(
    .enabled(if: RealDatasets.has("evemu-devices"), "NEXTPOINT_DATASETS has no evemu-devices"),
    arguments: ["evemu-devices", "dollar-gestures"])
  func aRealSetIsFetchedWhole(name: String) throws {
    guard RealDatasets.has(name) else { return }
    let workspace = try Workspace()
    let folder = try #require(RealDatasets.folder(of: name))
    let files = try Self.filesBySource(of: folder)
    let server = try LoopbackServer { request, _ in
      let path = request.path.removingPercentEncoding ?? ""
      let place = files.first { path.hasSuffix("/" + $0.key) }?.value
      guard let place, let data = FileManager.default.contents(atPath: "\(folder)/\(place)") else {
        return .status(404)
      }
      return .file(data)
    }
    let catalogue = try String(
      contentsOf: BuiltExecutable.repository.appending(path: "datasets/catalogue.json"),
      encoding: .utf8)
    try workspace.write(
      "catalogue.json",
      catalogue.replacing("https://raw.githubusercontent.com/", with: server.address("")))
    try workspace.nextpoint(
      arguments: ["datasets", "fetch", name, "--catalogue", "catalogue.json"],
      environment: Self.environment
    ).expect(code: 0)
    let info = try workspace.nextpoint("datasets", "info", name, "--format", "csv")
    let original = try workspace.nextpoint("datasets", "info", folder, "--format", "csv")
    #expect(!info.standardOutput.isEmpty && info.standardOutput == original.standardOutput)
  }

  /// The paths of a set's files by their paths at the source.
  private static func filesBySource(of folder: String) throws -> [String: String] {
    let text = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/dataset.json")))
    let files = try #require((text as? [String: Any])?["files"] as? [[String: Any]])
    let pairs = files.compactMap { file in
      (file["sourcePath"] as? String).flatMap { source in
        (file["path"] as? String).map { (source, $0) }
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func aFolderThatCannotBeMadeIsReported() throws {
    let workspace = try Workspace()
    try workspace.write("blocked", "a file")
    let server = try LoopbackServer { [small] request, _ in .file(small.data(request.path)) }
    let result = try fetch(workspace, server, "--to", "blocked")
    result.expectIncomplete(saying: "cannot be made", "--to")
    #expect(server.requests.isEmpty)
  }
}
