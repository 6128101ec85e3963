import Foundation
import Reporting

/// Standard output and standard error, and what is known of the terminal behind them.
enum Terminal {
  /// Writes to standard output, unbuffered.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes lines to standard error; control characters from files and names are spelled out.
  static func note(_ text: String) {
    let visible = VisibleText.lines(text) + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(visible.utf8))
  }

  /// Passes on what another program wrote on its standard error, as it is.
  static func pass(_ bytes: some Sequence<UInt8>) {
    try? FileHandle.standardError.write(contentsOf: Data(bytes))
  }

  /// Writes a warning of one line to standard error.
  static func warn(_ text: some CustomStringConvertible) {
    note("warning: \(VisibleText.line(text.description))")
  }

  /// Whether standard error is a terminal that can redraw a line.
  static var showsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }
}
