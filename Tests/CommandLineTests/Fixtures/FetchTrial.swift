import Foundation
import Testing

/// Runs `datasets fetch` on a small set and a server on the loopback interface.
struct FetchTrial {
  var small = FetchableSet()
  var first: FetchableSet.File { small.files[0] }
  var second: FetchableSet.File { small.files[1] }

  /// Where what has come of the first file is kept.
  var firstPart: String {
    "datasets/fetched/small/.a.csv.\(FetchableSet.sha256(first.data)).part"
  }

  /// Without a proxy.
  static let environment = ["NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"]

  /// After how many seconds a transfer that stalls is given up: far more than an answer of the
  /// loopback takes on a busy machine.
  var patience = 20

  func fetch(
    _ workspace: Workspace, _ server: LoopbackServer, addresses: [String: String] = [:],
    edit: (String) -> String = { $0 }, _ arguments: String...
  ) throws -> CommandResult {
    try workspace.write(
      "catalogue.json", small.catalogue(on: server, addresses: addresses, edit))
    return try workspace.nextpoint(
      arguments: [
        "datasets", "fetch", "--catalogue", "catalogue.json", "--timeout", String(patience),
        "--format", "csv",
      ] + arguments, environment: Self.environment)
  }

  /// A server on which the first file is answered so, and the second one rightly.
  func server(
    first answer: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Answer
  ) throws -> LoopbackServer {
    let small = small
    return try LoopbackServer { request, number in
      request.path == "a.csv" ? answer(request, number) : .file(small.data(request.path))
    }
  }

  func expectWhole(_ workspace: Workspace, in folder: String = "datasets/fetched") throws {
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
  func expectFirstMissing(
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
}
