import MotionNumerics
import MotionPrediction

/// The examples that one model is fitted to, by sample, with how to standardise and to weigh them.
///
/// An example's loss is w·g·|ŷ − y|: g makes a length of it, and w = v/(E·N^b), up to a factor, lets
/// groups count alike: E is the mean length of what is to be predicted in the group (the error of
/// predicting nothing), N its number of examples, b the balance and v an example's own weight. The weights are such that
/// predicting nothing has a mean loss of 1.
struct TrainingRows: Sendable {
  let layout: MotionFeatureLayout
  /// The numbers of the examples; those of one sample follow each other.
  let indices: [Int32]
  /// Where each sample's rows begin, and where the last one's end.
  let starts: [Int32]
  /// Of the features.
  let means: [Float]
  let reciprocalDeviations: [Float]
  /// A standardised feature is at most this, either way.
  let limit: Float
  /// The features of all samples, as they were computed.
  private let motion: [Float]
  /// By place in `indices`.
  let samples: [Int32]
  let places: [HorizonBasis.Place]
  let targets: [SIMD2<Float>]
  /// w·g.
  let weights: [Float]

  /// A deviation counts as at least this: what hardly varies is not blown up.
  private static let leastDeviation: Float = 1e-3

  init(_ examples: TrainingExamples, indices: [Int32], settings: TrainingSettings) {
    self.indices = indices
    layout = examples.layout
    motion = examples.motion
    let chosen = indices.map { examples.examples[Int($0)] }
    (means, reciprocalDeviations) = Self.moments(examples, chosen)
    limit = Float(settings.constants.featureLimit)
    samples = chosen.map(\.sample)
    places = chosen.map(\.place)
    targets = chosen.map(\.target)
    weights = Self.weights(
      chosen, groups: Self.balanced(examples.groups, settings), balance: settings.balance)
    var starts: [Int32] = []
    for (row, sample) in samples.enumerated() where row == 0 || samples[row - 1] != sample {
      starts.append(Int32(row))
    }
    self.starts = starts + [Int32(samples.count)]
  }

  /// The number of rows.
  var count: Int { indices.count }
  /// The number of samples.
  var sampleCount: Int { starts.count - 1 }
  /// The number of features.
  var motionCount: Int { layout.count }

  /// Writes the standardised features of a row's sample, turned and sped up by so much.
  ///
  /// - Parameters:
  ///   - row: Its number.
  ///   - turn: Cosine and sine of the angle by which the displacements are turned.
  ///   - speed: What is added to the logarithm of the speed; nil for a speed that is not told.
  ///   - place: Room for as many numbers as there are features.
  func write(
    _ row: Int, turned turn: SIMD2<Float> = SIMD2(1, 0), speed: Float? = 0,
    to place: UnsafeMutablePointer<Float>
  ) {
    let (lags, fast) = (layout.displacements, layout.velocities)
    let start = Int(samples[row]) * motionCount
    motion.withUnsafeBufferPointer { motion in
      guard let source = motion.baseAddress else { return }
      place.update(from: source + start, count: motionCount)
    }
    Self.turn(place, place + lags, count: lags, by: turn)
    Self.turn(place + 3 * lags, place + 3 * lags + fast, count: fast, by: turn)
    place[layout.speedIndex] =
      speed.map { place[layout.speedIndex] + $0 } ?? layout.unknownSpeed
    for column in 0..<motionCount {
      let value = (place[column] - means[column]) * reciprocalDeviations[column]
      place[column] = min(max(value, -limit), limit)
    }
  }

  private static func turn(
    _ along: UnsafeMutablePointer<Float>, _ across: UnsafeMutablePointer<Float>, count: Int,
    by turn: SIMD2<Float>
  ) {
    for index in 0..<count {
      let (x, y) = (along[index], across[index])
      along[index] = turn.x * x - turn.y * y
      across[index] = turn.y * x + turn.x * y
    }
  }

  /// Mean and reciprocal deviation of each feature over the rows.
  private static func moments(
    _ examples: TrainingExamples, _ chosen: [TrainingExamples.Example]
  ) -> (means: [Float], reciprocals: [Float]) {
    let count = examples.layout.count
    var sums = [Double](repeating: 0, count: count)
    var squares = sums
    for example in chosen {
      let start = Int(example.sample) * count
      for column in 0..<count {
        let value = Double(examples.motion[start + column])
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
    _ chosen: [TrainingExamples.Example], groups: [Int], balance: Double
  ) -> [Float] {
    var lengths = [Double](repeating: 0, count: groups.count)
    var counts = lengths
    for example in chosen {
      let target = SIMD2<Double>(example.target)
      let group = groups[Int(example.group)]
      lengths[group] += Double(example.weight * example.length) * target.length
      counts[group] += 1
    }
    var factors = [Double](repeating: 0, count: groups.count)
    var total = 0.0
    for group in groups.indices where counts[group] > 0 && lengths[group] > 0 {
      factors[group] = counts[group] / lengths[group] * Elementary.power(counts[group], -balance)
      total += factors[group] * lengths[group]
    }
    let scale = total > 0 ? Double(chosen.count) / total : 0
    return chosen.map {
      Float(scale * factors[groups[Int($0.group)]]) * $0.weight * $0.length
    }
  }

  /// For each group the one that it counts as part of: where strokes are replayed, that of its task,
  /// since an example's own weight then tells horizons apart; else itself.
  private static func balanced(
    _ groups: [TrainingExamples.Group], _ settings: TrainingSettings
  ) -> [Int] {
    guard settings.replays.count > 0 else { return Array(groups.indices) }
    return groups.map { group in
      groups.firstIndex { $0.dataset == group.dataset && $0.task == group.task } ?? 0
    }
  }
}
