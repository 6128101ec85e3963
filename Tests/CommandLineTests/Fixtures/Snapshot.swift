import Foundation
import TestSupport
import Testing

/// A committed text that the tool's output must be equal to: what scripts of users depend on.
///
/// After a change that is meant, all are written anew by
///
///     NEXTPOINT_RECORD_SNAPSHOTS=1 swift test --filter Snapshot
///
/// and `git diff Tests/CommandLineTests/Snapshots` shows what changed for users.
enum Snapshot {
  static let remedy =
    "if the change is meant, run 'NEXTPOINT_RECORD_SNAPSHOTS=1 swift test --filter Snapshot' and "
    + "commit the difference"
  static let folder = Repository.root.appending(path: "Tests/CommandLineTests/Snapshots")
  static let isRecording =
    ProcessInfo.processInfo.environment["NEXTPOINT_RECORD_SNAPSHOTS"] == "1"

  /// The names of the committed snapshots.
  static func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Expects the text to be that of the snapshot, or writes it where snapshots are recorded.
  static func expect(
    _ text: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    guard !isRecording else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try Data(text.utf8).write(to: file)
    }
    let committed = try? String(contentsOf: file, encoding: .utf8)
    #expect(committed != nil, "there is no \(name); \(remedy)", sourceLocation: sourceLocation)
    guard let committed else { return }
    #expect(
      text == committed, "\(name): \(firstDifference(text, committed)); \(remedy)",
      sourceLocation: sourceLocation)
  }

  private static func firstDifference(_ new: String, _ old: String) -> String {
    let (new, old) = (lines(new), lines(old))
    let index =
      zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(new.count, old.count)
    func line(_ lines: [Substring]) -> String {
      index < lines.count ? "'\(lines[index])'" : "nothing"
    }
    return "line \(index + 1) is \(line(new)) and was \(line(old))"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
