import Datasets
import Evaluation
import Foundation
import Reporting
import Synchronization

/// Takes in the subjects of one data set as they are finished, in order, and writes each piece as soon
/// as all of its subjects are there.
final class PieceCollector: Sendable {
  /// What a collector has to know.
  struct Job: Sendable {
    let dataset: LoadedDataset
    /// The subjects of the pieces, one piece after another.
    let subjects: [EvaluationSubject]
    let pieces: [SweepDivision.Piece]
    /// The sweep.
    let record: SweepRecord
    let share: SweepShare
    let folder: SweepFolder
    let sweptNames: [String]
    let failsFast: Bool
    let external: ExternalPrograms
    /// The numerical environment of this process.
    let environment: NumericalEnvironment
  }

  private struct State {
    /// How many pieces are written.
    var written = 0
    var taken = 0
    var open: OpenPiece
    var failures = 0
    /// The recordings that could not be prepared.
    var unprepared: [EvaluationFailure] = []
    /// How long that took, in seconds.
    var preparing = 0.0
    /// Floors of the data set that nothing was added to.
    var floors: OracleFloors
    var hasStopped = false
  }

  /// A piece whose subjects are not all finished.
  private struct OpenPiece {
    var rows: [ScoreRow] = []
    var failures: [EvaluationFailure] = []
    var timings: [ScoringRun.Timing] = []
    var floors: OracleFloors
    var predictions: PiecePredictions?
    let began = ContinuousClock.now
  }

  private let job: Job
  private let stop: @Sendable (any Error) -> Void
  private let state: Mutex<State>

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - job: What is collected.
  ///   - stop: Called once with what makes going on useless.
  init(_ job: Job, stop: @escaping @Sendable (any Error) -> Void) {
    self.job = job
    self.stop = stop
    let floors = OracleFloors(
      plan: job.record.identity.plan, dataset: job.dataset.name, recordings: [])
    state = Mutex(State(open: OpenPiece(floors: floors), floors: floors))
  }

  /// Takes in which recordings will be scored, before any result; where there are none, all pieces
  /// are written as empty.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - failures: What could not be made ready.
  ///   - seconds: How long it took to make the others ready.
  func begin(
    _ recordings: [PreparedRecording], failures: [EvaluationFailure], seconds: Double
  ) {
    state.withLock { state in
      for failure in failures { Terminal.warn(failure) }
      state.failures += failures.count
      (state.unprepared, state.preparing) = (failures, seconds)
      state.floors = OracleFloors(
        plan: job.record.identity.plan, dataset: job.dataset.name, recordings: recordings)
      state.open = OpenPiece(floors: state.floors)
      guarded(&state) { state in
        if job.failsFast, let failure = failures.first {
          throw SweepStop.failed(failure.description, job.folder.path)
        }
        guard recordings.isEmpty else { return }
        for _ in job.pieces { try write(&state) }
      }
    }
  }

  /// How many failures there were.
  var failures: Int { state.withLock { $0.failures } }

  /// Takes in the result of the next subject.
  func take(_ result: SubjectResult, of index: Int) {
    state.withLock { state in
      guarded(&state) { try take(result, of: job.subjects[index], &$0) }
    }
  }

  /// Does something unless all is stopped; what it throws stops all.
  private func guarded(_ state: inout State, _ body: (inout State) throws -> Void) {
    guard !state.hasStopped else { return }
    do { try body(&state) } catch {
      state.hasStopped = true
      stop(error)
    }
  }

  private func take(
    _ result: SubjectResult, of subject: EvaluationSubject, _ state: inout State
  ) throws {
    for failure in result.failures { Terminal.warn(failure) }
    state.failures += result.failures.count
    if job.failsFast, let failure = result.failures.first {
      throw SweepStop.failed(failure.description, job.folder.path)
    }
    state.open.rows += result.rows
    state.open.failures += result.failures
    state.open.floors.add(result, of: subject)
    state.open.timings.append(
      ScoringRun.Timing(
        dataset: job.dataset.name, stage: "replay", predictor: subject.spelling,
        seconds: result.replaySeconds, predictions: result.predictions))
    try keep(result.raw, of: subject, &state)
    state.taken += 1
    if state.taken == job.pieces[state.written].subjects.count { try write(&state) }
  }

  private func keep(
    _ predictions: [RawPrediction], of subject: EvaluationSubject, _ state: inout State
  ) throws {
    guard job.record.keepsPredictions else { return }
    let plan = job.record.identity.plan
    var file = try state.open.predictions ?? openPredictions(state)
    try file.append(predictions, of: subject, on: job.dataset, horizons: plan.horizons)
    state.open.predictions = file
  }

  private func openPredictions(_ state: State) throws -> PiecePredictions {
    let piece = job.pieces[state.written].index
    return try PiecePredictions(
      path: "\(job.folder.shards)/\(PieceFile.predictionsName(piece))",
      unit: job.record.identity.plan.unit)
  }

  private func write(_ state: inout State) throws {
    // A program that failed has answered nothing since, which are no scores.
    try job.external.check()
    let piece = job.pieces[state.written]
    let plan = job.record.identity.plan
    let kept =
      job.record.keepsPredictions
      ? try (state.open.predictions ?? openPredictions(state)).close() : nil
    let table = ScoreTable(
      metrics: plan.metrics, sweptNames: job.sweptNames, rows: state.open.rows)
    let result = PieceResult(
      scores: ScoresCSV.text(table),
      unprepared: piece.subjects.lowerBound == 0 ? state.unprepared : [],
      failures: state.open.failures, floors: state.open.floors.tally, timings: state.open.timings,
      preparing: state.written == 0 ? state.preparing : 0,
      scoring: (ContinuousClock.now - state.open.began) / .seconds(1))
    let header = PieceHeader(
      plan: job.record.hash, piece: piece.index, share: "\(job.share)",
      environment: job.environment, predictions: kept)
    try PieceFile.write(
      result, header: header, to: "\(job.folder.shards)/\(PieceFile.name(piece.index))")
    state.written += 1
    state.taken = 0
    state.open = OpenPiece(floors: state.floors)
  }
}

/// Why a sweep ends before all is done.
enum SweepStop {
  /// With `--fail-fast`, something could not be done.
  static func failed(_ failure: String, _ path: String) -> CommandFailure {
    .failed(
      "stopped at the first failure (--fail-fast): \(failure); \(path) keeps what is done: leave "
        + "--fail-fast out to continue and list failures, or fix the cause and start over with --force"
    )
  }
}
