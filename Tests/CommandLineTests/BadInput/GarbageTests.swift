import Datasets
import Foundation
import Testing

/// Big files of garbage: refused quickly, in little memory, in few words.
///
/// 20 MB by default; `NEXTPOINT_GARBAGE_BYTES` sets another size, and `scripts/verify` a gigabyte.
@Suite(.serialized) struct GarbageTests {
  static let size =
    ProcessInfo.processInfo.environment["NEXTPOINT_GARBAGE_BYTES"].flatMap(Int.init) ?? 20_000_000
  static let seed: UInt64 = 20_170_904

  /// The address space that the command gets, in KiB: 2 GiB, which a reader that keeps a gigabyte of
  /// text with its copies does not fit into.
  static let addressSpace = 2 * 1024 * 1024

  /// More than this on standard error helps nobody: a score of problems of 60 characters each.
  static let messageLimit = 20_000

  @Test(arguments: [
    ("bytes.csv", "", "must name the columns"),
    ("bytes.json", "", "its first character is ["),
    ("array.json", "[", "JSON of unknown shape"),
    ("bytes.txt", "", "not recognized"),
    ("rows.csv", "stroke,t_s,x,y\n", "gave up"),
    ("events.json", "[{\"touchIdentifier\": \"", "gave up"),
  ])
  func garbageIsRefused(name: String, beginning: String, part: String) throws {
    let workspace = try Workspace()
    try Self.write(to: workspace.url(name), beginning: beginning)
    let before = workspace.names()
    let result = try workspace.shell(
      "ulimit -v \(Self.addressSpace); exec '\(BuiltExecutable.path)' evaluate \(name) "
        + "--predictor hold")
    // A JSON array of this size is not even begun.
    let isTooBig = name.hasSuffix(".json") && Self.size > InkableEventReader.sizeLimit
    result.expectRefusal(code: 65, saying: name, isTooBig ? "may have at most" : part, "; ")
    #expect(result.standardError.utf8.count < Self.messageLimit)
    let controls = result.standardError.unicodeScalars.filter { $0.value < 32 && $0 != "\n" }
    #expect(controls.isEmpty, "control characters reach the terminal")
    #expect(workspace.names() == before)
  }

  @Test func goodStrokesBeforeGarbageAreKept() throws {
    let workspace = try Workspace()
    try Self.write(
      to: workspace.url("tail/r.csv"), beginning: SmallRecordings().csv(), size: 500_000)
    try workspace.write("good/r.csv", SmallRecordings().csv())
    let (tail, good) = (
      try evaluate(workspace, "tail/r.csv"), try evaluate(workspace, "good/r.csv")
    )
    tail.expectIncomplete(saying: "tail/r.csv:122: ", "times, first here")
    #expect(tail.standardError.utf8.count < Self.messageLimit)
    #expect(tail.standardOutput == good.standardOutput)
  }

  @Test func garbageAsAPlanOrARunIsRefused() throws {
    let workspace = try Workspace()
    try Self.write(to: workspace.url("garbage"), beginning: "", size: 100_000)
    try workspace.expectNothingWritten {
      try workspace.nextpoint("sweep", "garbage", "--output", "run").expectRefusal(
        code: 65, saying: "garbage", "YAML")
      try workspace.nextpoint("report", "garbage").expectRefusal(
        code: 65, saying: "garbage", "run directory")
    }
  }

  @Test func garbageThroughPredictIsEscapedAndSummedUp() throws {
    let workspace = try Workspace()
    try Self.write(to: workspace.url("garbage"), beginning: "", size: 100_000)
    let result = try workspace.nextpoint(
      arguments: ["predict", "--predictor", "linear", "--horizon-ms", "10"],
      input: try workspace.data("garbage"))
    result.expectIncomplete(saying: "standard input:1: ", "more warnings are not shown")
    #expect(result.standardError.utf8.count < Self.messageLimit)
    #expect(!result.standardError.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  private func evaluate(_ workspace: Workspace, _ name: String) throws -> CommandResult {
    try workspace.nextpoint("evaluate", name, "--predictor", "hold", "--format", "csv")
  }

  /// Writes seeded bytes, a block of a megabyte over and over.
  private static func write(to url: URL, beginning: String, size: Int = size) throws {
    var state = seed
    let block = (0..<131_072).map { _ -> UInt64 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let bytes = block.withUnsafeBytes { Data($0) }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(beginning.utf8).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    var written = 0
    while written < size {
      try file.write(contentsOf: bytes.prefix(size - written))
      written += min(bytes.count, size - written)
    }
    try file.close()
  }
}
