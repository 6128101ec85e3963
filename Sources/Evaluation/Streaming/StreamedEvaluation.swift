import MotionPrediction
import Synchronization
import TouchInput

/// Recordings that are read stroke by stroke, since together they are too large to be held.
package struct StreamedRecordings: Sendable {
  /// Gives the next stroke with the place of its recording, and nil at the end.
  ///
  /// Throws where reading cannot go on, or where what is read is not what it was before: nothing
  /// that was made of it counts.
  package typealias Strokes = () throws -> (recording: Int, stroke: Stroke)?

  /// The name under which scores are listed.
  package let name: String
  /// The recordings, in order, without their strokes.
  package let recordings: [Recording]
  /// How much each recording holds, where that is known: with it a recording is let go of as soon as
  /// its last stroke was played, and as many subjects share a reading as go with the sizes.
  package let sizes: [Size]?
  /// Reads the strokes from the start; those of one recording in their order.
  package let strokes: @Sendable () -> Strokes

  /// How much a recording holds.
  package struct Size: Hashable, Sendable {
    /// How many strokes.
    package let strokes: Int
    /// How many samples.
    package let samples: Int

    /// Makes a size.
    package init(strokes: Int, samples: Int) { (self.strokes, self.samples) = (strokes, samples) }
  }

  /// Makes streamed recordings.
  package init(
    name: String, recordings: [Recording], sizes: [Size]? = nil,
    strokes: @escaping @Sendable () -> Strokes
  ) {
    self.name = name
    self.recordings = recordings
    self.sizes = sizes?.count == recordings.count ? sizes : nil
    self.strokes = strokes
  }
}

extension Evaluator {
  /// Scores every subject on recordings that are read stroke by stroke.
  ///
  /// Strokes are gathered to the blocks in which whole recordings are scored, so that the rows are
  /// the same to the last bit. Held are the blocks in hand, and the scores, whose numbers go to the
  /// storage beyond its budget. The strokes are read once for as many subjects as `StreamShare`
  /// allows, and once before all where what is asked of one stroke depends on the others
  /// (`StreamPass.askedHorizons`). Answers made elsewhere and single predictions are not for this.
  ///
  /// - Parameters:
  ///   - subjects: What is evaluated.
  ///   - source: The recordings.
  ///   - jobs: The number of workers, at least 1. The rows do not depend on it.
  ///   - advanced: Called for each subject and recording that was played.
  ///   - onRecordings: Called once, before `finished`.
  ///   - finished: Called with each subject's result in the order of the subjects; never where no
  ///     recording goes with the plan, nor for a reading that failed.
  /// - Throws: What kept the strokes from being read.
  package func evaluate(
    _ subjects: [EvaluationSubject], on source: StreamedRecordings, jobs: Int,
    advanced: @escaping @Sendable () -> Void = {}, onRecordings: OnRecordings, finished: Finished
  ) async throws {
    let selection = ScoreSelection(plan)
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

  /// What the predictors of each recording are told of the horizons, where that takes a reading of
  /// all strokes: under `display` the newest sample is of another age at every refresh.
  private func askedHorizons(
    of source: StreamedRecordings, jobs: Int
  ) async throws -> [[Double]]? {
    guard plan.replay.name == .display else { return nil }
    let pass = StreamPass([], source, self, findsHorizons: true)
    try await pass.play(jobs: jobs)
    return pass.askedHorizons
  }
}

/// How many subjects are scored in one reading of streamed recordings.
struct StreamShare {
  /// How many groups.
  let groups: Int
  /// How many polynomials in a group.
  let polynomialsInGroup: Int

  private static let mostGroups = 8
  private static let mostPolynomials = 8
  /// What a sheet of scores takes before its numbers are put away, about, and what all may take.
  private static let bytesPerSheet = 16 << 10
  private static let sheetBytes = 128 << 20
  /// How many predictions may be scored in one reading, at about 24 bytes each in the storage.
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
