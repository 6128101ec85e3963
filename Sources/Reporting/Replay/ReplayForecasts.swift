import Evaluation
import MotionNumerics
import MotionPrediction
import TouchInput

/// The predictions at each sample, with the true position.
struct ReplayForecasts: Sendable {
  /// All predictions made at one sample.
  struct Row: Hashable, Sendable {
    /// The path.
    var line: Int
    /// The index of the sample in it.
    var index: Int
    /// The true position at the horizon; nil where unknown.
    var truth: SIMD2<Double>?
    /// The prediction of each predictor; nil where it abstained.
    var answers: [SIMD2<Double>?]
    /// The scored position of each predictor: its prediction, or the newest position where it
    /// abstained.
    var scored: [SIMD2<Double>]

    /// The error of each predictor's scored position; nil where the truth is unknown.
    var errors: [Double]? { truth.map { truth in scored.map { $0.distance(to: truth) } } }
  }

  /// By sample, line by line.
  let rows: [Row]

  /// Collects the predictions of all predictors.
  init(
    _ predictors: [ConfiguredPredictor], on evaluation: ReplayEvaluation
  ) async throws(ReplayError) {
    let answers = try await evaluation.predictions(of: predictors, by: .sample)
    let places = SamplePlaces(evaluation.strokes)
    var found: [SIMD2<Int>: Row] = [:]
    for (predictor, said) in answers.enumerated() {
      for answer in said {
        guard let (line, index) = places.place(of: answer) else { continue }
        let key = SIMD2(line, index)
        var row =
          found[key]
          ?? Row(
            line: line, index: index, truth: answer.truth,
            answers: Array(repeating: nil, count: predictors.count),
            scored: Array(repeating: answer.anchor, count: predictors.count))
        row.scored[predictor] = answer.predicted
        if !answer.abstained { row.answers[predictor] = answer.predicted }
        found[key] = row
      }
    }
    rows = found.values.sorted { ($0.line, $0.index) < ($1.line, $1.index) }
  }
}
