import MotionNumerics
import TouchInput

/// The effect of noise on the predictions for one track at one horizon, over many trials.
struct NoiseGain {
  private let clean: [SIMD2<Double>?]
  private var sums: [SIMD2<Double>]
  private var squares: [Double]
  private var counts: [Int]
  /// The mean square per axis of each trial.
  private var trialSquares: [Double] = []
  /// The first trials, which the weights must explain.
  private var kept: [(change: SIMD2<Double>, noise: [SIMD2<Double>])] = []
  private var silent = 0
  private var asked = 0

  init(clean: [SIMD2<Double>?]) {
    self.clean = clean
    sums = clean.map { _ in .zero }
    squares = clean.map { _ in 0 }
    counts = clean.map { _ in 0 }
  }

  /// Adds the predictions of one trial.
  mutating func add(_ noisy: [SIMD2<Double>?], noise: [SIMD2<Double>]) {
    var (square, count) = (0.0, 0)
    for index in clean.indices {
      asked += 1
      guard let disturbed = noisy[index], let clean = clean[index] else {
        silent += 1
        continue
      }
      let change = disturbed - clean
      sums[index] += change
      squares[index] += change.squaredLength
      counts[index] += 1
      square += change.squaredLength
      count += 1
      if index == noisy.count - 1, kept.count < Self.explained { kept.append((change, noise)) }
    }
    if count > 0 { trialSquares.append(square / Double(2 * count)) }
  }

  /// Returns G for noise of this deviation; nil without two predictions.
  func gain(over deviation: Double) -> Double? {
    let variances = counts.indices.filter { counts[$0] > 1 }.map { index in
      let count = Double(counts[index])
      return (squares[index] - sums[index].squaredLength / count) / (2 * (count - 1))
    }
    return variances.mean.map { max($0, 0).squareRoot() / deviation }
  }

  /// Returns the standard error of G: that of its square, from the mean squares of the trials,
  /// divided by 2G.
  func error(over deviation: Double) -> Double? {
    guard let gain = gain(over: deviation), gain > 0, trialSquares.count > 1,
      let mean = trialSquares.mean
    else { return nil }
    let spread = trialSquares.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let count = Double(trialSquares.count)
    let error = (spread / (count - 1) / count).squareRoot()
    return error / (2 * gain * deviation * deviation)
  }

  /// Returns √(Σ w²) if the weights explain the effect of the noise.
  func exactGain(by weights: SampleWeights, over deviation: Double) -> Double? {
    let gain = weights.gain
    let tolerance = Self.agreement * deviation * max(gain, 1)
    let explains = kept.allSatisfy { trial in
      (weights.change(by: trial.noise) - trial.change).length <= tolerance
    }
    return explains && !kept.isEmpty ? gain : nil
  }

  var abstentionShare: Double { asked == 0 ? 0 : Double(silent) / Double(asked) }

  /// The number of trials that the weights must explain.
  private static let explained = 3
  /// The tolerance relative to the transmitted noise: differences of positions a thousand times as
  /// large as the noise are accurate to about 1e-12 of it.
  private static let agreement = 1e-7
}

/// The weight of each sample in the last prediction for a track, if it is linear.
struct SampleWeights {
  /// The effect on the prediction of moving each sample by one unit along x and along y.
  private let columns: [(x: SIMD2<Double>, y: SIMD2<Double>)]

  /// Returns the weights at each horizon, from disturbing one sample at a time by `size`; nil if
  /// the predictor abstained.
  static func all(
    of player: NoisePlayer, on track: [TouchSample], size: Double
  ) -> [SampleWeights?] {
    let last = NoisePlayer(
      predictor: player.predictor, horizons: player.horizons, warmUp: track.count - 1)
    let clean = last.answers(to: track).map { $0[0] }
    var columns = clean.map { _ in [(x: SIMD2<Double>, y: SIMD2<Double>)]() }
    for index in track.indices {
      let moved = [SIMD2(size, 0), SIMD2(0, size)].map { step in
        var disturbed = track
        disturbed[index].position += step
        return last.answers(to: disturbed).map { $0[0] }
      }
      for slot in clean.indices {
        guard let before = clean[slot], let x = moved[0][slot], let y = moved[1][slot] else {
          continue
        }
        columns[slot].append((x: (x - before) / size, y: (y - before) / size))
      }
    }
    return columns.map { $0.count == track.count ? SampleWeights(columns: $0) : nil }
  }

  /// √(½ Σ ‖w‖²) over samples and axes, which is √(Σ w²) if both axes have the same weights.
  var gain: Double {
    let squares = columns.reduce(0) { $0 + $1.x.squaredLength + $1.y.squaredLength }
    return (squares / 2).squareRoot()
  }

  /// Returns the effect of noise according to the weights.
  func change(by noise: [SIMD2<Double>]) -> SIMD2<Double> {
    zip(columns, noise).reduce(.zero) { $0 + $1.1.x * $1.0.x + $1.1.y * $1.0.y }
  }
}
