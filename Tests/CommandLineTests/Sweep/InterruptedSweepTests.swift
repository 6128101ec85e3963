import Foundation
import MotionNumerics
import TestSupport
import Testing

/// A sweep that is interrupted at random moments ends within a second, leaves nothing half-written and no
/// program running, and is gone on with to the bytes of an undisturbed one.
///
/// One after another, so that a moment is one of a machine that does nothing else.
@Suite(.serialized) struct InterruptedSweepTests {
  /// One of each kind on an ordinary day, two hundred where `scripts/verify interrupt` asks for them.
  private static let seeds = TestSize.seeds(4, full: 200)
  /// How long it may take to end, in seconds; other tests run beside it on an ordinary day.
  private static let patience = TestSize.of(5.0, full: 1)

  /// The undisturbed sweep, done once, and how long it took.
  private static let undisturbed = Result { () throws -> (trial: SweepTrial, seconds: Double) in
    let trial = try SweepTrial(strokes: 4)
    let started = Date()
    try trial.sweep("undisturbed", "--raw").expect(code: 3)
    return (trial, Date().timeIntervalSince(started))
  }

  /// With how many workers, or with a program that stops to answer.
  private enum Kind: CaseIterable {
    case one, two, four, stuck

    var jobs: Int {
      switch self {
      case .one: 1
      case .two, .stuck: 2
      case .four: 4
      }
    }
  }

  @Test(arguments: seeds) func endsWithinASecondAndIsGoneOnWith(seed: UInt64) throws {
    let (trial, seconds) = try Self.undisturbed.get()
    var random = Xoshiro256StarStar(seed: seed)
    let kind = Kind.allCases[Int(seed % 4)]
    let signal = [SIGINT, SIGTERM, SIGHUP][Int(random.next() % 3)]
    let moment = Double(random.next() >> 11) / 0x1p53
    let run = "interrupted-\(seed)"
    let process = try start(trial, run, kind, answering: random.next() % 50)
    // Until a little after its end, so that some are finished and some are just finishing.
    Thread.sleep(forTimeInterval: moment * (kind == .stuck ? 2 : 1.1 * seconds))
    let took = try end(process, by: signal)
    let code = process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
    print("seed \(seed): \(kind), signal \(signal), \(took) s, code \(code)")
    #expect(took < Self.patience, "seed \(seed)")
    #expect(
      [128 + signal, kind == .stuck ? 128 + signal : 3].contains(code), "seed \(seed): \(code)")
    let left = trial.workspace.names().filter { $0.hasPrefix(run) && $0.contains(".partial") }
    #expect(left.isEmpty, "seed \(seed): \(left)")
    guard kind != .stuck else { return try expectNoProgram(trial, run) }
    try trial.sweep(run, "--raw").expect(code: 3)
    try trial.expectSame(run, as: "undisturbed")
    try FileManager.default.removeItem(at: trial.workspace.url(run))
  }

  private func start(
    _ trial: SweepTrial, _ run: String, _ kind: Kind, answering count: UInt64
  ) throws -> Process {
    var arguments = ["sweep"] + trial.arguments + ["--raw", "--output", run]
    if kind == .stuck {
      // It notes its number, answers so many samples, and then says no more.
      try trial.workspace.write(
        "\(run).sh",
        """
        echo $$ >>\(run).pids
        n=0
        while [ $n -lt \(count) ] && IFS=, read -r t x y; do
          [ -n "$t" ] || continue
          n=$((n + 1)); echo "$t,$x,$y,0.016666666666666666,$x,$y"
        done
        sleep 300
        """)
      arguments = [
        "sweep", "--dataset", "one", "--predictor",
        "external:command=\"sh \(run).sh\",timeout=300", "--frames-ahead", "1", "--output", run,
      ]
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltExecutable.path)
    process.arguments = arguments + ["--jobs", "\(kind.jobs)"]
    process.currentDirectoryURL = URL(fileURLWithPath: trial.workspace.path)
    process.environment = BuiltExecutable.environment([:])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try ProcessLaunch.start(process)
    return process
  }

  /// Sends the signal; the seconds until the end.
  private func end(_ process: Process, by signal: Int32) throws -> Double {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      process.waitUntilExit()
      ended.signal()
    }
    let began = Date()
    kill(process.processIdentifier, signal)
    if ended.wait(timeout: .now() + 60) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      Issue.record("it took more than a minute")
    }
    return Date().timeIntervalSince(began)
  }

  /// Expects that the programs that were started are gone, soon after the command.
  private func expectNoProgram(_ trial: SweepTrial, _ run: String) throws {
    guard trial.workspace.exists("\(run).pids") else { return }
    let programs = try trial.workspace.text("\(run).pids").split(separator: "\n")
      .compactMap { pid_t($0) }
    let left = programs.filter { !ProcessLaunch.isGone($0) }
    #expect(left.isEmpty, "\(run)")
  }
}
