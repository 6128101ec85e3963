import MotionPrediction
import TouchInput

/// Scores subjects on a data set with as many workers as asked for.
///
/// The unit of work is a group of subjects on one recording, or on a block of its strokes where the
/// group keeps nothing across strokes; the greatest recordings come first. Plain polynomials are one
/// group and replayed in one pass, all others are alone. Parts are merged in the order of the
/// recordings and their blocks, so that the scores depend neither on how many workers there were nor
/// on the groups. Groups are taken up one after another, so that what is held at any time is bounded
/// by the groups in flight.
public struct Evaluator: Sendable {
  /// Called with each finished subject's rows and predictions, in the order of the subjects.
  public typealias Finished = @Sendable (_ subject: Int, _ result: SubjectResult) -> Void

  let plan: EvaluationPlan
  private let sweptNames: [String]
  private let keepsRaw: Bool
  private let findsFloors: Bool
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
    self.storage = storage
    self.clock = clock
  }

  /// Makes the recordings ready; those that do not go with the plan are listed as failures.
  ///
  /// - Parameters:
  ///   - dataset: The data set.
  ///   - jobs: The number of workers, at least 1.
  /// - Returns: What can be replayed, and what cannot.
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
  ///   - subjects: What is evaluated.
  ///   - recordings: What is replayed.
  ///   - dataset: The name in the rows.
  ///   - jobs: The number of workers, at least 1. The rows do not depend on it.
  ///   - advanced: Called after each piece of work, from any worker.
  ///   - finished: Called with each subject's result, one at a time, in the order of the subjects;
  ///     never where there are no recordings.
  public func evaluate(
    _ subjects: [EvaluationSubject], on recordings: [PreparedRecording], dataset: String,
    jobs: Int, advanced: @escaping @Sendable () -> Void = {}, finished: @escaping Finished
  ) async {
    guard !recordings.isEmpty else { return }
    let division = WorkDivision(
      subjects, recordings, keepsAnswers: ScoreSelection(plan).needsAnswers)
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

  /// A recording, or some strokes of it, made ready for the plan.
  func prepared(
    _ recording: Recording, index: Int, place: StrokePlace = StrokePlace()
  ) throws(PreparationError) -> PreparedRecording {
    try PreparedRecording(
      recording, index: index, horizons: plan.horizons, replay: plan.replay, unit: plan.unit,
      groupings: plan.groupBy, seed: plan.seed, place: place)
  }

  /// What makes rows of parts.
  func rowBuilder(for dataset: String, _ recordings: [PreparedRecording]) -> RowBuilder {
    RowBuilder(plan: plan, dataset: dataset, sweptNames: sweptNames, recordings: recordings)
  }

  /// How subjects are scored on a recording.
  func scoring(_ recording: PreparedRecording, dataset: String) -> RecordingScoring {
    RecordingScoring(
      recording: recording, dataset: dataset, selection: ScoreSelection(plan), keepsRaw: keepsRaw,
      findsFloors: findsFloors, storage: storage, clock: clock)
  }
}

extension Evaluator {
  /// Scores what is another predictor on each recording, as one subject: a model left out at a time.
  ///
  /// - Parameters:
  ///   - subject: The name and settings in the rows.
  ///   - predictors: The predictor for each recording.
  ///   - recordings: What is replayed, as many as there are predictors.
  ///   - dataset: The name in the rows.
  ///   - jobs: The number of workers, at least 1. The rows do not depend on it.
  ///   - advanced: Called after each recording, from any worker.
  /// - Returns: The rows; nil where there are not as many predictors as recordings, or none.
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

/// The rows of one subject, with what could not be done and, if asked for, every prediction.
public struct SubjectResult: Sendable {
  /// The rows, by grouping and horizon.
  public let rows: [ScoreRow]
  /// What could not be done.
  public let failures: [EvaluationFailure]
  /// Every prediction, where they were asked for.
  public let raw: [RawPrediction]
  /// How long observing and predicting took, over all workers, in seconds of the evaluator's clock.
  public let replaySeconds: Double
  /// How many predictions were asked for.
  public let predictions: Int
  /// The errors of each recording's strokes; nil where nobody asked for floors, and where the subject
  /// failed on one of them.
  let strokeErrors: [StrokeErrors]?
}

extension PreparationError {
  /// The recording, listed among what could not be done.
  func failure(in dataset: String) -> EvaluationFailure {
    EvaluationFailure(
      dataset: dataset, source: source, predictor: "", problem: "\(problem); \(remedy)")
  }
}
