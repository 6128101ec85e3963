import MotionNumerics
import MotionPrediction

/// How a model does on examples of participants whom it has not seen: what a search chooses by.
///
/// For each group (task and horizon) the mean length of the error over that of predicting nothing; the
/// loss is the geometric mean over groups, so that a percent counts as a percent in each, however fast
/// its motion is and however long it was recorded.
public enum HeldOutLoss {
  /// A ratio counts as at least this, so that a group without error has a logarithm.
  private static let leastRatio = 1e-9

  /// The loss of a model over a participant's examples; nil where there are none.
  public static func loss(
    of model: LearnedModel, on examples: TrainingExamples, participant: String
  ) -> Double? {
    let columns = examples.layout.count
    var inputs = [Float](repeating: 0, count: columns)
    var errors = [Double](repeating: 0, count: examples.groups.count)
    var lengths = errors
    for number in examples.indices(of: [participant]) {
      let example = examples.examples[Int(number)]
      let start = Int(example.sample) * columns
      for index in inputs.indices { inputs[index] = examples.motion[start + index] }
      let target = SIMD2<Double>(example.target)
      let answer = model.meanVelocity(of: inputs, horizon: Double(example.seconds)) ?? .zero
      let (group, length) = (Int(example.group), Double(example.length))
      errors[group] += length * (((answer - target) * (answer - target)).sum()).squareRoot()
      lengths[group] += length * ((target * target).sum()).squareRoot()
    }
    let ratios = zip(errors, lengths).filter { $0.1 > 0 }.map { $0.0 / $0.1 }
    guard !ratios.isEmpty else { return nil }
    let sum = ratios.reduce(0) { $0 + Elementary.logarithm(max($1, leastRatio)) }
    return Elementary.exponential(sum / Double(ratios.count))
  }
}
