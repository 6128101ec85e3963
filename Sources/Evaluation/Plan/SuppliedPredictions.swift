import MotionPrediction

/// Answers that were made elsewhere, in the order of a data set's samples.
public struct SuppliedPredictions: Sendable {
  /// For each recording, stroke and sample: what was predicted, by seconds ahead.
  public typealias Answers = [[[[(ahead: Double, position: SIMD2<Double>?)]]]]

  /// The name under which they are scored.
  public let name: String
  let answers: Answers

  /// Makes answers; the nesting follows the recordings as handed to the evaluation.
  public init(name: String, answers: Answers) {
    self.name = name
    self.answers = answers
  }

  /// The answer for a horizon, to a nanosecond; nil where none was supplied.
  func position(
    recording: Int, stroke: Int, sample: Int, ahead: Double
  ) -> SIMD2<Double>? {
    guard recording < answers.count, stroke < answers[recording].count,
      sample < answers[recording][stroke].count
    else { return nil }
    return answers[recording][stroke][sample].first { abs($0.ahead - ahead) <= Self.sameHorizon }?
      .position
  }

  /// Horizons closer than this are one: a program may have rounded milliseconds.
  private static let sameHorizon = 1e-6
}
