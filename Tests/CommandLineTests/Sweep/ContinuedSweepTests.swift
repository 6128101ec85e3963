import Foundation
import Testing

/// A sweep that ended before its end: what it says, what it leaves, and how it is gone on with.
@Suite struct ContinuedSweepTests {
  private let trial: SweepTrial

  init() throws { trial = try SweepTrial.withWhole() }

  /// Ctrl-C in the middle: 130, and a directory that the same command goes on with.
  @Test func anInterruptedSweepIsGoneOnWith() throws {
    let words = trial.arguments.map { "'\($0)'" }.joined(separator: " ")
    let result = try trial.workspace.shell(
      """
      '\(BuiltExecutable.path)' sweep \(words) --output run --jobs 1 &
      for try in $(seq 1 600); do
        [ -e run/shards/piece-00000.jsonl ] && break
        sleep 0.02
      done
      kill -INT $!
      wait $!
      """)
    result.expectRefusal(
      code: 130, saying: "interrupted; run holds ",
      " of \(SweepTrial.pieces) pieces; rerun the same command")
    #expect(trial.workspace.exists("run/plan.json"))
    #expect(!trial.workspace.exists("run/manifest.json"))

    try trial.workspace.nextpoint("report", "run").expectRefusal(
      code: 65, saying: "run: the sweep has not finished: ",
      " of \(SweepTrial.pieces) pieces are there",
      "resume it with 'nextpoint sweep --dataset one", "--output run")
    let again = try trial.sweep("run")
    again.expect(code: 3)
    #expect(again.standardError.contains("run: resumes with "))
    try trial.expectSame("run", as: "whole")
  }

  /// Only what is missing is done: a piece that is there keeps its bytes, timings included.
  @Test func whatIsDoneIsNotDoneAgain() throws {
    try trial.sweep("run", "--shard", "1/2").expect(code: 3)
    let piece = trial.piece(2, of: "run")
    let before = try trial.workspace.data(piece)
    try trial.sweep("run", "--shard", "1/2").expect(code: 3)
    #expect(try trial.workspace.data(piece) == before)
    let finished = try trial.sweep("run")
    #expect(finished.standardError.contains("with 3 of \(SweepTrial.pieces) pieces done"))
    try trial.expectSame("run", as: "whole")
  }

  @Test func aFinishedSweepIsNotDoneAgain() throws {
    try trial.sweep("run").expect(code: 3)
    let before = try trial.workspace.data("run/timings.csv")
    let again = try trial.sweep("run")
    again.expect(code: 3)
    #expect(again.standardError.contains("run is finished already"))
    #expect(try trial.workspace.data("run/timings.csv") == before)
  }

  /// What a kill between the last file and the end leaves is cleared away.
  @Test func whatAFinishedSweepLeftBehindIsClearedAway() throws {
    try trial.sweep("begun", "--plan-only").expect(code: 0)
    try trial.sweep("run").expect(code: 3)
    try trial.workspace.write("run/plan.json", trial.workspace.data("begun/plan.json"))
    try trial.workspace.write("run/shards/piece-00000.jsonl", "rest")
    try trial.sweep("run").expect(code: 3)
    try trial.expectSame("run", as: "whole")
  }

  /// An old run stands until the one that replaces it is all there.
  @Test func aRunThatIsBeingReplacedStandsUntilThen() throws {
    try trial.sweep("other", "--seed", "7").expect(code: 3)
    try trial.sweep("run").expect(code: 3)
    let before = try trial.contents("run")
    try trial.sweep("run", "--seed", "7", "--plan-only", "--force").expect(code: 0)
    #expect(try trial.contents("run") == before)
    let report = try trial.workspace.nextpoint("report", "run")
    report.expect(code: 0)
    #expect(
      report.standardError.contains(
        "a later sweep here is unfinished (0 of \(SweepTrial.pieces) pieces)"))
    try trial.sweep("run", "--seed", "7").expect(code: 3)
    try trial.expectSame("run", as: "other")
    #expect(!trial.workspace.exists("run/report.html"))
  }

  @Test func aPlanThatCannotBeReadIsRefused() throws {
    try trial.sweep("run", "--shard", "1/2").expect(code: 3)
    try trial.workspace.write("run/plan.json", "{")
    try trial.sweep("run").expectRefusal(
      code: 64, saying: "run/plan.json: cannot be read", "--force")
    try trial.sweep("run", "--force").expect(code: 3)
  }

  @Test func failuresAreListedAsTheyHappenAndInAFile() throws {
    let result = try trial.sweep("run")
    result.expect(code: 3)
    #expect(result.standardError.contains("1.csv:9"))
    #expect(result.standardError.contains("something was left out; run/failures.csv lists it"))
    #expect(try trial.workspace.text("run/failures.csv").contains("1.csv:9"))
  }

  @Test func failFastEndsAtTheFirstFailure() throws {
    try trial.workspace.expectNothingWritten {
      try trial.sweep("run", "--fail-fast").expectRefusal(
        code: 1, saying: "stopped at the first failure (--fail-fast)", "1.csv:9")
    }
    try trial.sweep("run", "--keep-going").expect(code: 3)
  }

  /// A recording that does not go with the plan, after a data set that does: what is done is kept.
  @Test func failFastKeepsWhatIsDone() throws {
    let workspace = trial.workspace
    try workspace.write(
      "exact.csv",
      "stroke,t_s,x,y,true_x,true_y\n"
        + (0..<30).map {
          "s,\(Double($0) / 60),\($0),0,\($0),0\n"
        }.joined())
    try workspace.write("plain.csv", SmallRecordings().csv())
    let words = [
      "sweep", "--dataset", "exact.csv", "--dataset", "plain.csv", "--truth", "exact",
      "--predictor", "hold", "--predictor", "linear", "--output", "run",
    ]
    try workspace.nextpoint(arguments: words + ["--fail-fast"]).expectRefusal(
      code: 1, saying: "stopped at the first failure", "plain.csv", "leave --fail-fast out")
    #expect(workspace.exists("run/shards/piece-00000.jsonl"))
    let again = try workspace.nextpoint(arguments: words)
    again.expect(code: 3)
    #expect(again.standardError.contains("with 1 of 2 pieces done"))
    #expect(try workspace.text("run/failures.csv").contains("plain.csv"))
  }
}
