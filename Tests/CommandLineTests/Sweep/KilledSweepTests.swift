import Foundation
import MotionNumerics
import TestSupport
import Testing

/// A sweep that is killed at random moments and started again gives the bytes of an undisturbed one.
///
/// One after another, so that the moments are spread over all of a sweep and not over its beginning.
@Suite(.serialized) struct KilledSweepTests {
  /// Two trials on an ordinary day, fifty where `scripts/verify resume` asks for them.
  private static let seeds = TestSize.seeds(2, full: 50)

  /// The undisturbed sweep, done once, and how long it took.
  private static let undisturbed = Result { () throws -> (trial: SweepTrial, seconds: Double) in
    let trial = try SweepTrial(strokes: 4)
    let started = Date()
    try trial.sweep("undisturbed", "--raw").expect(code: 3)
    return (trial, Date().timeIntervalSince(started))
  }

  /// How often a killed sweep may be killed again before it is let through.
  private static let mostKills: UInt64 = 3

  @Test(arguments: seeds) func givesTheBytesOfAnUndisturbedOne(seed: UInt64) throws {
    let (trial, seconds) = try Self.undisturbed.get()
    var random = Xoshiro256StarStar(seed: seed)
    let run = "killed-\(seed)"
    var found: [String] = []
    for _ in 0...(random.next() % Self.mostKills) {
      // Until a little after its end, so that some are finished and some are just finishing.
      let delay = 1.1 * seconds * Double(random.next() >> 11) / 0x1p53
      found.append(try startAndKill(trial, run, after: delay))
    }
    try trial.sweep(run, "--raw").expect(code: 3)
    try trial.expectSame(run, as: "undisturbed")
    print("seed \(seed): killed with \(found.joined(separator: ", then "))")
  }

  /// Starts the sweep and kills it after so many seconds; what was there then.
  private func startAndKill(
    _ trial: SweepTrial, _ run: String, after delay: Double
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltExecutable.path)
    process.arguments = ["sweep"] + trial.arguments + ["--raw", "--output", run]
    process.currentDirectoryURL = URL(fileURLWithPath: trial.workspace.path)
    process.environment = BuiltExecutable.environment([:])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try ProcessLaunch.start(process)
    Thread.sleep(forTimeInterval: delay)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    if trial.workspace.exists("\(run)/manifest.json") { return "all there" }
    let pieces = trial.workspace.names().count {
      $0.hasPrefix("\(run)/shards/") && $0.hasSuffix(".jsonl")
    }
    return "\(pieces) pieces"
  }
}
