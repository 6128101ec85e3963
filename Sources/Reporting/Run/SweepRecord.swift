import Evaluation
import Foundation

/// The record of an unfinished sweep: the file `plan.json` of its run directory.
///
/// It is written before the first piece is scored and removed when the scores are complete. The
/// hash decides whether a sweep can be resumed.
package struct SweepRecord: Hashable, Sendable, Codable {
  /// The file's name.
  package static let fileName = "plan.json"
  /// The name of the folder of finished pieces.
  package static let shardsName = "shards"
  /// The prefix and the suffix of a finished piece's name, around its number.
  package static let pieceName = (prefix: "piece-", suffix: ".jsonl")

  /// The version of the file format.
  package var schema = 1
  /// The hexadecimal SHA-256 of all that determines the scores except the numerical environment.
  package var hash: String
  /// The SHA-256 of the record with this field empty, which detects edited files.
  package var seal = ""
  /// What determines the scores.
  package var identity: RunManifest.Identity
  /// Whether every single prediction is kept.
  package var keepsPredictions: Bool
  /// How many pieces there are.
  package var pieces: Int
  /// How many settings there are.
  package var subjects: Int
  /// The command that began it, as typed.
  package var command: [String]
  /// When it began, ISO 8601.
  package var started: String
  /// Warnings about the data sets, each with a remedy.
  package var warnings: [String]
  /// What could not be read.
  package var problems: [EvaluationFailure]

  /// Creates a record.
  package init(
    hash: String, identity: RunManifest.Identity, keepsPredictions: Bool, pieces: Int,
    subjects: Int, command: [String], started: String, warnings: [String],
    problems: [EvaluationFailure]
  ) {
    self.hash = hash
    self.identity = identity
    self.keepsPredictions = keepsPredictions
    self.pieces = pieces
    self.subjects = subjects
    self.command = command
    self.started = started
    self.warnings = warnings
    self.problems = problems
  }

  /// Reads the record of a run directory; nil where there is none or it cannot be read.
  package init?(in folder: String) {
    guard
      let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(Self.fileName)")),
      let record = try? JSONDecoder().decode(SweepRecord.self, from: data), record.schema == 1
    else { return nil }
    self = record
  }

  /// Returns the number of pieces by their names, without checking their contents.
  package static func piecesPresent(in folder: String) -> Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(shardsName)")
    return (names ?? []).count {
      $0.hasPrefix(pieceName.prefix) && $0.hasSuffix(pieceName.suffix)
    }
  }

  /// Returns the command that resumes the sweep: the original one without `--force` and shares.
  package func continuation(share: SweepShare? = nil) -> String {
    var words: [String] = []
    var skipsValue = false
    for word in command.dropFirst() {
      if skipsValue {
        skipsValue = false
      } else if word == "--shard" {
        skipsValue = true
      } else if !["--force", "--plan-only"].contains(word), !word.hasPrefix("--shard=") {
        words.append(word)
      }
    }
    if let share { words += ["--shard", "\(share)"] }
    return ShellCommand.text(program: command.first ?? "nextpoint", arguments: words)
  }
}

/// Commands as a user types them.
enum ShellCommand {
  /// Returns a program and its arguments, the program without its folder.
  static func text(program: String, arguments: [String]) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return text([name] + arguments)
  }

  /// Returns the words separated by spaces, quoted for a POSIX shell where needed.
  static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "_@%+=:,./-".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
