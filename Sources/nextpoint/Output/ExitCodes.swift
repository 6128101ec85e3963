import ArgumentParser
import Datasets

/// How the command ends; the same for every subcommand, and listed in `nextpoint --help`.
enum ExitStatus {
  /// The work failed.
  static let failed = ExitCode(1)
  /// A measure got worse than its committed baseline.
  static let regression = ExitCode(2)
  /// Finished, with something left out: a file, a line, a predictor.
  static let incomplete = ExitCode(3)
  /// The command was not understood, or its output exists and may not be replaced.
  static let usage = ExitCode(64)
  /// Nothing could be read: what is named is not there, or holds nothing that can be used.
  static let noData = ExitCode(65)

  /// The list for people.
  static let explanation = """
    EXIT CODES
      0    fine
      1    failed
      2    accuracy regression (check)
      3    finished with something left out; standard error says what
      64   the command was not understood, or its output exists (--force)
      65   nothing could be read: not there, or nothing in it that can be used
      130  interrupted by Ctrl-C (SIGINT); a sweep can be gone on with
      143  ended by SIGTERM; a sweep can be gone on with
    """
}

/// An error that ends the command with a sentence on standard error and a code.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let code: ExitCode

  /// The command was not understood.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.usage)
  }

  /// The output exists, and `--force` was not given.
  static func outputExists(_ path: String) -> CommandFailure {
    .usage("--output \(path): exists already; choose another name, or replace it with --force")
  }

  /// The output exists, and is nothing that `--force` may replace.
  static func outputIsForeign(_ path: String) -> CommandFailure {
    .usage(
      "--output \(path): exists and is no run directory, and --force replaces only those; choose "
        + "another name")
  }

  /// A data set could not be written, or may not be written there.
  static func writing(_ error: DatasetWriteError) -> CommandFailure {
    error.isRefusal ? .usage("\(error)") : .failed("\(error)")
  }

  /// The work failed.
  static func failed(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.failed)
  }

  /// Nothing could be read.
  static func noData(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.noData)
  }
}
