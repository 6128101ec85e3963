import ArgumentParser

/// How the command ends; the same for every subcommand, and listed in `nextpoint --help`.
enum ExitStatus {
  /// The work failed.
  static let failed = ExitCode(1)
  /// A measure got worse than its committed baseline.
  static let regression = ExitCode(2)
  /// Finished, with something left out: a file, a line, a predictor.
  static let incomplete = ExitCode(3)
  /// The command was not understood.
  static let usage = ExitCode(64)
  /// Nothing could be read.
  static let noData = ExitCode(65)

  /// The list for people.
  static let explanation = """
    EXIT CODES
      0    fine
      1    failed
      2    accuracy regression (check)
      3    finished with something left out; standard error says what
      64   the command was not understood
      65   nothing could be read
      130  interrupted; a sweep can be gone on with
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

  /// The work failed.
  static func failed(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.failed)
  }

  /// Nothing could be read.
  static func noData(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.noData)
  }
}
