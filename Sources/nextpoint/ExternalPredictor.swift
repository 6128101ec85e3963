import Foundation
import MotionPrediction
import Reporting
import Synchronization
import TouchInput

/// A predictor in any language: a program that speaks the format of `nextpoint predict`.
///
/// One process a recording. A sample is written as `t_s,x,y`, an empty line begins a new stroke, and
/// the program answers each sample with one line a horizon before it is sent the next, so that it
/// cannot see the future. It learns the horizons from `{horizon-ms}` in its command, which is
/// replaced by them, and from the environment variable `NEXTPOINT_HORIZON_MS`.
///
/// A copy shares the process, so that the laws of the catalogue's predictors on copies do not hold;
/// the replay makes none.
struct ExternalPredictor: CataloguePredictor {
  static let kind = "external"
  static let summary = "A program that speaks the format of 'nextpoint predict'"
  static let references: [String] = []

  struct Parameters: PredictorParameters {
    var command = ""
    var timeout = 10.0

    static let fields: [ParameterField<Parameters>] = [
      .text("command", \.command, "The program with its arguments, run by the shell"),
      .number(
        "timeout", \.timeout, in: 0.001...3600, unit: "s",
        "How long an answer may take before the program counts as failed"),
    ]

    func validateRelations() throws(ParameterError) {
      guard !command.isEmpty else {
        throw ParameterError(
          field: "command", value: "", problem: "is missing; write external:command=\"PROGRAM\"")
      }
    }
  }

  private let process: ExternalProcess
  private let horizons: [Double]
  private var answers: [(ahead: Double, position: SIMD2<Double>?)] = []
  private var hasBegun = false

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    self.init(parameters, context: context, programs: ExternalPrograms())
  }

  init(_ parameters: Parameters, context: PredictorContext, programs: ExternalPrograms) {
    horizons = context.horizons
    process = ExternalProcess(parameters, horizons: horizons, programs: programs)
  }

  mutating func beginStroke() {
    answers = []
    if hasBegun { process.send("\n") }
    hasBegun = true
  }

  mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    process.send("\(sample.time),\(sample.position.x),\(sample.position.y)\n")
    answers = process.answers(count: horizons.count)
  }

  func predict(ahead horizon: Double) -> Prediction? {
    // A program may have rounded milliseconds.
    let answer = answers.first { abs($0.ahead - horizon) <= 1e-6 }
    return answer?.position.flatMap { Prediction(position: $0).ifFinite }
  }

  mutating func reset() {
    answers = []
    hasBegun = false
    process.stop()
  }
}

/// The programs of a run, and what went wrong with them.
final class ExternalPrograms: Sendable {
  /// The first failure of each command.
  private let failures = Mutex<[String: String]>([:])

  /// The catalogue with outside programs and model files in it.
  func catalogue(_ standard: PredictorCatalogue) -> PredictorCatalogue {
    standard.replacing(ModelFiles().row).adding(
      CatalogueRow(ExternalPredictor.self) { (parameters, context) throws(ParameterError) in
        ExternalPredictor(parameters, context: context, programs: self)
      })
  }

  func report(_ problem: String, of command: String) {
    failures.withLock { failures in
      if failures[command] == nil { failures[command] = "external program '\(command)' \(problem)" }
    }
  }

  /// Ends the command where a program failed: its scores would be those of silence.
  func check() throws {
    let failures = failures.withLock { $0.values.sorted() }
    guard failures.isEmpty else { throw CommandFailure.failed(failures.joined(separator: "\n")) }
  }
}

/// The program of one predictor: started with its first sample, and failed for good once it fails.
private final class ExternalProcess: Sendable {
  private struct State: Sendable {
    var program: LineProgram?
    var hasFailed = false
  }

  private let command: String
  private let horizonText: String
  private let timeout: Double
  private let programs: ExternalPrograms
  private let state = Mutex(State())

  init(_ parameters: ExternalPredictor.Parameters, horizons: [Double], programs: ExternalPrograms) {
    horizonText = horizons.map(ExactNumber.milliseconds).joined(separator: ",")
    command = parameters.command.replacingOccurrences(of: "{horizon-ms}", with: horizonText)
    timeout = parameters.timeout
    self.programs = programs
  }

  deinit { stop() }

  func stop() {
    state.withLock { state in
      state.program?.stop()
      state = State()
    }
  }

  func send(_ text: String) {
    state.withLock { state in
      if state.program == nil, !state.hasFailed { start(&state) }
      guard let program = state.program, !state.hasFailed else { return }
      if !program.write(text) { fail(&state, Self.endedEarly) }
    }
  }

  /// The next `count` lines of answers; none after a failure.
  func answers(count: Int) -> [(ahead: Double, position: SIMD2<Double>?)] {
    state.withLock { state in
      var answers: [(ahead: Double, position: SIMD2<Double>?)] = []
      while answers.count < count, !state.hasFailed {
        guard let line = line(&state, missing: (answers.count, count)) else { return [] }
        if line.hasPrefix("t_s") || line.isEmpty { continue }
        guard let answer = Self.answer(line) else {
          fail(
            &state,
            "wrote '\(ShownText(line))' where a line t_s,x,y,ahead_s,predicted_x,predicted_y is due; "
              + "let it print nothing else on standard output")
          return []
        }
        answers.append(answer)
      }
      return answers
    }
  }

  private func start(_ state: inout State) {
    do {
      state.program = try LineProgram(
        command: command, environment: ["NEXTPOINT_HORIZON_MS": horizonText])
    } catch {
      fail(&state, "cannot be run: \(error)")
    }
  }

  private func line(_ state: inout State, missing: (given: Int, wanted: Int)) -> String? {
    switch state.program?.line(within: timeout) {
    case .text(let line): return line
    case .ended: fail(&state, Self.endedEarly)
    case .silence, nil:
      fail(
        &state,
        "gave \(missing.given) of \(missing.wanted) answers within \(timeout) s; it must write one "
          + "line a horizon for each sample, and flush it")
    }
    return nil
  }

  private static let endedEarly =
    "ended before it had answered; give it the lines of 'nextpoint datasets samples' to see why"

  private func fail(_ state: inout State, _ problem: String) {
    state.hasFailed = true
    programs.report(problem, of: command)
  }

  private static func answer(_ line: String) -> (ahead: Double, position: SIMD2<Double>?)? {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 6, let ahead = Double(fields[3]) else { return nil }
    if fields[4].isEmpty && fields[5].isEmpty { return (ahead, nil) }
    guard let x = Double(fields[4]), let y = Double(fields[5]) else { return nil }
    return (ahead, SIMD2(x, y))
  }
}
