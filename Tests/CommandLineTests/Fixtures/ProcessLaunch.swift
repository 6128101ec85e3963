import Foundation

/// Starts programs one at a time.
///
/// Tests run side by side, and `Process.run` of Foundation on Linux has been seen to crash in its own
/// code while another thread was in it too. What a program does after its start is not waited for.
enum ProcessLaunch {
  private static let lock = NSLock()

  /// Starts a program; throws where it cannot be started.
  ///
  /// A test's thread blocks most signals. A shell that inherited that would wait for its children forever.
  ///
  /// - Parameters:
  ///   - process: The program, not yet started.
  ///   - blocked: The signals that it finds blocked at its start.
  /// - Throws: What `Process.run` throws.
  static func start(_ process: Process, blocked: [Int32] = []) throws {
    try lock.withLock {
      var (signals, before) = (sigset_t(), sigset_t())
      sigemptyset(&signals)
      for signal in blocked { sigaddset(&signals, signal) }
      pthread_sigmask(SIG_SETMASK, &signals, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
    }
  }

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
