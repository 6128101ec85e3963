import MotionPrediction
import Synchronization
import TouchInput

/// Recordings that are read stroke by stroke, since together they are too large to be held.
public struct StreamedRecordings: Sendable {
  /// A stroke with the place of its recording.
  public typealias Strokes = any Sequence<(recording: Int, stroke: Stroke)>

  /// The name under which scores are listed.
  public let name: String
  /// The recordings, in order, without their strokes.
  public let recordings: [Recording]
  /// Reads the strokes from the start; those of one recording in their order.
  public let strokes: @Sendable () -> Strokes

  /// Makes streamed recordings.
  public init(
    name: String, recordings: [Recording], strokes: @escaping @Sendable () -> Strokes
  ) {
    self.name = name
    self.recordings = recordings
    self.strokes = strokes
  }
}

extension EvaluationPlan {
  /// Whether recordings can be read stroke by stroke: not where what is asked of one stroke depends
  /// on others, as with a screen, and not where the horizons are those of the recordings.
  public var canStream: Bool { replay.name != .display && replay.targets == .all }
}

extension Evaluator {
  /// Called before any result with the recordings that the rows are of, without strokes, and with
  /// what does not go with the plan.
  public typealias Surveyed = @Sendable ([PreparedRecording], [EvaluationFailure]) -> Void

  /// How many groups of subjects are scored in one reading of the strokes, and how many in a group.
  private static let groupsAtOnce = 8
  private static let polynomialsAtOnce = 8

  /// Scores every subject on recordings that are read stroke by stroke.
  ///
  /// Strokes are gathered to the blocks in which whole recordings are scored, so that the rows are
  /// the same to the last bit. Held are the blocks in hand, and the scores, whose numbers go to the
  /// storage beyond its budget. The strokes are read once for every eight groups of subjects. The
  /// plan must allow it (`EvaluationPlan.canStream`); answers made elsewhere and single predictions
  /// are not for this.
  ///
  /// - Parameters:
  ///   - subjects: What is evaluated.
  ///   - source: The recordings.
  ///   - jobs: The number of workers, at least 1. The rows do not depend on it.
  ///   - advanced: Called for each subject and recording that was played.
  ///   - surveyed: Called once, before `finished`.
  ///   - finished: Called with each subject's result in the order of the subjects; never where no
  ///     recording goes with the plan.
  public func evaluate(
    _ subjects: [EvaluationSubject], on source: StreamedRecordings, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}, surveyed: Surveyed, finished: Finished
  ) async {
    let form = SheetForm(plan)
    let context = source.recordings.first.map {
      PredictorContext(horizons: [], nominalRate: $0.nominalRate)
    }
    let division = SubjectGroups(
      subjects, in: context, size: Self.polynomialsAtOnce, keepsAnswers: form.needsAnswers)
    var results: [Int: SubjectResult] = [:]
    var next = 0
    var isFirst = true
    for start in stride(from: 0, to: division.groups.count, by: Self.groupsAtOnce) {
      let range = start..<min(start + Self.groupsAtOnce, division.groups.count)
      let pass = StreamPass(Array(division.groups[range]), source, self)
      await pass.play(jobs: jobs)
      guard !Task.isCancelled else { return }
      let (recordings, failures) = pass.outcome
      if isFirst { surveyed(recordings, failures) }
      isFirst = false
      guard !recordings.isEmpty else { return }
      let rows = rowBuilder(for: source.name, recordings)
      for (group, members) in division.members[range].enumerated() {
        let parts = pass.parts(ofGroup: group)
        for (place, subject) in members.enumerated() {
          results[subject] = rows.result(of: subjects[subject], parts: parts.map { $0[place] })
          for _ in recordings { advanced() }
        }
      }
      while let result = results.removeValue(forKey: next) {
        finished(next, result)
        next += 1
      }
    }
  }
}
