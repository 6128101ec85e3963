import MotionNumerics
import MotionPrediction

/// The examples that one model is fitted to, standardised and weighed.
///
/// An example's loss is w·g·|ŷ − y|: g makes a length of it, and w = 1/(E·N^b), up to a factor, lets
/// groups count alike: E is the mean length of what is to be predicted in the group (the error of
/// predicting nothing), N its number of examples and b the balance. The weights are such that
/// predicting nothing has a mean loss of 1.
struct TrainingRows: Sendable {
  let motionCount: Int
  /// The numbers of the examples.
  let indices: [Int32]
  /// Of the inputs: motion, then horizon.
  let means: [Float]
  let reciprocalDeviations: [Float]
  /// The standardised features of all samples, in the order of the examples' samples.
  let motion: [Float]
  /// By place in `indices`.
  let samples: [Int32]
  let horizons: [SIMD4<Float>]
  let targets: [SIMD2<Float>]
  /// w·g.
  let weights: [Float]

  /// A deviation counts as at least this: what hardly varies is not blown up.
  private static let leastDeviation: Float = 1e-3

  init(_ examples: TrainingExamples, indices: [Int32], settings: TrainingSettings) {
    self.indices = indices
    let chosen = indices.map { examples.examples[Int($0)] }
    motionCount = examples.layout.count
    let moments = Self.moments(examples, chosen)
    (means, reciprocalDeviations) = moments
    let limit = Float(settings.constants.featureLimit)
    let columns = motionCount
    var motion = examples.motion
    for place in motion.indices {
      let column = place % columns
      let value = (motion[place] - moments.means[column]) * moments.reciprocals[column]
      motion[place] = min(max(value, -limit), limit)
    }
    self.motion = motion
    samples = chosen.map(\.sample)
    horizons = chosen.map { example in
      var features = example.horizon
      for index in 0..<HorizonFeatures.count {
        features[index] =
          (features[index] - moments.means[columns + index]) * moments.reciprocals[columns + index]
      }
      return features
    }
    targets = chosen.map(\.target)
    weights = Self.weights(chosen, groups: examples.groups.count, balance: settings.balance)
  }

  /// The number of rows.
  var count: Int { indices.count }
  /// The number of inputs: motion and horizon.
  var inputCount: Int { motionCount + HorizonFeatures.count }

  /// Writes the inputs of a row.
  func write(_ row: Int, to place: UnsafeMutablePointer<Float>) {
    let start = Int(samples[row]) * motionCount
    motion.withUnsafeBufferPointer { motion in
      guard let source = motion.baseAddress else { return }
      place.update(from: source + start, count: motionCount)
    }
    for index in 0..<HorizonFeatures.count { place[motionCount + index] = horizons[row][index] }
  }

  /// Mean and reciprocal deviation of each input over the rows.
  private static func moments(
    _ examples: TrainingExamples, _ chosen: [TrainingExamples.Example]
  ) -> (means: [Float], reciprocals: [Float]) {
    let columns = examples.layout.count
    let count = columns + HorizonFeatures.count
    var sums = [Double](repeating: 0, count: count)
    var squares = sums
    for example in chosen {
      let start = Int(example.sample) * columns
      for column in 0..<count {
        let value = Double(
          column < columns ? examples.motion[start + column] : example.horizon[column - columns])
        sums[column] += value
        squares[column] += value * value
      }
    }
    let total = Double(max(chosen.count, 1))
    let means = sums.map { Float($0 / total) }
    let reciprocals = zip(sums, squares).map { sum, square in
      let variance = max(square / total - (sum / total) * (sum / total), 0)
      return 1 / (Float(variance.squareRoot()) + leastDeviation)
    }
    return (means, reciprocals)
  }

  private static func weights(
    _ chosen: [TrainingExamples.Example], groups: Int, balance: Double
  ) -> [Float] {
    var lengths = [Double](repeating: 0, count: groups)
    var counts = lengths
    for example in chosen {
      let target = SIMD2<Double>(example.target)
      lengths[Int(example.group)] += Double(example.length) * target.length
      counts[Int(example.group)] += 1
    }
    var factors = [Double](repeating: 0, count: groups)
    var total = 0.0
    for group in 0..<groups where counts[group] > 0 && lengths[group] > 0 {
      factors[group] = counts[group] / lengths[group] * Elementary.power(counts[group], -balance)
      total += factors[group] * lengths[group]
    }
    let scale = total > 0 ? Double(chosen.count) / total : 0
    return chosen.map { Float(scale * factors[Int($0.group)]) * $0.length }
  }
}
