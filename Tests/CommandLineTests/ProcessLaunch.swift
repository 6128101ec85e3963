import Foundation

/// Starts programs one at a time.
///
/// Tests run side by side, and `Process.run` of Foundation on Linux has been seen to crash in its own
/// code while another thread was in it too. What a program does after its start is not waited for.
enum ProcessLaunch {
  private static let lock = NSLock()

  /// Starts a program; throws where it cannot be started.
  static func start(_ process: Process) throws { try lock.withLock { try process.run() } }

  /// Whether a process has ended, or does so within a few seconds; a zombie counts as ended.
  static func isGone(_ identifier: Int32) -> Bool {
    for _ in 0..<100 {
      let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
      guard let status, kill(identifier, 0) == 0, !status.contains(") Z ") else { return true }
      usleep(50_000)
    }
    return false
  }
}
