import Foundation
import TestSupport
import Testing

/// What a command did.
struct CommandResult {
  let command: String
  let standardOutput: String
  let standardError: String
  /// The exit code, or 128 and the signal's number.
  let code: Int32
}

/// A temporary folder of one test, in which commands run.
typealias Workspace = ScratchFolder

extension ScratchFolder {
  /// How long a command may take: far more than any takes, on a machine that does other work too.
  static let timeLimit = 180.0

  /// Writes a file, with the folders above it; returns its name.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(text, to: name)
    return name
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    try write(data, to: name)
    return name
  }

  /// Every file and folder below, hidden ones too, but for the captured output.
  func names() -> Set<String> {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return Set(all.filter { !$0.hasPrefix(".captured") })
  }

  /// Runs `nextpoint` with these arguments here.
  func nextpoint(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> CommandResult {
    try run(BuiltExecutable.path, arguments, input: input.map { Data($0.utf8) }, environment)
  }

  /// Runs `nextpoint` with a list of arguments here.
  func nextpoint(
    arguments: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> CommandResult {
    try run(BuiltExecutable.path, arguments, input: input, environment)
  }

  /// Runs a line of shell here.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> CommandResult {
    try run("/bin/sh", ["-c", line], input: nil, environment)
  }

  /// Makes a program available here under a name; by a link, if it is on the same file system.
  ///
  /// A process of its own does it: a file that this process has open for writing is also open in
  /// whatever another test starts at that moment, and then it cannot be run ("Text file busy").
  func install(_ program: String, as name: String) throws {
    try shell("ln '\(program)' '\(name)' || cp '\(program)' '\(name)'").expect(code: 0)
  }

  /// Runs a program; its output goes through files, so that no pipe can fill up and block it.
  private func run(
    _ program: String, _ arguments: [String], input text: Data?, _ environment: [String: String]
  ) throws -> CommandResult {
    let mark = UUID().uuidString
    let (inputURL, outputURL, errorURL) = (
      url(".captured-in-\(mark)"), url(".captured-out-\(mark)"), url(".captured-err-\(mark)")
    )
    for url in [inputURL, outputURL, errorURL] { try (Data()).write(to: url) }
    if let text { try text.write(to: inputURL) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = BuiltExecutable.environment(environment)
    let input = try FileHandle(forReadingFrom: inputURL)
    let (output, errors) = (
      try FileHandle(forWritingTo: outputURL), try FileHandle(forWritingTo: errorURL)
    )
    // `Process` keeps them open for as long as this program runs. After some 1,300 of them, its `run` reads beyond the
    // end of its list of open files, and may crash.
    defer { for handle in [input, output, errors] { try? handle.close() } }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try ProcessLaunch.start(process)
    let command = ([program] + arguments).joined(separator: " ")
    if ended.wait(timeout: .now() + Self.timeLimit) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      Issue.record("'\(command)' took more than \(Self.timeLimit) s")
    }
    let signalled = process.terminationReason == .uncaughtSignal
    let result = CommandResult(
      command: command,
      standardOutput: String(decoding: try Data(contentsOf: outputURL), as: UTF8.self),
      standardError: String(decoding: try Data(contentsOf: errorURL), as: UTF8.self),
      code: process.terminationStatus + (signalled ? 128 : 0))
    for url in [inputURL, outputURL, errorURL] { try FileManager.default.removeItem(at: url) }
    return result
  }
}
