import Foundation

/// A program that proposes settings and receives their scores, line by line.
///
/// It reads and writes one JSON object a line:
///
///     → {"type":"begin","protocol":1,"seed":1,"trials":50,"axes":[{"name":"taps","ordered":true,"values":["2","3"]}]}
///     → {"type":"ask"}                  ← {"places":[1]}
///     → {"type":"tell","value":0.531}
///
/// A place is the number of a value on its axis, from 0. The value of a setting is its objective, the
/// less the better, and null for one that may not be chosen. At the end its input is closed. It may
/// answer {"error":"…"} instead.
struct SearchEngine {
  /// Which program.
  enum Program: Hashable, Sendable {
    /// Optuna's TPE sampler, by the script that nextpoint carries and the machine's Python.
    case optuna
    /// Any other, as a line for the shell.
    case command(String)

    /// How it is called in a manifest.
    var name: String {
      switch self {
      case .optuna: "optuna"
      case .command(let command): "engine \(command)"
      }
    }

    fileprivate var command: String {
      switch self {
      case .optuna: "exec python3 -c \"$\(Program.scriptVariable)\""
      case .command(let command): command
      }
    }

    fileprivate var environment: [String: String] {
      guard self == .optuna else { return [:] }
      return [Self.scriptVariable: EmbeddedText.optuna_search_py]
    }

    private static let scriptVariable = "NEXTPOINT_SEARCH_SCRIPT"

    fileprivate var remedy: String {
      switch self {
      case .optuna:
        "install Python 3.9 or later and Optuna, 'python3 -m pip install optuna', or use --search random"
      case .command: "see docs/tune.md for what it has to answer"
      }
    }
  }

  private struct Begin: Encodable {
    let type = "begin"
    let `protocol` = 1
    let seed: UInt64
    let trials: Int
    let axes: [TuningSpace.Axis]
  }

  private struct Answer: Decodable {
    let places: [Int]?
    let error: String?
  }

  /// How long one answer may take, in seconds: far longer than a start of Python on a slow disk.
  private static let patience = Duration.seconds(120)
  /// The time in seconds that it has to end after its input closes.
  private static let farewell = Duration.seconds(10)

  private let program: Program
  private let axes: [TuningSpace.Axis]
  private var running: LineProgram

  /// Starts a program on a space.
  init(_ program: Program, axes: [TuningSpace.Axis], trials: Int, seed: UInt64) throws {
    (self.program, self.axes) = (program, axes)
    do {
      running = try LineProgram(command: program.command, environment: program.environment)
    } catch {
      throw CommandFailure.failed("\(program.name) cannot be run: \(error); \(program.remedy)")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let begin = try encoder.encode(Begin(seed: seed, trials: trials, axes: axes))
    try send(String(decoding: begin, as: UTF8.self))
  }

  /// The places on the axes of the next setting to try.
  mutating func ask() throws -> [Int] {
    try send(#"{"type":"ask"}"#)
    let line: String
    do { line = try running.line(by: .now + Self.patience) } catch { throw failure(error) }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else {
      throw failure("wrote '\(ShownText(line))' where {\"places\":[…]} is due")
    }
    if let error = answer.error { throw failure("reports: \(ShownText(error))") }
    guard let places = answer.places, places.count == axes.count,
      zip(places, axes).allSatisfy({ $1.values.indices.contains($0) })
    else {
      throw failure(
        "wrote '\(ShownText(line))', which is not the place of a value on each of \(axes.count) axes"
      )
    }
    return places
  }

  /// Sends the score of the last proposed setting; nil if it may not be chosen.
  mutating func tell(_ value: Double?) throws {
    try send(#"{"type":"tell","value":\#(value.map(\.description) ?? "null")}"#)
  }

  /// Closes the program's input and lets it come to its end.
  mutating func finish() { running.finish(by: .now + Self.farewell) }

  /// Ends the program at once.
  mutating func stop() { running.stop() }

  private mutating func send(_ line: String) throws {
    do { try running.send(line + "\n", by: .now + Self.patience) } catch { throw failure(error) }
  }

  private func failure(_ fault: LineProgram.Fault) -> CommandFailure {
    switch fault {
    case .deaf: failure("did not read what it was sent within \(Self.patience)")
    case .silent: failure("gave no answer within \(Self.patience)")
    case .ended(let status):
      failure("ended before it had answered\(status.map { " (\($0))" } ?? "")")
    case .endless(let bytes): failure("wrote \(bytes) bytes without the end of a line")
    }
  }

  private func failure(_ problem: String) -> CommandFailure {
    .failed("the search program \(program.name) \(problem); \(program.remedy)")
  }
}
