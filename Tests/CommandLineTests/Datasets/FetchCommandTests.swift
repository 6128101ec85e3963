import Foundation
import TestSupport
import Testing

/// `datasets fetch` against a server on the loopback interface.
@Suite struct FetchCommandTests {
  private let trial = FetchTrial()

  @Test func allFilesComeAndTheSetIsFoundByItsName() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let result = try trial.fetch(workspace, server)
    result.expect(code: 0)
    #expect(result.standardError.isEmpty)
    #expect(result.standardOutput.contains("small,2,2,0,0,"))
    try trial.expectWhole(workspace)
    let info = try workspace.nextpoint("datasets", "info", "small", "--format", "json")
    info.expect(code: 0)
    #expect(info.standardOutput.contains("MIT"))
    #expect(server.requests == [.init(path: "a.csv"), .init(path: "sub%20folder/b.csv")])
  }

  @Test func aSecondRunAsksForNothing() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    try trial.fetch(workspace, server).expect(code: 0)
    let before = try workspace.data("datasets/fetched/small/dataset.json")
    let asked = server.requests.count
    let again = try trial.fetch(workspace, server)
    again.expect(code: 0)
    #expect(again.standardOutput.contains("small,2,0,2,0,"))
    #expect(server.requests.count == asked)
    #expect(try workspace.data("datasets/fetched/small/dataset.json") == before)
  }

  @Test func aFileThatWasChangedIsFetchedAgain() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    try trial.fetch(workspace, server).expect(code: 0)
    let changed = String(trial.first.text.dropLast(2)) + "9\n"
    try workspace.write("datasets/fetched/small/a.csv", changed)
    let asked = server.requests.count
    try trial.fetch(workspace, server)
      .expectRefusal(code: 64, saying: "small/a.csv: exists already", "--force")
    #expect(try workspace.text("datasets/fetched/small/a.csv") == changed)
    #expect(server.requests.count == asked)
    let again = try trial.fetch(workspace, server, "--force")
    again.expect(code: 0)
    #expect(again.standardOutput.contains("small,2,1,1,0,"))
    try trial.expectWhole(workspace)
  }

  @Test func anotherFolderAndTheList() throws {
    let workspace = try Workspace()
    let server = try LoopbackServer { [small = trial.small] request, _ in
      .file(small.data(request.path))
    }
    let list = try trial.fetch(workspace, server, "--list")
    list.expect(code: 0)
    let bytes = trial.small.files.map(\.data.count).reduce(0, +)
    #expect(list.standardOutput.contains("small,2,\(bytes),MIT,T,C\n"))
    #expect(server.requests.isEmpty, "size and license are known before anything is downloaded")
    try trial.fetch(workspace, server, "--to", "here", "small").expect(code: 0)
    try trial.expectWhole(workspace, in: "here")
    try trial.fetch(workspace, server, "nosuch")
      .expectRefusal(code: 65, saying: "'nosuch'", "it has small")
  }

  @Test func aTruncatedAnswerIsResumed() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try trial.server { _, number in
      number < 2 ? .truncated(data, after: 1000) : .file(data)
    }
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1000, 2000])
  }

  @Test func whatStaysTruncatedIsReportedAndTheNextRunGoesOn() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try trial.server { _, number in
      number < 3 ? .truncated(data, after: 100) : .file(data)
    }
    let result = try trial.fetch(workspace, server)
    try trial.expectFirstMissing(
      workspace, result, saying: [server.address("a.csv"), "300 of \(data.count) bytes"])
    #expect(try workspace.data(trial.firstPart) == data.prefix(300))
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    #expect(server.requests.last { $0.path == "a.csv" }?.start == 300)
  }

  @Test func aServerWithoutRangesSendsEverythingAgain() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try trial.server { _, number in
      number < 1 ? .truncated(data, after: 1000) : .fileWithoutRanges(data)
    }
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1000])
  }

  /// What somebody else began to download stays.
  @Test func aPartOfSomebodyElseStays() throws {
    let workspace = try Workspace()
    try workspace.write("datasets/fetched/small/a.csv.part", "mine")
    let server = try trial.server { [data = trial.first.data] _, _ in .file(data) }
    try trial.fetch(workspace, server).expect(code: 0)
    #expect(try workspace.text("datasets/fetched/small/a.csv.part") == "mine")
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil])
  }

  /// The beginning of another file, then the right end: only the whole can be right.
  @Test func aPartOfAnotherFileIsThrownAway() throws {
    let workspace = try Workspace()
    try workspace.write(trial.firstPart, "not the beginning")
    let server = try trial.server { [data = trial.first.data] _, _ in .file(data) }
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [17, nil])
  }

  @Test func aServerThatWasBusyIsAskedAgain() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try trial.server { _, number in number < 1 ? .status(503) : .file(data) }
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
  }

  /// A run is stopped in the middle of a file; the next one asks for the rest alone.
  @Test func aRunThatWasInterruptedIsResumed() throws {
    let workspace = try Workspace()
    let data = trial.first.data
    let server = try trial.server { _, number in
      number < 1 ? .stalled(data, after: 1234) : .file(data)
    }
    try workspace.write("catalogue.json", trial.small.catalogue(on: server))
    let part = trial.firstPart
    let stopped = try workspace.shell(
      """
      '\(BuiltExecutable.path)' datasets fetch --catalogue catalogue.json & run=$!
      for i in $(seq 1 300); do
        [ "$(stat -c %s \(part) 2>/dev/null)" = 1234 ] && break
        sleep 0.1
      done
      kill -TERM $run
      wait $run
      """, environment: FetchTrial.environment)
    stopped.expect(code: 143)
    #expect(try workspace.data(part) == data.prefix(1234))
    #expect(!workspace.exists("datasets/fetched/small/dataset.json"))
    try trial.fetch(workspace, server).expect(code: 0)
    try trial.expectWhole(workspace)
    #expect(server.requests.filter { $0.path == "a.csv" }.map(\.start) == [nil, 1234])
  }

  /// The committed catalogue, with the loopback in the place of the real servers.
  @Test(
    .enabled(if: RealDatasets.has("dollar-gestures"), "NEXTPOINT_DATASETS has no dollar-gestures"),
    arguments: TestSize.of(["dollar-gestures"], full: ["evemu-devices", "dollar-gestures"]))
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
      contentsOf: Repository.root.appending(path: "datasets/catalogue.json"),
      encoding: .utf8)
    try workspace.write(
      "catalogue.json",
      catalogue.replacing("https://raw.githubusercontent.com/", with: server.address("")))
    try workspace.nextpoint(
      arguments: ["datasets", "fetch", name, "--catalogue", "catalogue.json"],
      environment: FetchTrial.environment
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
}
