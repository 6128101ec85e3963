import Foundation
import Testing

/// External programs that answer something else than they were asked, or misbehave in any other way.
///
/// Whatever they do, the command ends in time, with a sentence, and nothing of them runs on.
@Suite struct HostileProgramTests {
  /// Answers every sample with itself, one horizon.
  private static let good = """
    while IFS=, read -r t x y; do [ -z "$t" ] || echo "$t,$x,$y,0.01,$x,$y"; done
    """

  private func workspace(recordings: Int = 1) throws -> Workspace {
    let workspace = try Workspace()
    let files = (0..<recordings).map { (name: "\($0).csv", text: SmallRecordings().csv()) }
    try workspace.writeDataset("set", files: files)
    return workspace
  }

  /// Scores a script as a predictor.
  private func evaluate(
    _ script: String, in workspace: Workspace, horizons: String = "10", timeout: Double = 5,
    _ more: String...
  ) throws -> CommandResult {
    try workspace.write("program.sh", script)
    let spec = "external:command=\"sh program.sh\",timeout=\(timeout)"
    return try workspace.nextpoint(
      arguments: [
        "evaluate", "set", "--predictor", spec, "--horizon-ms", horizons, "--jobs", "1",
      ] + more)
  }

  // MARK: - Answers to something else

  @Test(arguments: [
    (
      "unit", "echo 0,13,10,0.01,13,10",
      "about 0.1 times what was sent, which looks like another unit"
    ),
    ("recording", "echo 5,7,9,0.01,1,1", "no sample that was sent"),
    ("axes", "echo 0,100,130,0.01,1,1", "x and y are exchanged"),
    ("milliseconds", "echo 0,130,100,10,1,1", "ahead_s is in milliseconds"),
    ("horizon", "echo 0,130,100,0.5,1,1", "no horizon that was asked"),
    ("not a number", "echo 0,130,100,0.01,nan,1", "predicted_x is 'nan' and not a finite number"),
    ("half", "echo 0,130,100,0.01,1,", "one of predicted_x and predicted_y is empty"),
    ("no sample", "echo ,,,0.01,1,1", "t_s is '' and not a finite number"),
  ])
  func anAnswerToSomethingElseIsRefused(name: String, reply: String, cause: String) throws {
    let result = try evaluate("read -r line; \(reply); cat >/dev/null", in: try workspace())
    result.expectRefusal(code: 1, saying: "external program 'sh program.sh' ", cause)
  }

  /// What was sent and what came back stand side by side.
  @Test func bothSamplesAreShown() throws {
    try evaluate("read -r line; echo 5,7,9,0.01,1,1; cat >/dev/null", in: try workspace())
      .expectRefusal(
        code: 1,
        saying: "was sent 0.0,130.0,100.0 and asked 0.01 s ahead, and answered 5.0,7.0,9.0,0.01")
  }

  @Test func aSampleAnsweredTwiceIsRefused() throws {
    let twice = Self.good.replacing(
      "; done", with: "; [ -z \"$t\" ] || echo \"$t,$x,$y,0.01,$x,$y\"; done")
    try evaluate(twice, in: try workspace())
      .expectRefusal(code: 1, saying: "external program", "no sample twice")
  }

  /// It answers each sample with the one before.
  @Test func aProgramThatLagsIsRefused() throws {
    let lagging = """
      while IFS=, read -r t x y; do
        [ -n "$t" ] || continue
        echo "${t1:-$t},${x1:-$x},${y1:-$y},0.01,$x,$y"
        t1=$t x1=$x y1=$y
      done
      """
    try evaluate(lagging, in: try workspace())
      .expectRefusal(code: 1, saying: "this is the sample before")
  }

  @Test(arguments: [
    ("0.02 0.01", "out of order"), ("0.01 0.01", "answered twice"), ("0.02 0.02", "out of order"),
  ])
  func horizonsAreAnsweredOnceAndInOrder(horizons: String, cause: String) throws {
    let script = """
      while IFS=, read -r t x y; do
        [ -n "$t" ] || continue
        for a in \(horizons); do echo "$t,$x,$y,$a,$x,$y"; done
      done
      """
    try evaluate(script, in: try workspace(), horizons: "10,20").expectRefusal(
      code: 1, saying: cause)
  }

  @Test func aRoundedSampleIsRefusedAndSevenDigitsAreNot() throws {
    let rounded = """
      while IFS=, read -r t x y; do
        [ -z "$t" ] || echo "${t%.*},${x%.*},${y%.*},0.01,1,1"
      done
      """
    try evaluate(rounded, in: try workspace()).expectRefusal(code: 1, saying: "it is rounded")
    let short = """
      while IFS=, read -r t x y; do
        [ -z "$t" ] || printf '%.7g,%.7g,%.7g,%.7g,%.7g,%.7g\\n' "$t" "$x" "$y" 0.01 "$x" "$y"
      done
      """
    try evaluate(short, in: try workspace()).expect(code: 0)
  }

  // MARK: - Programs that do not answer

  @Test(arguments: [
    ("empty lines", "yes ''", "gave 0 of 1 answers within 0.3 s"),
    ("zeros", "cat /dev/zero", "bytes without the end of a line"),
    ("one letter", "tr '\\0' x </dev/zero", "bytes without the end of a line"),
    ("slow", "while :; do printf 1; sleep 0.05; done", "gave 0 of 1 answers within 0.3 s"),
    ("silent", "cat >/dev/null", "gave 0 of 1 answers within 0.3 s"),
    ("deaf", "exec sleep 1000", "gave 0 of 1 answers within 0.3 s"),
    ("dead", "kill -9 $$", "ended before it had answered ("),
    ("gone", "exit 3", "ended before it had answered (exit code 3)"),
    ("closed", "exec >&-; exec sleep 1000", "external program"),
    // Whichever is seen first: that it has ended, or that its child keeps the pipe open and is silent.
    ("orphan", "sleep 1000 & exit 0", "external program"),
    ("random", "cat /dev/urandom", "external program"),
    ("header for ever", "yes t_s,x,y", "gave 0 of 1 answers within 0.3 s"),
  ])
  func theTimeOfAnAnswerIsLimited(name: String, script: String, problem: String) throws {
    let workspace = try workspace()
    let began = ContinuousClock.now
    try evaluate(script, in: workspace, timeout: 0.3).expectRefusal(code: 1, saying: problem)
    // Far more than it takes, far less than for ever.
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  /// It reads and answers the first sample, then none.
  @Test func theTimeIsThatOfEachAnswer() throws {
    let script = "read -r line; echo 0,130,100,0.01,1,1; exec sleep 1000"
    try evaluate(script, in: try workspace(), timeout: 0.3)
      .expectRefusal(code: 1, saying: "gave 0 of 1 answers within 0.3 s")
  }

  /// A program that says much on standard error is passed on in part, and does not wait to be read.
  @Test func aFloodOnStandardErrorIsCutOff() throws {
    let workspace = try workspace()
    let chatty = "yes complaint | head -c 1000000 >&2; \(Self.good)"
    let result = try evaluate(chatty, in: workspace)
    result.expect(code: 0)
    #expect(result.standardError.contains("complaint\ncomplaint\n"))
    #expect(result.standardError.contains("this is all that is shown"))
    #expect(result.standardError.utf8.count < 70_000)
    let endless = try evaluate("exec yes complaint >&2", in: workspace, timeout: 0.3)
    endless.expectRefusal(code: 1, saying: "gave 0 of 1 answers within 0.3 s")
    #expect(endless.standardError.utf8.count < 70_000)
  }

  /// The last words of a program that ends are there to be read.
  @Test func whatAProgramSaysAtItsEndIsShown() throws {
    try evaluate("read -r line; echo no module >&2; exit 1", in: try workspace())
      .expectRefusal(code: 1, saying: "no module\n", "(exit code 1)")
  }

  /// One that failed is not waited for again in every recording.
  @Test func aProgramThatFailedIsNotStartedAgain() throws {
    let workspace = try workspace(recordings: 3)
    try evaluate("echo started >>starts; exec sleep 1000", in: workspace, timeout: 0.3)
      .expectRefusal(code: 1, saying: "gave 0 of 1 answers")
    #expect(try workspace.text("starts") == "started\n")
  }

  // MARK: - Nothing runs on

  @Test(arguments: [
    "trap '' TERM; echo $$ >pid; while :; do sleep 1; done",
    "sh -c 'trap \"\" TERM; echo $$ >pid; while :; do sleep 1; done' & sleep 0.1; exit 0",
    "sleep 1000 & echo $! >pid; exit 0",
  ])
  func nothingOfAStubbornProgramRunsOn(script: String) throws {
    let workspace = try workspace()
    try evaluate(script, in: workspace, timeout: 0.5).expectRefusal(
      code: 1, saying: "external program")
    #expect(try isGone(workspace.text("pid")))
  }

  /// An interrupt ends a program that is stuck, and the command with it.
  @Test(arguments: ["INT", "TERM"]) func anInterruptEndsAStuckProgram(signal: String) throws {
    let workspace = try workspace()
    try workspace.write("program.sh", "trap '' TERM INT; echo $$ >pid; while :; do sleep 1; done")
    let command = """
      '\(BuiltExecutable.path)' evaluate set --horizon-ms 10 --jobs 1 \
      --predictor 'external:command="sh program.sh",timeout=600' & p=$!
      while [ ! -s pid ]; do sleep 0.05; done; kill -\(signal) $p; wait $p
      """
    let began = ContinuousClock.now
    let result = try workspace.shell(command)
    #expect([130, 143].contains(result.code), "\(result.standardError)")
    #expect(ContinuousClock.now - began < .seconds(60))
    #expect(try isGone(workspace.text("pid")))
  }

  // MARK: - Strokes

  /// An empty line stands before every window and stroke but the first, also where each is played to
  /// a fresh copy.
  @Test(arguments: [
    (["--protocol", "henze2017", "--observe", "window"], 30), (["--state", "stroke"], 3), ([], 3),
  ])
  func anEmptyLineBeginsEachStroke(flags: [String], least: Int) throws {
    let workspace = try workspace()
    let recorder = """
      while IFS=, read -r t x y; do
        echo "$t" >>heard
        [ -z "$t" ] || echo "$t,$x,$y,0.03333333,$x,$y"
      done
      """
    try workspace.write("program.sh", recorder)
    try workspace.nextpoint(
      arguments: [
        "evaluate", "set", "--predictor", "external:command=\"sh program.sh\"", "--frames-ahead",
        "2",
        "--jobs", "1",
      ] + flags
    ).expect(code: 0)
    // Within a stroke or window, time goes on; where it does not, a new one has begun.
    var before = -Double.infinity
    var strokes = 1
    for line in try workspace.text("heard").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      if line.isEmpty {
        (before, strokes) = (-.infinity, strokes + 1)
      } else {
        let time = try #require(Double(line))
        #expect(time > before)
        before = time
      }
    }
    #expect(strokes >= least)
  }

  /// Whether the process whose number a program wrote down has ended.
  private func isGone(_ text: String) throws -> Bool {
    ProcessLaunch.isGone(try #require(Int32(text.filter(\.isNumber))))
  }
}
