import MotionNumerics
import MotionPrediction

/// The examples that one model is fitted to, by sample, with how to standardize and to weigh them.
///
/// An example's loss is w·g·|ŷ − y|: g makes a length of it, and w = v/(E·N^b·h^q), up to a factor,
/// lets groups count alike: E is the mean length of what is to be predicted in the group (the error
/// of predicting nothing), N its number of examples, h its mean horizon, b the balance, q the
/// nearness and v an example's own weight; for groups of the first data set w is multiplied by
/// `firstWeight`. The weights are such that predicting nothing has a mean loss of 1.
struct TrainingRows: Sendable {
  let layout: MotionFeatureLayout
  /// The numbers of the examples; those of one sample follow each other.
  let indices: [Int32]
  /// Where each sample's rows begin, and where the last one's end.
  let starts: [Int32]
  /// Of the features.
  let means: [Float]
  let reciprocalDeviations: [Float]
  /// A standardized feature is at most this, either way.
  let limit: Float
  /// The features of all samples, as they were computed.
  private let motion: [Float]
  /// By place in `indices`.
  let samples: [Int32]
  let places: [HorizonBasis.Place]
  let targets: [SIMD2<Float>]
  /// w·g.
  let weights: [Float]
  /// By sample: how often it is shown in an epoch of networks, on average; 1 and more.
  let repeats: [Double]

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
    weights = Self.weights(chosen, of: examples.groups, settings)
    var starts: [Int32] = []
    for (row, sample) in samples.enumerated() where row == 0 || samples[row - 1] != sample {
      starts.append(Int32(row))
    }
    self.starts = starts + [Int32(samples.count)]
    repeats = Self.repeats(
      chosen, starts: self.starts, groups: examples.groups.count,
      strength: settings.oversampling)
  }

  /// The number of rows.
  var count: Int { indices.count }
  /// The number of samples.
  var sampleCount: Int { starts.count - 1 }
  /// The number of features.
  var motionCount: Int { layout.count }

  /// The features of the sample of a row, as they were computed.
  func features(ofRow row: Int) -> ArraySlice<Float> {
    let start = Int(samples[row]) * motionCount
    return motion[start..<(start + motionCount)]
  }

  /// Writes the standardized features of a row's sample, turned and sped up by so much.
  ///
  /// - Parameters:
  ///   - row: Its number.
  ///   - turn: Cosine and sine of the angle by which the displacements are turned.
  ///   - speed: The offset of the speed's logarithm; nil to withhold the speed.
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
    let next = layout.secondVectors
    Self.turn(place + next, place + next + fast, count: fast, by: turn)
    if let index = layout.speedIndex {
      place[index] = speed.map { place[index] + $0 } ?? MotionFeatureLayout.unknownSpeed
    }
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
    _ chosen: [TrainingExamples.Example], of all: [TrainingExamples.Group],
    _ settings: TrainingSettings
  ) -> [Float] {
    let groups = balanced(all, settings)
    var lengths = [Double](repeating: 0, count: groups.count)
    var (counts, seconds) = (lengths, lengths)
    for example in chosen {
      let target = SIMD2<Double>(example.target)
      let group = groups[Int(example.group)]
      seconds[group] += Double(example.seconds)
      lengths[group] += Double(example.weight * example.length) * target.length
      counts[group] += 1
    }
    var factors = [Double](repeating: 0, count: groups.count)
    var total = 0.0
    for group in groups.indices where counts[group] > 0 && lengths[group] > 0 {
      let horizon = seconds[group] / counts[group]
      factors[group] =
        counts[group] / lengths[group] * Elementary.power(counts[group], -settings.balance)
        * Elementary.power(horizon, -settings.nearness)
        * (all[group].dataset == all[0].dataset ? settings.firstWeight : 1)
      total += factors[group] * lengths[group]
    }
    let scale = total > 0 ? Double(chosen.count) / total : 0
    return chosen.map {
      Float(scale * factors[groups[Int($0.group)]]) * $0.weight * $0.length
    }
  }

  /// For each group the one that it counts as part of: where strokes are replayed, that of its
  /// task, since an example's own weight then tells horizons apart; else itself.
  private static func balanced(
    _ groups: [TrainingExamples.Group], _ settings: TrainingSettings
  ) -> [Int] {
    guard settings.replays.count > 0 else { return Array(groups.indices) }
    return groups.map { group in
      groups.firstIndex { $0.dataset == group.dataset && $0.task == group.task } ?? 0
    }
  }

  /// An example is shown at most so often an epoch.
  private static let mostRepeats = 8.0

  /// (N_max/N)^strength for the smallest group that a sample has a row in.
  private static func repeats(
    _ chosen: [TrainingExamples.Example], starts: [Int32], groups: Int, strength: Double
  ) -> [Double] {
    var counts = [Double](repeating: 0, count: groups)
    for example in chosen { counts[Int(example.group)] += 1 }
    let most = counts.max() ?? 0
    let each = counts.map { count in
      count > 0 && strength > 0 ? min(Elementary.power(most / count, strength), mostRepeats) : 1
    }
    return zip(starts, starts.dropFirst()).map { start, end in
      (start..<end).reduce(1) { max($0, each[Int(chosen[Int($1)].group)]) }
    }
  }

  /// The indices of one epoch's samples, in order, each repeated as often as it is shown.
  ///
  /// Systematic sampling: a sample with repeats r appears ⌊r⌋ or ⌈r⌉ times, r times on average over
  /// `phase`, and all together ⌊Σ r⌋ times or once more.
  ///
  /// - Parameter phase: 0 up to but not including 1.
  /// - Returns: Numbers of samples, rising.
  func shown(phase: Double) -> [Int32] {
    var (result, total, done) = ([Int32](), phase, 0)
    for (sample, times) in repeats.enumerated() {
      total += times
      let end = Int(total)
      for _ in done..<max(end, done) { result.append(Int32(sample)) }
      done = max(end, done)
    }
    return result
  }
}
