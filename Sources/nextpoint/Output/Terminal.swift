import Datasets
import Foundation
import Reporting

/// Standard output and standard error, and what is known of the terminal behind them.
enum Terminal {
  /// Writes to standard output, unbuffered.
  ///
  /// A result that cannot be written is a failure, and nothing that could be done afterwards would mend
  /// it: the process ends here with 1, what is unfinished is removed, and what is done stays. Where
  /// the reader is gone, as after `| head -1`, it ends without a word.
  static func write(_ text: String) {
    guard let failure = whole(text, to: STDOUT_FILENO) else { return }
    guard failure != EPIPE else { Interruption.end(with: ExitStatus.failed.rawValue, saying: nil) }
    Interruption.end(
      with: ExitStatus.failed.rawValue,
      saying:
        "error: standard output: cannot be written (\(SystemReason.text(failure))); check where it "
        + "goes and that the disk has space")
  }

  /// Writes lines to standard error; a failure is ignored.
  ///
  /// Control characters from files and names are spelled out.
  static func note(_ text: String) { draw(VisibleText.lines(text) + "\n") }

  /// Writes to standard error unchanged, such as a line that is redrawn.
  static func draw(_ text: String) { _ = whole(text, to: STDERR_FILENO) }

  /// Passes on the standard error of another program unchanged.
  static func pass(_ bytes: some Sequence<UInt8>) {
    _ = Array(bytes).withUnsafeBufferPointer { WholeWrite.write($0, to: STDERR_FILENO) }
  }

  /// Writes a warning of one line to standard error.
  static func warn(_ text: some CustomStringConvertible) {
    note("warning: \(VisibleText.line(text.description))")
  }

  /// Whether standard error is a terminal that can redraw a line.
  static var showsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Opens placeholders for closed standard streams, so that no file opened later takes their
  /// descriptors and receives their output.
  ///
  /// What is put there cannot be written to, or read from, as befits a stream that is closed.
  static func occupyClosedStreams() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
  }

  private static func whole(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { WholeWrite.write($0, to: descriptor) }
  }
}

/// Text from outside in a message: at most 60 characters on one line unless told otherwise, control
/// characters escaped, so that a binary file cannot disturb a terminal.
struct ShownText: CustomStringConvertible {
  let description: String

  init(_ text: some StringProtocol, limit: Int = 60) {
    let shown = text.unicodeScalars.prefix(limit).map(VisibleText.scalar)
    let isCut = text.unicodeScalars.dropFirst(limit).first != nil
    description = shown.joined() + (isCut ? "…" : "")
  }
}
