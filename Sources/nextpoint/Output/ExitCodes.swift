import ArgumentParser
import Datasets
import Foundation

/// The exit codes, which mean the same for every subcommand; `nextpoint --help` lists them.
enum ExitStatus {
  /// The work failed: a file could not be written, or another program failed.
  static let failed = ExitCode(1)
  /// A measure got worse than its committed baseline.
  static let regression = ExitCode(2)
  /// Completed, with something left out: a file, a line, a predictor.
  static let incomplete = ExitCode(3)
  /// The command line is invalid, or its output exists and may not be replaced.
  static let usage = ExitCode(64)
  /// The input is missing, or nothing in it can be used.
  static let noData = ExitCode(65)
  /// Ended by a signal: 128 and the number of the signal, as shells count.
  static func ended(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }

  /// The list for `nextpoint --help`.
  static let explanation = """
    EXIT CODES
      0    success
      1    failure: a file could not be written, or another program failed
      2    accuracy regression (check)
      3    completed, with something left out; standard error says what
      64   invalid command line, or the output exists and may not be replaced
      65   the input is missing, or nothing in it can be used
      129  the terminal was closed (SIGHUP); rerun a sweep to resume it
      130  interrupted by Ctrl-C (SIGINT); rerun a sweep to resume it
      143  terminated by SIGTERM; rerun a sweep to resume it
    """
}

/// An error that ends the command with a message on standard error and an exit code.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let code: ExitCode

  /// The command line is invalid.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.usage)
  }

  /// The folder of a run cannot be made.
  static func folderCannotBeMade(_ path: String, _ error: any Error) -> CommandFailure {
    .failed(
      "--output \(path): the folder cannot be made (\(SystemReason.text(error))); name one whose parent "
        + "is a folder that you may write")
  }

  /// Throws a usage error if a file stands where a folder is to be written.
  static func refuseFile(at path: String) throws(CommandFailure) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
    else { return }
    throw .usage("--output \(path): is a file, and a folder is needed; choose another name")
  }

  /// Throws a usage error unless the value of an option is in its range.
  static func check<Number: Comparable>(
    _ option: String, _ value: Number, in range: ClosedRange<Number>, _ unit: String = ""
  ) throws(CommandFailure) {
    guard !range.contains(value) else { return }
    let ending = unit.isEmpty ? "" : " \(unit)"
    throw .usage(
      "\(option) \(value) is not from \(range.lowerBound) to \(range.upperBound)\(ending)")
  }

  /// Throws a usage error unless the value of an option is finite and above 0; nil passes.
  static func checkPositive(_ option: String, _ value: Double?) throws(CommandFailure) {
    guard let value, !(value > 0 && value.isFinite) else { return }
    throw .usage("\(option) \(value) is not above 0")
  }

  /// Returns the value of the body; what it throws ends the command as a usage error.
  static func asUsage<Value>(_ body: () throws -> Value) throws(CommandFailure) -> Value {
    try ending(with: ExitStatus.usage, body)
  }

  /// Returns the value of the body; what it throws ends the command for want of usable input.
  static func asNoData<Value>(_ body: () throws -> Value) throws(CommandFailure) -> Value {
    try ending(with: ExitStatus.noData, body)
  }

  private static func ending<Value>(
    with code: ExitCode, _ body: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch {
      throw error as? CommandFailure ?? CommandFailure(description: "\(error)", code: code)
    }
  }

  /// The work failed.
  static func failed(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.failed)
  }

  /// The input is missing, or nothing in it can be used.
  static func noData(_ message: String) -> CommandFailure {
    CommandFailure(description: message, code: ExitStatus.noData)
  }
}

extension CommandFailure {
  /// The failure that an error stands for; nil for one of the argument parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as FileWriteError: self = .writing(error)
    case let error as DatasetWriteError: self = .writing(error)
    default: return nil
    }
  }

  /// A file could not be written; naming a folder, or a file that exists, is a usage error.
  static func writing(_ error: FileWriteError) -> CommandFailure {
    guard !error.isRefusal else { return .usage("\(error)") }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: error.path, isDirectory: &isFolder)
    let namesFolder = exists && isFolder.boolValue || error.path.hasSuffix("/")
    return namesFolder ? .usage("\(error)") : .failed("\(error)")
  }

  /// A data set could not be written, or may not be written there.
  private static func writing(_ error: DatasetWriteError) -> CommandFailure {
    error.isRefusal ? .usage("\(error)") : .failed("\(error)")
  }
}
