import MotionPrediction
import Synchronization
import TouchInput

/// Scores subjects on a data set with as many workers as asked for.
///
/// The unit of work is one subject on one recording; parts are merged in the order of the
/// recordings, so that the scores do not depend on how many workers there were. Subjects are taken
/// up one after another, so that what is held at any time is bounded by the subjects in flight.
public struct Evaluator: Sendable {
  /// Called with each finished subject's rows and predictions, in the order of the subjects.
  public typealias Finished = @Sendable (_ subject: Int, _ result: SubjectResult) -> Void

  private let horizons: [Horizon]
  private let plan: EvaluationPlan
  private let sweptNames: [String]
  private let keepsRaw: Bool
  private let findsFloors: Bool
  private let clock: @Sendable () -> Double

  /// Makes an evaluator.
  ///
  /// - Parameters:
  ///   - plan: What is to be done.
  ///   - sweptNames: The names of the swept parameters, a column each.
  ///   - keepsRaw: Whether every single prediction is handed on.
  ///   - findsFloors: Whether results carry what `OracleFloors` needs.
  ///   - clock: Seconds since some moment, by which replays are timed; this module reads no clock of
  ///     its own, and without one the times are 0.
  public init(
    plan: EvaluationPlan, sweptNames: [String] = [], keepsRaw: Bool = false,
    findsFloors: Bool = false,
    clock: @escaping @Sendable () -> Double = { 0 }
  ) {
    self.plan = plan
    self.sweptNames = sweptNames
    self.keepsRaw = keepsRaw
    self.findsFloors = findsFloors
    self.clock = clock
    horizons = plan.horizons
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
    let plan = plan
    let outcomes = await Workers(jobs).map(dataset.recordings.count) { index in
      Result { () throws(PreparationError) in
        try PreparedRecording(
          dataset.recordings[index], index: index, horizons: plan.horizons, replay: plan.replay,
          unit: plan.unit, groupings: plan.groupBy, seed: plan.seed)
      }
    }
    var recordings: [PreparedRecording] = []
    var failures: [EvaluationFailure] = []
    for outcome in outcomes {
      switch outcome {
      case .success(let recording): recordings.append(recording)
      case .failure(let error):
        failures.append(
          EvaluationFailure(
            dataset: dataset.name, source: error.source, predictor: "",
            problem: "\(error.problem); \(error.remedy)"))
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
    let assembly = SharedAssembly(subjects: subjects.count, recordings: recordings.count)
    let rows = RowBuilder(
      plan: plan, dataset: dataset, sweptNames: sweptNames, recordings: recordings)
    let (keepsRaw, findsFloors, clock, form) = (keepsRaw, findsFloors, clock, SheetForm(plan))
    await Workers(jobs).forEach(subjects.count * recordings.count) { item in
      let (subject, recording) = item.quotientAndRemainder(dividingBy: recordings.count)
      let part = RecordingPart(
        subjects[subject], on: recordings[recording], dataset: dataset, form: form,
        keepsRaw: keepsRaw, findsFloors: findsFloors, clock: clock)
      if let complete = assembly.add(part, subject: subject, recording: recording) {
        assembly.finish(subject, rows.result(of: subjects[subject], parts: complete), finished)
      }
      advanced()
    }
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
  public func evaluate(
    _ subject: EvaluationSubject, by predictors: [EvaluationSubject],
    on recordings: [PreparedRecording], dataset: String, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}
  ) async -> SubjectResult? {
    guard !recordings.isEmpty, predictors.count == recordings.count else { return nil }
    let (keepsRaw, clock, form) = (keepsRaw, clock, SheetForm(plan))
    let parts = await Workers(jobs).map(recordings.count) { index in
      defer { advanced() }
      return RecordingPart(
        predictors[index], on: recordings[index], dataset: dataset, form: form,
        keepsRaw: keepsRaw, clock: clock)
    }
    return RowBuilder(
      plan: plan, dataset: dataset, sweptNames: sweptNames, recordings: recordings
    ).result(of: subject, parts: parts)
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

/// An assembly that workers share.
private final class SharedAssembly: Sendable {
  private let assembly: Mutex<Assembly>

  init(subjects: Int, recordings: Int) {
    assembly = Mutex(Assembly(subjects: subjects, recordings: recordings))
  }

  func add(_ part: RecordingPart, subject: Int, recording: Int) -> [RecordingPart]? {
    assembly.withLock { $0.add(part, subject: subject, recording: recording) }
  }

  /// Hands on, within the lock and so one at a time, all results that are next in order.
  func finish(_ subject: Int, _ result: SubjectResult, _ finished: Evaluator.Finished) {
    assembly.withLock { assembly in
      for (index, ready) in assembly.finish(subject, result) { finished(index, ready) }
    }
  }
}

/// Collects parts until a subject is complete, and results until those before are there.
private struct Assembly {
  private var parts: [Int: [RecordingPart?]] = [:]
  private var missing: [Int]
  private var results: [Int: SubjectResult] = [:]
  private var nextResult = 0
  private let recordings: Int

  init(subjects: Int, recordings: Int) {
    self.recordings = recordings
    missing = Array(repeating: recordings, count: subjects)
  }

  /// Adds a part; the subject's parts in the order of the recordings once all are there.
  mutating func add(_ part: RecordingPart, subject: Int, recording: Int) -> [RecordingPart]? {
    parts[subject, default: Array(repeating: nil, count: recordings)][recording] = part
    missing[subject] -= 1
    guard missing[subject] == 0 else { return nil }
    return parts.removeValue(forKey: subject)?.compactMap { $0 }
  }

  /// Adds a result; all that are next in order.
  mutating func finish(_ subject: Int, _ result: SubjectResult) -> [(Int, SubjectResult)] {
    results[subject] = result
    var ready: [(Int, SubjectResult)] = []
    while let next = results.removeValue(forKey: nextResult) {
      ready.append((nextResult, next))
      nextResult += 1
    }
    return ready
  }
}
