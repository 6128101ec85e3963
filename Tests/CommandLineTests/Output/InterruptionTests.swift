import Foundation
import Testing

/// Ctrl-C and a request to stop end a command at once, whatever its workers do.
@Suite(.serialized) struct InterruptionTests {
  private let workspace: Workspace
  /// How long it may take to end, in seconds.
  ///
  /// On a machine that does nothing else it is one (`scripts/verify interrupt`); here other tests run
  /// beside it. The fault was 40.
  private static let patience = 5.0

  init() throws {
    workspace = try Workspace()
    var recordings = SmallRecordings()
    (recordings.strokes, recordings.samples) = (200, 100)
    try workspace.write("r.csv", recordings.csv())
  }

  /// Half a minute of work for as many workers as there are cores, and for twice as many.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [1, 2])
  func asManyWorkersAsCoresAreInterruptedAtOnce(signal: Int32, share: Int) throws {
    let jobs = ProcessInfo.processInfo.activeProcessorCount * share
    let process = try start([
      "sweep", "--dataset", "r.csv", "--predictor",
      "weighted-polynomial:degree=0..3,window=5..64", "--frames-ahead", "1..6", "--jobs", "\(jobs)",
      "--output", "run",
    ])
    try wait { workspace.exists("run/plan.json") }
    Thread.sleep(forTimeInterval: 0.5)
    let seconds = try end(process, by: signal)
    #expect(process.terminationStatus == 128 + signal)
    #expect(seconds < Self.patience)
    #expect(try workspace.text("err").contains("interrupted; run holds 0 of"))
    #expect(!workspace.exists("run/manifest.json"))
    workspace.expectNothingHalfWritten()
  }

  /// A program that answers nothing, not even to a request to stop, goes with the command.
  @Test(
    arguments: ["sleep 300", "trap '' TERM; echo deaf; while :; do sleep 1; done"],
    [SIGINT, SIGHUP])
  func aStuckProgramIsEndedToo(program: String, signal: Int32) throws {
    try workspace.write("stuck", "echo $$ >pid\n\(program)\n")
    let process = try start([
      "sweep", "--dataset", "r.csv", "--predictor", "external:command=\"sh stuck\",timeout=300",
      "--frames-ahead", "1", "--output", "run",
    ])
    try wait { (try? workspace.text("pid"))?.hasSuffix("\n") == true }
    let child = try #require(pid_t(try workspace.text("pid").dropLast()))
    let seconds = try end(process, by: signal)
    #expect(process.terminationStatus == 128 + signal)
    #expect(seconds < Self.patience)
    #expect(ProcessLaunch.isGone(child))
  }

  /// Queues of Dispatch and some shells start programs with signals blocked.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalsBlockedAtTheStartAreHeard(signal: Int32) throws {
    let process = try start(
      ["predict", "--predictor", "hold", "--horizon-ms", "10"],
      blocked: [SIGINT, SIGTERM, SIGHUP])
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try end(process, by: signal) < Self.patience)
    #expect(process.terminationStatus == 128 + signal)
  }

  /// `nohup` has SIGHUP ignored, and that stays.
  @Test func anIgnoredHangupIsIgnored() throws {
    let result = try workspace.shell(
      """
      trap '' HUP
      mkfifo samples
      '\(BuiltExecutable.path)' predict --predictor hold --horizon-ms 10 <samples >out &
      exec 3>samples
      sleep 0.5
      kill -HUP $!
      echo 0,1,2 >&3
      exec 3>&-
      wait $!
      """)
    result.expect(code: 0)
    #expect(!(try workspace.text("out")).isEmpty)
  }

  /// The writer is held up by a reader that does not read; its message is, too.
  @Test func aBlockedPipeHoldsUpNothing() throws {
    let line = """
      { '\(BuiltExecutable.path)' datasets samples r.csv & echo $! >pid; wait $!; echo $? >code; } |
        { while [ ! -e code ]; do sleep 0.05; done; }
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
    try ProcessLaunch.start(process)
    try wait { (try? workspace.text("pid"))?.hasSuffix("\n") == true }
    Thread.sleep(forTimeInterval: 0.5)
    let began = Date()
    kill(try #require(pid_t(try workspace.text("pid").dropLast())), SIGINT)
    try wait { (try? workspace.text("code"))?.hasSuffix("\n") == true }
    #expect(Date().timeIntervalSince(began) < Self.patience)
    #expect(try workspace.text("code") == "130\n")
    process.waitUntilExit()
  }

  private func start(_ arguments: [String], blocked: [Int32] = []) throws -> Process {
    try workspace.write("err", "")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltExecutable.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
    process.environment = BuiltExecutable.environment([:])
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: workspace.url("err"))
    try ProcessLaunch.start(process, blocked: blocked)
    return process
  }

  /// Sends the signal; the seconds until the end.
  private func end(_ process: Process, by signal: Int32) throws -> Double {
    let began = Date()
    kill(process.processIdentifier, signal)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      process.waitUntilExit()
      ended.signal()
    }
    if ended.wait(timeout: .now() + 60) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      Issue.record("it took more than a minute")
    }
    return Date().timeIntervalSince(began)
  }

  private func wait(until isSo: () -> Bool) throws {
    for _ in 0..<1200 {
      if isSo() { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("it did not come about within a minute")
  }
}
