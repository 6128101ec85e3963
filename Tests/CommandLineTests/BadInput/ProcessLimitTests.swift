import Foundation
import Testing

/// Limits of the shell that are too low end in a message and 1, not in a signal.
@Suite struct ProcessLimitTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
  }

  private static let commands = [
    "evaluate r.csv --predictor linear", "metrics", "live --output page.html",
    "datasets info r.csv",
  ]

  @Test(arguments: commands, [4, 5, 6, 7, 8, 9, 10, 12, 16, 32])
  func fewOpenFiles(command: String, limit: Int) throws {
    let result = try workspace.shell(
      "ulimit -n \(limit); exec '\(BuiltExecutable.path)' \(command)")
    if limit < 13 {
      result.expectRefusal(code: 1, saying: "more files can be opened", "ulimit -n")
    } else {
      result.expect(code: 0)
    }
  }

  @Test(arguments: commands) func aSmallAddressSpace(command: String) throws {
    try workspace.shell("ulimit -v 600000; exec '\(BuiltExecutable.path)' \(command)")
      .expectRefusal(code: 1, saying: "the address space is limited to 614 MB", "ulimit -v")
  }

  @Test func aLimitOnTheSizeOfFiles() throws {
    try workspace.shell("ulimit -f 4; exec '\(BuiltExecutable.path)' live --output page.html")
      .expectRefusal(code: 1, saying: "page.html: cannot be written (File too large)")
    #expect(!workspace.exists("page.html"))
  }
}
