import Foundation

/// Standard output and standard error, and what is known of the terminal behind them.
enum Terminal {
  /// Writes to standard output, unbuffered.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes a line to standard error.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  /// Writes a warning to standard error.
  static func warn(_ text: some CustomStringConvertible) { note("warning: \(text)") }

  /// Whether standard error is a terminal that can redraw a line.
  static var showsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }
}
