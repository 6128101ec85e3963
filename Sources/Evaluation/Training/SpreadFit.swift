import MotionPrediction

/// The error of a model on its own examples, by horizon, which gives its covariance.
///
/// Along and across, the mean squared error of the mean velocity to the horizon in the frame's
/// scale. The few greatest errors, a hundredth, are left out: a covariance of a bell curve fits the
/// rest better.
struct SpreadFit {
  private let examples: TrainingExamples
  private let rows: TrainingRows

  /// The ends of the ranges of horizons, in seconds; each range is a row at the mean of its
  /// horizons.
  private static let ends: [Float] = [0.012, 0.025, 0.042, 0.058, 0.075, 0.092, 0.12, 0.16]
  private static let kept = 0.99
  /// The maximum number of examples used.
  private static let most = 100_000

  init(_ examples: TrainingExamples, rows: TrainingRows) {
    (self.examples, self.rows) = (examples, rows)
  }

  /// Returns the table of spreads by horizon.
  func spread(of model: LearnedModel) -> [LearnedSpread.Row] {
    var (errors, horizons) = (
      [[SIMD2<Double>]](repeating: [], count: Self.ends.count + 1),
      [Double](repeating: 0, count: Self.ends.count + 1)
    )
    let stride = max(rows.count / Self.most, 1)
    var inputs = [Float](repeating: 0, count: rows.motionCount)
    for row in Swift.stride(from: 0, to: rows.count, by: stride) {
      let example = examples.examples[Int(rows.indices[row])]
      let start = Int(example.sample) * rows.motionCount
      for index in inputs.indices { inputs[index] = examples.motion[start + index] }
      let seconds = Double(example.seconds)
      guard let answer = model.meanVelocity(of: inputs, horizon: seconds) else { continue }
      let range = Self.ends.firstIndex { example.seconds < $0 } ?? Self.ends.count
      errors[range].append(answer - SIMD2<Double>(example.target))
      horizons[range] += seconds
    }
    return errors.indices.compactMap { range in
      guard !errors[range].isEmpty else { return nil }
      return Self.row(errors[range], horizon: horizons[range] / Double(errors[range].count))
    }
  }

  private static func row(_ errors: [SIMD2<Double>], horizon: Double) -> LearnedSpread.Row {
    let sizes = errors.map { ($0 * $0).sum() }.sorted()
    let limit = sizes[min(Int(kept * Double(sizes.count)), sizes.count - 1)]
    let used = errors.filter { ($0 * $0).sum() <= limit }
    let sum = used.reduce(SIMD2<Double>.zero) { $0 + $1 * $1 }
    let mean = sum / Double(used.count)
    return LearnedSpread.Row(
      horizon: Float(horizon), along: Float(mean.x.squareRoot()),
      across: Float(mean.y.squareRoot()))
  }
}
