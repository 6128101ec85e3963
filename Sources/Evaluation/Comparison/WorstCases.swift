import TouchInput

/// The recordings and strokes of one data set on which predictors do worst relative to a reference.
///
/// They are ranked by the mean error as a multiple of the reference's at the same targets, which
/// compares strokes of any size, speed and unit. A recording is ranked by at least 50 scored targets,
/// a stroke by at least 10, as by the measures of the set `tail`. Memory holds three numbers per
/// stroke, horizon and predictor.
package struct WorstCases: Sendable {
  /// A recording or a stroke with the errors on it.
  package struct Case: Hashable, Sendable {
    /// The data set's name.
    package let dataset: String
    /// The spelling of the predictor.
    package let predictor: String
    /// The horizon.
    package let horizon: Horizon
    /// The file.
    package let recording: String
    /// The stroke, counted from 1 in its recording; nil for the whole recording.
    package let stroke: Int?
    /// The number of scored targets.
    package let targets: Int
    /// The predictor's mean error.
    package let error: Double
    /// The reference's mean error at the same targets, above 0.
    package let reference: Double
    /// The unit of both.
    package let unit: LengthUnit

    /// The predictor's error as a multiple of the reference's.
    package var ratio: Double { error / reference }
  }

  /// The least number of scored targets of a recording that is ranked.
  package static let leastTargetsOfRecording = TailScore.leastTargetsOfRecording
  /// The least number of scored targets of a stroke that is ranked.
  package static let leastTargetsOfStroke = TailScore.leastTargetsOfStroke

  private let dataset: String
  private let horizons: [Horizon]
  private let recordings: [PreparedRecording]
  private var subjects: [(predictor: String, errors: [StrokeErrors])] = []

  /// Creates an empty list for a data set's recordings.
  package init(dataset: String, horizons: [Horizon], recordings: [PreparedRecording]) {
    (self.dataset, self.horizons, self.recordings) = (dataset, horizons, recordings)
  }

  /// Adds a subject's result, of an evaluator that finds floors; one that failed is left out.
  package mutating func add(_ result: SubjectResult, of subject: EvaluationSubject) {
    guard let errors = result.strokeErrors else { return }
    subjects.append((subject.spelling, errors))
  }

  /// Returns the worst recordings, then the worst strokes, of each predictor at each horizon.
  ///
  /// - Parameters:
  ///   - count: How many of each, at most.
  ///   - reference: The spelling of the predictor that errors are divided by.
  /// - Returns: The cases, the worst first; none where the reference was not added.
  package func cases(_ count: Int, beside reference: String) -> [Case] {
    guard let base = subjects.first(where: { $0.predictor == reference }) else { return [] }
    return subjects.filter { $0.predictor != reference }.flatMap { subject in
      horizons.indices.flatMap { slot in
        let strokes = recordings.indices.flatMap { recording in
          zip(subject.errors[recording].strokes(slot), base.errors[recording].strokes(slot)).map {
            Sums(
              recording: recording, stroke: $0.stroke, error: $0.sum, base: $1.sum, count: $0.count)
          }
        }
        return [Sums.byRecording(strokes), strokes].flatMap { sums in
          sums.filter(\.isJudged).sorted { $0.ratio > $1.ratio }.prefix(count).map {
            found($0, of: subject.predictor, at: horizons[slot])
          }
        }
      }
    }
  }

  private func found(_ sums: Sums, of predictor: String, at horizon: Horizon) -> Case {
    let recording = recordings[sums.recording]
    return Case(
      dataset: dataset, predictor: predictor, horizon: horizon, recording: recording.source,
      stroke: sums.stroke.map { $0 + 1 }, targets: sums.count,
      error: sums.error / Double(sums.count), reference: sums.base / Double(sums.count),
      unit: recording.unit)
  }

  /// The sums of the errors on a recording or a stroke.
  private struct Sums {
    let recording: Int
    /// nil for the whole recording.
    let stroke: Int?
    var error = 0.0
    var base = 0.0
    var count = 0

    var ratio: Double { error / base }

    /// Whether there is enough of it to judge, and holding still is not always right.
    var isJudged: Bool {
      let least =
        stroke == nil ? WorstCases.leastTargetsOfRecording : WorstCases.leastTargetsOfStroke
      return count >= least && base > 0
    }

    static func byRecording(_ strokes: [Sums]) -> [Sums] {
      var result: [Sums] = []
      for stroke in strokes {
        if result.last?.recording != stroke.recording {
          result.append(Sums(recording: stroke.recording, stroke: nil))
        }
        let last = result.count - 1
        result[last].error += stroke.error
        result[last].base += stroke.base
        result[last].count += stroke.count
      }
      return result
    }
  }
}
