import Foundation
import Testing

/// What keeps everything from being scored is named by every command that scores.
@Suite struct UnscoredCausesTests {
  /// Three participants whose samples come latest first.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    let files = (0..<3).map { index in
      let text = SmallRecordings(start: Double(index)).csv { stroke, sample, fields in
        [fields[0], "\(10 * stroke + 5 - sample)", fields[2], fields[3]]
      }
      return (name: "\(index).csv", text: text)
    }
    try workspace.writeDataset(
      "set", files: files, splits: #"{"train": ["p1"], "validation": ["p2"], "test": ["p3"]}"#)
    return workspace
  }

  private static let cause = "times run backward"

  @Test(arguments: [[], ["--leave-one-out"]])
  func tuneNamesTheCause(more: [String]) throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      arguments: [
        "tune", "polynomial:degree=1,window=2..4", "--dataset", "set", "--output", "run",
      ] + more)
    result.expectRefusal(code: 65, saying: "nothing could be scored", Self.cause)
    #expect(!workspace.exists("run"))
  }

  @Test func evaluateAndSweepNameTheCause() throws {
    let workspace = try workspace()
    try workspace.nextpoint("evaluate", "set", "--predictor", "hold")
      .expectRefusal(code: 65, saying: "nothing could be scored", Self.cause)
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--output", "run"
    ).expectRefusal(code: 65, saying: "nothing could be scored", Self.cause)
  }

  @Test func mergeNamesTheCauseWhereTheDataAre() throws {
    let workspace = try workspace()
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--shard", "1/1", "--output", "run"
    ).expect(code: 0)
    try workspace.nextpoint("sweep", "merge", "run")
      .expectRefusal(code: 65, saying: "nothing could be scored", Self.cause)
  }
}
