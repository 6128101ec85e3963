import MotionNumerics
import MotionPrediction

/// The loss of a model on examples of participants it has not seen, by which a search chooses.
///
/// For each group (task and horizon) it is the mean error divided by that of predicting no motion.
/// The loss is the geometric mean over groups, so that a percent counts equally in each, whatever
/// its speed and size.
package enum HeldOutLoss {
  /// The loss on one group of examples.
  package struct Part: Hashable, Sendable {
    /// The task.
    package let task: String
    /// Whether the examples are of replays; else they are as recorded.
    package let isReplayed: Bool
    /// The mean horizon, in seconds.
    package let horizon: Double
    /// The mean length of the error over that of predicting nothing.
    package let loss: Double
  }

  /// A ratio counts as at least this, so that a group without error has a logarithm.
  private static let leastRatio = 1e-9

  /// The loss of a model over a participant's examples; nil if there are none.
  package static func loss(
    of model: LearnedModel, on examples: TrainingExamples, participant: String
  ) -> Double? {
    mean(parts(of: model, on: examples, participants: [participant]))
  }

  /// The geometric mean over parts; nil if there are none.
  package static func mean(_ parts: [Part]) -> Double? {
    guard !parts.isEmpty else { return nil }
    let sum = parts.reduce(0) { $0 + Elementary.logarithm(max($1.loss, leastRatio)) }
    return Elementary.exponential(sum / Double(parts.count))
  }

  /// The loss of a model over the examples of participants, group by group.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - examples: Examples of its layout.
  ///   - participants: Whose of them.
  ///   - knowsUnit: Whether the model is told the speed; a recording whose unit of length is not
  ///     known cannot tell it.
  /// - Returns: A part per group, in the order of the examples.
  package static func parts(
    of model: LearnedModel, on examples: TrainingExamples, participants: Set<String>,
    knowsUnit: Bool = true
  ) -> [Part] {
    let columns = examples.layout.count
    var inputs = [Float](repeating: 0, count: columns)
    var errors = [Double](repeating: 0, count: examples.groups.count)
    var (lengths, horizons, counts) = (errors, errors, errors)
    for number in examples.indices(of: participants) {
      let example = examples.examples[Int(number)]
      let start = Int(example.sample) * columns
      for index in inputs.indices { inputs[index] = examples.motion[start + index] }
      if !knowsUnit, let index = examples.layout.speedIndex {
        inputs[index] = MotionFeatureLayout.unknownSpeed
      }
      let target = SIMD2<Double>(example.target)
      let answer = model.meanVelocity(of: inputs, horizon: Double(example.seconds)) ?? .zero
      let (group, length) = (Int(example.group), Double(example.length))
      errors[group] += length * (((answer - target) * (answer - target)).sum()).squareRoot()
      lengths[group] += length * ((target * target).sum()).squareRoot()
      horizons[group] += Double(example.seconds)
      counts[group] += 1
    }
    return examples.groups.indices.compactMap { group in
      guard lengths[group] > 0 else { return nil }
      return Part(
        task: examples.groups[group].task, isReplayed: examples.groups[group].slot < 0,
        horizon: horizons[group] / counts[group], loss: errors[group] / lengths[group])
    }
  }
}
