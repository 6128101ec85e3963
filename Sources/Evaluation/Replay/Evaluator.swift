import MotionPrediction
import TouchInput

/// Scores subjects on a data set with the requested number of workers.
///
/// The unit of work is a group of subjects on one recording, or on one block of its strokes if the
/// group keeps no state across strokes. The largest recordings come first. Plain polynomials form
/// one group that is replayed in a single pass; every other subject is a group of its own. Parts
/// are merged in the order of the recordings and their blocks, so scores depend neither on the
/// number of workers nor on the groups. Groups are processed one after another, which bounds memory
/// by the groups in progress.
public struct Evaluator: Sendable {
  /// Called with each finished subject's rows and predictions, in the order of the subjects.
  public typealias Finished = @Sendable (_ subject: Int, _ result: SubjectResult) -> Void

  let plan: EvaluationPlan
  private let sweptNames: [String]
  private let keepsRaw: Bool
  private let findsFloors: Bool
  /// What is computed.
  let selection: ScoreSelection
  let storage: ValueStorage?
  private let clock: @Sendable () -> Double

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - plan: What to evaluate.
  ///   - sweptNames: The names of the swept parameters, one column each.
  ///   - keepsRaw: Whether results carry every single prediction.
  ///   - clock: Seconds since an arbitrary moment, used to time replays. This module reads no clock
  ///     of its own; by default all times are 0.
  public init(
    plan: EvaluationPlan, sweptNames: [String] = [], keepsRaw: Bool = false,
    clock: @escaping @Sendable () -> Double = { 0 }
  ) {
    self.init(
      plan: plan, sweptNames: sweptNames, keepsRaw: keepsRaw, findsFloors: false, storage: nil,
      clock: clock)
  }

  /// Creates an evaluator that can also collect oracle floors and spill values to a store.
  ///
  /// `findsFloors` says whether results carry what `OracleFloors` needs; values beyond the memory
  /// budget go to `storage`, or stay in memory without one.
  package init(
    plan: EvaluationPlan, sweptNames: [String] = [], keepsRaw: Bool = false,
    findsFloors: Bool = false, storage: ValueStorage?,
    clock: @escaping @Sendable () -> Double = { 0 }
  ) {
    self.plan = plan
    self.sweptNames = sweptNames
    self.keepsRaw = keepsRaw
    self.findsFloors = findsFloors
    selection = ScoreSelection(plan, and: findsFloors ? .errors : [])
    self.storage = storage
    self.clock = clock
  }

  /// Prepares recordings for replay, and lists those that do not fit the plan as failures.
  ///
  /// - Parameters:
  ///   - dataset: The data set.
  ///   - jobs: The number of workers, at least 1.
  /// - Returns: The prepared recordings, and the failures.
  public func prepare(
    _ dataset: EvaluationDataset, jobs: Int
  ) async -> (recordings: [PreparedRecording], failures: [EvaluationFailure]) {
    let outcomes = await Workers(jobs).map(dataset.recordings.count) { index in
      Result { () throws(PreparationError) in
        try prepared(dataset.recordings[index], index: index)
      }
    }
    var recordings: [PreparedRecording] = []
    var failures: [EvaluationFailure] = []
    for outcome in outcomes {
      switch outcome {
      case .success(let recording): recordings.append(recording)
      case .failure(let error):
        failures.append(error.failure(in: dataset.name))
      }
    }
    return (recordings, failures)
  }

  /// Scores every subject on prepared recordings.
  ///
  /// - Parameters:
  ///   - subjects: The predictors to score.
  ///   - recordings: The recordings to replay, prepared for the same measures.
  ///   - dataset: The name in the rows.
  ///   - jobs: The number of workers, at least 1. Rows do not depend on it.
  ///   - advanced: Called after each piece of work, from any worker.
  ///   - finished: Called with each subject's result, one at a time, in the order of the subjects.
  ///     Not called if there are no recordings.
  public func evaluate(
    _ subjects: [EvaluationSubject], on recordings: [PreparedRecording], dataset: String,
    jobs: Int, advanced: @escaping @Sendable () -> Void = {}, finished: @escaping Finished
  ) async {
    guard !recordings.isEmpty else { return }
    let division = WorkDivision(
      subjects, recordings, keepsAnswers: selection.needsAnswers, needs: selection.needs)
    let assembly = Shared(ResultAssembly(division))
    let rows = rowBuilder(for: dataset, recordings)
    let scorings = recordings.map { scoring($0, dataset: dataset) }
    await Workers(jobs).run(
      division.pieceCount,
      followedUp: { number in
        let piece = division.piece(number)
        let group = division.groups[piece.group]
        let parts = scorings[piece.recording].parts(of: group, blocks: piece.blocks)
        let added = assembly.value.withLock { $0.add(parts, piece) }
        if added.completesRecording { for _ in parts { advanced() } }
        return added.complete.map { member in
          {
            let result = rows.result(of: subjects[member.subject], parts: member.parts)
            // Within the lock, so that results are handed on one at a time and in order.
            assembly.value.withLock { assembly in
              for (index, ready) in assembly.finish(member.subject, result) {
                finished(index, ready)
              }
            }
          }
        }
      })
  }

  /// Prepares a recording, or some of its strokes, for the plan.
  func prepared(
    _ recording: Recording, index: Int, place: StrokePlace = StrokePlace()
  ) throws(PreparationError) -> PreparedRecording {
    try PreparedRecording(
      recording, index: index, horizons: plan.horizons, replay: plan.replay, unit: plan.unit,
      groupings: plan.groupBy, seed: plan.seed, place: place, needs: selection.needs)
  }

  /// The builder that turns parts into rows.
  func rowBuilder(for dataset: String, _ recordings: [PreparedRecording]) -> RowBuilder {
    RowBuilder(plan: plan, dataset: dataset, sweptNames: sweptNames, recordings: recordings)
  }

  /// The scoring of subjects on a recording.
  func scoring(_ recording: PreparedRecording, dataset: String) -> RecordingScoring {
    precondition(
      recording.needs.isSuperset(of: selection.needs),
      "the recording was prepared for a plan with other measures; prepare it with this evaluator")
    return RecordingScoring(
      recording: recording, dataset: dataset, selection: selection, keepsRaw: keepsRaw,
      findsFloors: findsFloors, storage: storage, clock: clock)
  }
}

extension Evaluator {
  /// Scores a different predictor on each recording as one subject, for leave-one-out models.
  ///
  /// - Parameters:
  ///   - subject: The name and settings in the rows.
  ///   - predictors: The predictor for each recording.
  ///   - recordings: The recordings to replay, one for each predictor.
  ///   - dataset: The name in the rows.
  ///   - jobs: The number of workers, at least 1. Rows do not depend on it.
  ///   - advanced: Called after each recording, from any worker.
  /// - Returns: The result; nil if the counts of predictors and recordings differ or are 0.
  package func evaluate(
    _ subject: EvaluationSubject, by predictors: [EvaluationSubject],
    on recordings: [PreparedRecording], dataset: String, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}
  ) async -> SubjectResult? {
    guard !recordings.isEmpty, predictors.count == recordings.count else { return nil }
    let scorings = recordings.map { scoring($0, dataset: dataset) }
    let parts = await Workers(jobs).map(recordings.count) { index in
      defer { advanced() }
      return scorings[index].parts(
        of: .single(predictors[index]), blocks: recordings[index].blocks.indices)[0]
    }
    return rowBuilder(for: dataset, recordings).result(of: subject, parts: parts)
  }
}

/// The rows of one subject, its failures and, on request, every prediction.
public struct SubjectResult: Sendable {
  /// The rows, by grouping and horizon.
  public let rows: [ScoreRow]
  /// The failures.
  public let failures: [EvaluationFailure]
  /// Every prediction, if requested.
  public let raw: [RawPrediction]
  /// The time spent observing and predicting, summed over workers, in seconds of the evaluator's
  /// clock.
  public let replaySeconds: Double
  /// The number of predictions requested.
  public let predictions: Int
  /// The errors of each recording's strokes; nil if floors were not requested or the subject failed
  /// on a recording.
  let strokeErrors: [StrokeErrors]?
}

extension PreparationError {
  /// The error as a failure of the recording.
  func failure(in dataset: String) -> EvaluationFailure {
    EvaluationFailure(
      dataset: dataset, source: source, predictor: "", problem: "\(problem); \(remedy)")
  }
}
