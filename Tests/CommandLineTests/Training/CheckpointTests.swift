import Foundation
import Testing

/// A training that was killed resumes from an intact checkpoint only, and gives the same bytes either way.
@Suite struct CheckpointTests {
  private static let training = """
    train r.csv --kind network --set hidden=8 --set members=1 --set epochs=300 --set batch=8 \
    --jobs 1 --output n.npm
    """

  @Test func aChangedCheckpointIsNotResumed() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings(strokes: 6).csv())
    let whole = try model(workspace).bytes
    try workspace.shell(
      """
      '\(BuiltExecutable.path)' \(Self.training) 2>log & p=$!
      while [ ! -s n.npm.checkpoint ] && kill -0 $p 2>/dev/null; do sleep 0.05; done
      kill -9 $p
      exit 0
      """
    ).expect(code: 0)
    let kept = try workspace.text("n.npm.checkpoint")
    let lines = kept.split(separator: "\n", maxSplits: 1)
    #expect(lines.first?.hasPrefix("nextpoint checkpoint 1 ") == true)
    let resumed = try model(workspace)
    #expect(resumed.log.contains("resumes after"))
    #expect(resumed.bytes == whole)

    for damaged in [
      kept.replacing(/"epoch":[0-9]+/, with: "\"epoch\":1000"),
      kept.replacing(/"epoch":[0-9]+/, with: "\"epoch\":9223372036854775807"),
      String(kept.dropLast(100)),
      String(kept.prefix(30)), lines[0] + "\n{}",
    ] {
      try workspace.write("n.npm.checkpoint", damaged)
      let result = try model(workspace)
      #expect(result.log.contains("n.npm.checkpoint: does not have the hash"))
      #expect(!result.log.contains("resumes after"))
      #expect(result.bytes == whole)
      #expect(!workspace.exists("n.npm.checkpoint"))
    }
  }

  private func model(_ workspace: Workspace) throws -> (bytes: Data, log: String) {
    let result = try workspace.shell("'\(BuiltExecutable.path)' \(Self.training)")
    result.expect(code: 0)
    let bytes = try workspace.data("n.npm")
    try FileManager.default.removeItem(at: workspace.url("n.npm"))
    return (bytes, result.standardError)
  }
}
