import Datasets
import Foundation
import MotionPrediction
import Reporting
import Synchronization
import TouchInput

/// A predictor in any language: a program that speaks the format of `nextpoint predict`.
///
/// One process a recording. A sample is written as `t_s,x,y`, an empty line begins a new stroke, and
/// the program answers each sample with one line a horizon before it is sent the next, so that it
/// cannot see the future. Each answer repeats the sample and the horizon that it is about, and that is
/// checked. The program learns the horizons from `{horizon-ms}` in its command, which is replaced by
/// them, and from the environment variable `NEXTPOINT_HORIZON_MS`. With `ask=true` it is asked for any other horizon
/// by the line `t_s,x,y,ahead_s`, which repeats the latest sample, and answers that with one line.
///
/// A copy shares the process, so that the laws of the catalogue's predictors on copies do not hold.
/// Where the replay makes one, for a window or a stroke by itself, the empty line stands before it.
struct ExternalPredictor: CataloguePredictor {
  static let kind = "external"
  static let summary = "A program that speaks the format of 'nextpoint predict'"
  static let references: [String] = []

  struct Parameters: PredictorParameters {
    var command = ""
    var timeout = 10.0
    var ask = false

    static let fields: [ParameterField<Parameters>] = [
      .text(
        "command", get: { $0.command }, set: { $0.command = $1 },
        "The program with its arguments, run by the shell"),
      .number(
        "timeout", get: { $0.timeout }, set: { $0.timeout = $1 }, in: 0.001...3600, unit: "s",
        "How long an answer may take before the program counts as failed"),
      .flag(
        "ask", get: { $0.ask }, set: { $0.ask = $1 }, principal: false,
        "Whether the program is also asked for horizons that were not given, by t_s,x,y,ahead_s"),
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
  private let asks: Bool
  private var answers: [SIMD2<Double>?] = []
  private var latest: EchoedSample?

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    self.init(parameters, context: context, programs: ExternalPrograms())
  }

  init(_ parameters: Parameters, context: PredictorContext, programs: ExternalPrograms) {
    horizons = context.horizons
    asks = parameters.ask
    process = ExternalProcess(parameters, horizons: horizons, programs: programs)
  }

  mutating func beginStroke() {
    answers = []
    latest = nil
    process.beginStroke()
  }

  mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    let echoed = EchoedSample(time: sample.time, position: sample.position)
    answers = process.answers(to: echoed)
    latest = echoed
  }

  func predict(ahead horizon: Double) -> Prediction? {
    // A program may have rounded milliseconds.
    if let given = zip(answers, horizons).first(where: { abs($0.1 - horizon) <= 1e-6 }) {
      return given.0.flatMap { Prediction(position: $0).ifFinite }
    }
    guard asks, horizon.isFinite, let latest else { return nil }
    return process.answer(to: latest, ahead: horizon).flatMap { Prediction(position: $0).ifFinite }
  }

  mutating func reset() {
    answers = []
    latest = nil
    process.stop()
  }
}

/// The programs of a run, and what went wrong with them.
final class ExternalPrograms: Sendable {
  /// Whether any may be started.
  let mayRun: Bool
  /// The first failure of each command.
  private let failures = Mutex<[String: String]>([:])

  /// Makes the programs of a run, which may start them or only reads their spellings.
  init(mayRun: Bool = true) { self.mayRun = mayRun }

  /// The catalogue with outside programs and model files in it.
  func catalogue(_ standard: PredictorCatalogue) -> PredictorCatalogue {
    standard.replacing(ModelFiles().row).adding(
      CatalogueRow(ExternalPredictor.self) { (parameters, context) throws(ParameterError) in
        ExternalPredictor(parameters, context: context, programs: self)
      })
  }

  func report(_ problem: String, of command: String) {
    failures.withLock { failures in
      if failures[command] == nil {
        failures[command] = "external program '\(ShownText(command, limit: 200))' \(problem)"
      }
    }
  }

  /// Whether a command has failed in any recording: nothing that comes after counts.
  func hasFailed(_ command: String) -> Bool { failures.withLock { $0[command] != nil } }

  /// Ends the command if a program failed, since it then answered nothing.
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
    /// Whether a stroke has begun that nothing was sent of.
    var beginsStroke = false
    /// What was sent last, as far back as a program that lags is told so.
    var sent: [EchoedSample] = []
  }

  /// What a program did wrong.
  private struct Failure: Error {
    let problem: String
  }

  private let command: String
  private let horizons: [Double]
  private let horizonText: String
  private let timeout: Double
  private let programs: ExternalPrograms
  private let state = Mutex(State())

  /// How many samples are kept to name the one that an answer is about.
  private static let remembered = 16

  init(_ parameters: ExternalPredictor.Parameters, horizons: [Double], programs: ExternalPrograms) {
    self.horizons = horizons
    horizonText = horizons.map(DecimalNumber.milliseconds).joined(separator: ",")
    command = parameters.command.replacingOccurrences(of: "{horizon-ms}", with: horizonText)
    timeout = parameters.timeout
    self.programs = programs
  }

  deinit { stop() }

  func stop() {
    state.withLock { state in
      // A line too many after the last sample is as wrong as one before the next.
      do throws(Failure) { try refuseUnasked(&state) } catch {
        programs.report(error.problem, of: command)
      }
      state.program?.stop()
      state = State()
    }
  }

  func beginStroke() { state.withLock { $0.beginsStroke = true } }

  /// Returns the program's answers to a sample by horizon; none after a failure.
  func answers(to sample: EchoedSample) -> [SIMD2<Double>?] {
    unlessFailed { (state) throws(Failure) in
      try refuseUnasked(&state)
      let separator = state.beginsStroke && !state.sent.isEmpty ? "\n" : ""
      let answers = try ask("\(separator)\(sample)", about: sample, horizons, &state)
      state.beginsStroke = false
      state.sent = state.sent.suffix(Self.remembered - 1) + [sample]
      return answers
    } ?? []
  }

  /// Returns the program's answer at a horizon that was not given; nil if it abstains or has failed, and if another
  /// sample was sent since.
  func answer(to sample: EchoedSample, ahead horizon: Double) -> SIMD2<Double>? {
    unlessFailed { (state) throws(Failure) in
      guard state.sent.last == sample, !state.beginsStroke else { return [] }
      return try ask("\(sample),\(horizon)", about: sample, [horizon], &state)
    }?.first ?? nil
  }

  /// Returns what `body` returns; nil, once and for all, after a failure.
  private func unlessFailed(
    _ body: (inout State) throws(Failure) -> [SIMD2<Double>?]
  ) -> [SIMD2<Double>?]? {
    state.withLock { state in
      guard !state.hasFailed, !programs.hasFailed(command) else { return nil }
      do throws(Failure) { return try body(&state) } catch {
        state.program?.stop()
        state = State(hasFailed: true)
        programs.report(error.problem, of: command)
        return nil
      }
    }
  }

  /// Sends a line and reads an answer for each horizon.
  private func ask(
    _ text: String, about sample: EchoedSample, _ horizons: [Double], _ state: inout State
  ) throws(Failure) -> [SIMD2<Double>?] {
    if state.program == nil { state.program = try started() }
    guard var program = state.program else { return [] }
    defer { state.program = program }
    var deadline = ContinuousClock.now + .seconds(timeout)
    var answers: [SIMD2<Double>?] = []
    do throws(LineProgram.Fault) {
      try program.send("\(text)\n", by: deadline)
    } catch { throw failure(error, answers: 0, of: horizons.count) }
    while answers.count < horizons.count {
      let line: String
      do throws(LineProgram.Fault) {
        line = try program.line(by: deadline)
        if PredictionRow.isPassedOver(line) {
          guard .now < deadline else { throw .silent }
          continue
        }
      } catch { throw failure(error, answers: answers.count, of: horizons.count) }
      answers.append(
        try answer(line, to: sample, horizons, place: answers.count, earlier: state.sent))
      deadline = .now + .seconds(timeout)
    }
    return answers
  }

  private func started() throws(Failure) -> LineProgram {
    guard programs.mayRun else { throw Failure(problem: "may not be run here") }
    let environment = ["NEXTPOINT_HORIZON_MS": horizonText]
    do { return try LineProgram(command: command, environment: environment) } catch {
      throw Failure(problem: "cannot be run: \(error)")
    }
  }

  /// Reads an answer and holds it to what was asked.
  private func answer(
    _ line: String, to sample: EchoedSample, _ horizons: [Double], place: Int,
    earlier: [EchoedSample]
  ) throws(Failure) -> SIMD2<Double>? {
    let row: PredictionRow
    do throws(PredictionRow.Fault) { row = try PredictionRow(line) } catch {
      throw Failure(
        problem: "wrote '\(ShownText(line))' where a line "
          + "\(PredictionRow.fields.joined(separator: ",")) is due (\(error.problem)); let it print "
          + "nothing else on standard output")
    }
    if let mismatch = EchoMismatch(
      of: row, to: sample, place: place, horizons: horizons, earlier: earlier)
    {
      throw Failure(
        problem: "was sent \(sample) and asked \(horizons[place]) s ahead, and answered "
          + "\(row.sample),\(row.ahead): \(mismatch.cause)")
    }
    return row.predicted
  }

  /// Refuses what the program has written beyond the answers to the sample before.
  private func refuseUnasked(_ state: inout State) throws(Failure) {
    guard var program = state.program, let last = state.sent.last else { return }
    defer { state.program = program }
    let deadline = ContinuousClock.now + .seconds(timeout)
    while ContinuousClock.now < deadline, let line = program.lineAtHand() {
      guard PredictionRow.isPassedOver(line) else {
        throw Failure(
          problem: "was sent \(last) and asked \(horizons.count) "
            + "\(horizons.count == 1 ? "horizon" : "horizons"), and wrote '\(ShownText(line))' beyond "
            + "the answers; write one line a horizon for each sample, and no sample twice")
      }
    }
  }

  private func failure(
    _ fault: LineProgram.Fault, answers: Int, of count: Int
  ) -> Failure {
    let problem =
      switch fault {
      case .deaf:
        "did not read the sample that it was sent within \(timeout) s; it must read its standard "
          + "input line by line"
      case .ended(let status):
        "ended before it had answered\(status.map { " (\($0))" } ?? ""); give it the lines of "
          + "'nextpoint datasets samples' to see why"
      case .endless(let bytes):
        "wrote \(bytes) bytes without the end of a line; it must write one line a horizon for each "
          + "sample"
      case .silent:
        "gave \(answers) of \(count) answers within \(timeout) s; it must write one "
          + "line a horizon for each sample, and flush it"
      }
    return Failure(problem: problem)
  }
}
