import MotionPrediction
import Synchronization
import TouchInput

/// Recordings that are too large for memory and are read stroke by stroke.
package struct StreamedRecordings: Sendable {
  /// Returns the next stroke with the index of its recording, or nil at the end.
  ///
  /// Throws if reading fails or the data changed since it was read before; results computed from it
  /// are then invalid.
  package typealias Strokes = () throws -> (recording: Int, stroke: Stroke)?

  /// The name in score tables.
  package let name: String
  /// The recordings, in order, without their strokes.
  package let recordings: [Recording]
  /// The size of each recording, if known.
  ///
  /// With it, a recording is released after its last stroke, and more subjects can share a pass.
  package let sizes: [Size]?
  /// Starts reading the strokes from the beginning, those of one recording in order.
  package let strokes: @Sendable () -> Strokes

  /// The size of a recording.
  package struct Size: Hashable, Sendable {
    /// The number of strokes.
    package let strokes: Int
    /// The number of samples.
    package let samples: Int
    /// The kinds of the strokes.
    package let kinds: Set<Stroke.Kind>

    /// Creates a size.
    package init(strokes: Int, samples: Int, kinds: Set<Stroke.Kind> = [.contact]) {
      (self.strokes, self.samples, self.kinds) = (strokes, samples, kinds)
    }
  }

  /// Creates streamed recordings.
  package init(
    name: String, recordings: [Recording], sizes: [Size]? = nil,
    strokes: @escaping @Sendable () -> Strokes
  ) {
    self.name = name
    self.recordings = recordings
    self.sizes = sizes?.count == recordings.count ? sizes : nil
    self.strokes = strokes
  }

  /// The kinds of each recording's strokes; contacts if unknown.
  package var kinds: [Set<Stroke.Kind>] {
    sizes?.map(\.kinds) ?? recordings.map { _ in [.contact] }
  }
}

extension Evaluator {
  /// Scores every subject on recordings that are read stroke by stroke.
  ///
  /// Strokes are gathered into the same blocks as for recordings in memory, so that the rows are
  /// bit-identical. Memory then holds only the current blocks and the scores, whose values go to
  /// the storage beyond its budget. One pass over the strokes serves as many subjects as
  /// `StreamShare` allows. An extra pass comes first if what is asked about one stroke depends on
  /// the others (`StreamPass.askedHorizons`). Predictions made elsewhere and raw predictions are
  /// not supported.
  ///
  /// - Parameters:
  ///   - subjects: The predictors to score.
  ///   - source: The recordings.
  ///   - jobs: The number of workers, at least 1. Rows do not depend on it.
  ///   - advanced: Called after each subject has been scored on a recording.
  ///   - onRecordings: Called once, before `finished`.
  ///   - finished: Called with each subject's result in the order of the subjects. Not called if no
  ///     recording fits the plan, nor for a pass that failed.
  /// - Throws: The error that stopped the reading of strokes.
  package func evaluate(
    _ subjects: [EvaluationSubject], on source: StreamedRecordings, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}, onRecordings: OnRecordings, finished: Finished
  ) async throws {
    let context = source.recordings.first.map {
      PredictorContext(horizons: [], nominalRate: $0.nominalRate)
    }
    let share = StreamShare(source, selection, horizons: plan.horizons.count)
    let division = SubjectGroups(
      subjects, in: context, size: share.polynomialsInGroup, keepsAnswers: selection.needsAnswers)
    let asked = try await askedHorizons(of: source, jobs: jobs)
    var results: [Int: SubjectResult] = [:]
    var next = 0
    var isFirst = true
    for start in stride(from: 0, to: division.groups.count, by: share.groups) {
      guard !Task.isCancelled else { return }
      let range = start..<min(start + share.groups, division.groups.count)
      let pass = StreamPass(Array(division.groups[range]), source, self, asked: asked)
      try await pass.play(jobs: jobs)
      guard !Task.isCancelled else { return }
      let (recordings, failures) = pass.outcome
      if isFirst { onRecordings(recordings, failures) }
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

  /// Finds the horizons that predictors are told, if that takes a pass over all strokes: under
  /// `display` the age of the newest sample varies from refresh to refresh.
  private func askedHorizons(
    of source: StreamedRecordings, jobs: Int
  ) async throws -> [[Double]]? {
    guard plan.replay.name == .display else { return nil }
    let pass = StreamPass([], source, self, findsHorizons: true)
    try await pass.play(jobs: jobs)
    return pass.askedHorizons
  }
}

/// How many subjects one pass over streamed recordings scores.
struct StreamShare {
  /// The number of groups.
  let groups: Int
  /// The number of polynomials in a group.
  let polynomialsInGroup: Int

  private static let mostGroups = 8
  private static let mostPolynomials = 8
  /// The approximate size of a score sheet before its values are stored, and the limit for all
  /// sheets.
  private static let bytesPerSheet = 16 << 10
  private static let sheetBytes = 128 << 20
  /// The greatest number of predictions scored in one pass, at about 24 bytes each in the storage.
  private static let predictions = 640_000_000

  init(_ source: StreamedRecordings, _ selection: ScoreSelection, horizons: Int) {
    let sheets = source.recordings.count * selection.parts.count * max(horizons, 1)
    let samples = source.sizes?.reduce(0) { $0 + $1.samples } ?? 0
    let most = max(
      min(
        Self.sheetBytes / max(Self.bytesPerSheet * sheets, 1),
        Self.predictions / max(samples * max(horizons, 1), 1)), 1)
    polynomialsInGroup = min(Self.mostPolynomials, most)
    groups = min(Self.mostGroups, max(most / polynomialsInGroup, 1))
  }
}
