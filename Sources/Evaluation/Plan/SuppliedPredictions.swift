import MotionPrediction

/// Predictions made elsewhere, in the order of a data set's samples.
public struct SuppliedPredictions: Sendable {
  /// The predictions of each sample, nested by recording and stroke.
  public typealias Answers = [[[[(ahead: Double, position: SIMD2<Double>?)]]]]

  /// The name in score tables.
  public let name: String
  let answers: Answers

  /// Creates predictions, nested like the evaluated recordings.
  public init(name: String, answers: Answers) {
    self.name = name
    self.answers = answers
  }

  /// Returns the prediction for a horizon; nil if none was supplied.
  func position(
    recording: Int, stroke: Int, sample: Int, ahead: Double
  ) -> SIMD2<Double>? {
    guard recording < answers.count, stroke < answers[recording].count,
      sample < answers[recording][stroke].count
    else { return nil }
    return answers[recording][stroke][sample].first { abs($0.ahead - ahead) <= Self.sameHorizon }?
      .position
  }

  /// Horizons closer than this, in seconds, are equal: a program may have rounded milliseconds.
  private static let sameHorizon = 1e-6
}
