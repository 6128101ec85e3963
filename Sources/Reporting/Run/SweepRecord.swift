import Evaluation
import Foundation

/// What a sweep that has not finished says of itself: the file `plan.json` of its run directory.
///
/// It is written before the first piece is scored and removed when the scores are there. The hash
/// decides whether what stands in the directory may be gone on with.
package struct SweepRecord: Hashable, Sendable, Codable {
  /// The file's name.
  package static let fileName = "plan.json"
  /// The name of the folder of finished pieces.
  package static let shardsName = "shards"
  /// How the name of a finished piece begins and ends, its number between them.
  package static let pieceName = (prefix: "piece-", suffix: ".jsonl")

  /// The version of this file's form.
  package var schema = 1
  /// The SHA-256 of all that determines the scores but the numerical environment, hexadecimal.
  package var hash: String
  /// The SHA-256 of the whole record with nothing in the place of this, by which an edited file is
  /// known.
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
  /// What has to be said of the data sets, each with a remedy.
  package var warnings: [String]
  /// What could not be read.
  package var problems: [EvaluationFailure]

  /// Makes a record.
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

  /// The record of a run directory; nil where there is none or it cannot be read.
  package init?(in folder: String) {
    guard
      let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(Self.fileName)")),
      let record = try? JSONDecoder().decode(SweepRecord.self, from: data), record.schema == 1
    else { return nil }
    self = record
  }

  /// How many pieces are there by name; whether they are whole is another question.
  package static func piecesPresent(in folder: String) -> Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(shardsName)")
    return (names ?? []).count {
      $0.hasPrefix(pieceName.prefix) && $0.hasSuffix(pieceName.suffix)
    }
  }

  /// The command that goes on with it: the one that began it, but all pieces and nothing replaced.
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
  /// A program and its arguments, the program by its name alone wherever it was.
  static func text(program: String, arguments: [String]) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return text([name] + arguments)
  }

  /// The words with spaces between them, quoted for a POSIX shell where that is needed.
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
