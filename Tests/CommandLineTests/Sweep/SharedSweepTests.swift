import Evaluation
import Foundation
import Testing

@testable import nextpoint

/// A sweep in shards, on one disk or several, put together: the bytes of a sweep in one go, or a
/// refusal that says what is missing and what makes it.
@Suite struct SharedSweepTests {
  private let trial: SweepTrial

  init() throws { trial = try SweepTrial.withWhole() }

  /// The sweep in two shards, not yet merged, done once.
  private static let halves = Result { () throws -> SweepTrial in
    let trial = try SweepTrial.withWhole()
    for number in 1...2 { try trial.sweep("run", "--shard", "\(number)/2").expect(code: 3) }
    return trial
  }

  @Test func shardsInOneFolderMergeToTheSameBytes() throws {
    let planned = try trial.sweep("run", "--plan-only")
    planned.expect(code: 0)
    #expect(planned.standardOutput.hasPrefix("\(SweepTrial.pieces) pieces in run;"))
    // Out of order, as engines do.
    for number in [2, 3, 1] { try trial.sweep("run", "--shard", "\(number)/3").expect(code: 3) }
    #expect(!trial.workspace.exists("run/manifest.json"))
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
    // A merge that an engine does again finds all done.
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  /// Another process works in the folder, for which a claim of this one stands.
  @Test func twoSweepsInOneFolderAreRefusedInOneSentence() throws {
    try trial.sweep("run", "--plan-only").expect(code: 0)
    let other = open(trial.workspace.url("run").path, O_RDONLY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    for more in [[], ["--force"], ["--shard", "1/2"]] {
      try trial.workspace.expectNothingWritten {
        let result = try trial.workspace.nextpoint(
          arguments: ["sweep"] + trial.arguments + ["--output", "run"] + more)
        result.expectRefusal(
          code: 1, saying: "error: run: another nextpoint works in this folder; wait until it ends")
      }
    }
    // One that does a share lets others do theirs, and nobody do the whole.
    try #require(flock(other, LOCK_SH | LOCK_NB) == 0)
    try trial.sweep("run", "--shard", "1/2").expect(code: 3)
    try trial.sweep("run", "--shard", "2/2").expect(code: 3)
    try trial.sweep("run").expectRefusal(code: 1, saying: "another nextpoint works in this folder")
    try merge("run").expectRefusal(code: 1, saying: "another nextpoint works in this folder")
    try #require(flock(other, LOCK_UN) == 0)
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  @Test func shardsInFoldersOfTheirOwnMergeIntoAnother() throws {
    try trial.sweep("whole-raw", "--raw").expect(code: 3)
    for number in 1...3 {
      try trial.sweep("part-\(number)", "--raw", "--shard", "\(number)/3").expect(code: 3)
    }
    try merge("part-1", "part-2", "part-3", "--output", "run").expect(code: 3)
    try trial.expectSame("run", as: "whole-raw")
    #expect(trial.workspace.exists("part-2/plan.json"))
  }

  @Test func moreShardsThanPiecesLeaveSomeWithNothingToDo() throws {
    let count = SweepTrial.pieces + 2
    for number in 1...count {
      try trial.sweep("run", "--shard", "\(number)/\(count)").expect(code: 3)
    }
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  @Test func missingPiecesAreListedWithTheCommandThatMakesThem() throws {
    try trial.sweep("run", "--shard", "1/3").expect(code: 3)
    try trial.sweep("run", "--shard", "3/3").expect(code: 3)
    let merged = try merge("run")
    merged.expectRefusal(
      code: 1, saying: "2 of \(SweepTrial.pieces) pieces are missing",
      "piece 1 (one, settings 17 to 32) is not there",
      "piece 4 (two, settings 17 to 32) is not there", "--output run --shard 2/3")
    #expect(!merged.standardError.contains("--shard 1/3"))
    #expect(!trial.workspace.exists("run/scores.csv"))
    let command = try #require(
      merged.standardError.split(separator: "\n").last { $0.hasPrefix("  nextpoint sweep ") })
    try trial.workspace.shell(
      String(command).replacing("nextpoint", with: "'\(BuiltExecutable.path)'", maxReplacements: 1)
    ).expect(code: 3)
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  /// What must not count, and what each is called.
  enum Damage: String, CaseIterable {
    case cutOff = "is cut off"
    case changed = "is damaged"
    case headless = "is damaged: its contents"
    case foreign = "belongs to another sweep"
    case misplaced = "holds piece 3 under another name"
    case empty = "cut off"
  }

  @Test(arguments: Damage.allCases) func damagedPiecesAreNeverCounted(damage: Damage) throws {
    try trial.take("run", from: Self.halves.get())
    try trial.workspace.write(
      "run/shards/.piece-00009.jsonl.\(UUID().uuidString).partial", "half of a piece")
    let victim = trial.piece(2, of: "run")
    let whole = try trial.workspace.data(victim)
    switch damage {
    case .cutOff: try trial.workspace.write(victim, whole.dropLast(whole.count / 3))
    case .changed:
      var bytes = whole
      bytes[bytes.count / 2] ^= 1
      try trial.workspace.write(victim, bytes)
    case .headless:
      try trial.workspace.write(victim, "nonsense\n" + String(decoding: whole, as: UTF8.self))
    case .foreign:
      try trial.workspace.nextpoint(
        "sweep", "--dataset", "one", "--predictor", "polynomial:degree=0..3,window=1..16",
        "--frames-ahead", "1", "--output", "foreign", "--shard", "3/4"
      ).expect(code: 0)
      try trial.workspace.write(victim, trial.workspace.data(trial.piece(2, of: "foreign")))
    case .misplaced:
      try trial.workspace.write(victim, trial.workspace.data(trial.piece(3, of: "run")))
    case .empty: try trial.workspace.write(victim, "")
    }
    try merge("run").expectRefusal(
      code: 1, saying: "1 of \(SweepTrial.pieces) pieces are missing", "piece 2", damage.rawValue)
    let again = try trial.sweep("run", "--shard", "1/2")
    again.expect(code: 3)
    #expect(again.standardError.contains("warning: piece-00002.jsonl"))
    #expect(again.standardError.contains(damage.rawValue))
    try merge("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  @Test func anotherSweepIsRefused() throws {
    try trial.sweep("run", "--shard", "1/2").expect(code: 3)
    try trial.sweep("run", "--shard", "2/2", "--seed", "7").expectRefusal(
      code: 64, saying: "holds 3 of \(SweepTrial.pieces) pieces of another sweep (hash ",
      "plan.seed: 1 there, 7 here", "--force", "another name")
    try trial.sweep("other", "--shard", "2/2", "--tail", "clamp").expect(code: 3)
    try merge("run", "other").expectRefusal(
      code: 64, saying: "other is of another sweep", "plan.replay.tail: clamp there, drop here")
  }

  @Test func differingEnvironmentsAreRefusedUnlessAskedFor() throws {
    try trial.take("run", from: Self.halves.get())
    let folder = trial.workspace.url("run/shards").path
    let plan = try #require(
      try JSONSerialization.jsonObject(with: trial.workspace.data("run/plan.json"))
        as? [String: Any])
    let (header, body) = try PieceFile.open(
      4, in: folder, plan: try #require(plan["hash"] as? String))
    var other = header
    other.environment.kernel = "Abacus"
    try PieceFile.write(
      PieceFile.result(body), header: other, to: "\(folder)/\(PieceFile.name(4))")

    try merge("run").expectRefusal(
      code: 1,
      saying: "piece-00000.jsonl was computed in another numerical environment than "
        + "piece-00004.jsonl", "kernel: ", "Abacus here", "--allow-mixed-environments")
    try trial.sweep("run").expectRefusal(code: 1, saying: "--allow-mixed-environments")
    try merge("run", "--allow-mixed-environments").expect(code: 3)
    try trial.expectSame("run", as: "whole")
    #expect(try trial.workspace.text("run/manifest.json").contains("Abacus"))
  }

  @Test func aMergeOfNothingIsRefused() throws {
    try trial.workspace.write("empty/note.txt", "")
    try merge("empty").expectRefusal(code: 65, saying: "empty: holds no sweep that has begun")
    try merge("nosuch").expectRefusal(code: 65, saying: "nosuch: holds no sweep that has begun")
  }

  @Test(arguments: ["0/3", "4/3", "2", "a/b", "1/0", "-1/3", "1/3/5"])
  func aShareThatIsNoneIsRefused(share: String) throws {
    try trial.workspace.expectNothingWritten {
      try trial.sweep("run", "--shard=\(share)").expectRefusal(
        code: 64, saying: "--shard '\(share)' is no share", "counts from 1")
    }
  }

  @Test func flagsThatContradictEachOtherAreRefused() throws {
    try trial.workspace.expectNothingWritten {
      try trial.sweep("run", "--shard", "1/2", "--force").expectRefusal(
        code: 64, saying: "--force would remove what other shards have done", "--plan-only")
      try trial.sweep("run", "--shard", "1/2", "--plan-only").expectRefusal(
        code: 64, saying: "leave one out")
      try trial.sweep("run", "--shard", "1/2", "--dry-run").expectRefusal(
        code: 64, saying: "whole sweep")
    }
  }

  private func merge(_ arguments: String...) throws -> CommandResult {
    try trial.workspace.nextpoint(arguments: ["sweep", "merge"] + arguments)
  }
}
