import MotionNumerics
import MotionPrediction
import TouchInput

/// Measures how much sensor noise a predictor passes on, by adding noise to a track.
///
/// White noise N(0, σ²) is added to both axes of a clean track in many trials, and the predictions
/// are compared with those for the clean track:
///
/// G² = mean over samples and axes of var over trials (p̂_noisy − p̂_clean) / σ².
///
/// The same noise on a resting contact gives the static jitter. Both are properties of a predictor
/// at a sample rate, and of the track and σ if it is not linear. For p̂ = Σ w_k p_{n−k}, G = √(Σ
/// w²); the weights are the effects of single disturbances on the last prediction, and are reported
/// if they explain the effect of the noise to 1e-7.
///
/// All predictors see the same trials, so comparisons are paired.
///
/// Cost: 2 (trials + samples) replays of the track.
package struct NoiseExperiment: Sendable {
  let track: [TouchSample]
  let warmUp: Int
  let deviation: Double
  let trials: Int
  let seed: UInt64

  /// Creates an experiment.
  ///
  /// - Parameters:
  ///   - track: The clean samples, in order of time.
  ///   - warmUp: The number of samples to observe before predictions count, at least 0 and fewer
  ///     than all.
  ///   - deviation: σ, in the unit of the track, above 0 and finite.
  ///   - trials: The number of trials, at least 2.
  ///   - seed: The seed of the noise.
  /// - Precondition: As stated.
  package init(
    track: [TouchSample], warmUp: Int, deviation: Double, trials: Int, seed: UInt64
  ) {
    precondition(warmUp >= 0 && warmUp < track.count, "no sample is left after the warm-up")
    precondition(deviation > 0 && deviation.isFinite, "\(deviation) is no standard deviation")
    precondition(trials >= 2, "\(trials) trials have no spread")
    self.track = track
    self.warmUp = warmUp
    self.deviation = deviation
    self.trials = trials
    self.seed = seed
  }

  /// Runs the experiment.
  ///
  /// - Parameters:
  ///   - configured: The predictor.
  ///   - context: The predictor's context, with the horizons to predict at.
  /// - Returns: A response per horizon, in order.
  /// - Throws: `ParameterError` if the predictor cannot be created for the context.
  package func responses(
    of configured: ConfiguredPredictor, in context: PredictorContext
  ) throws(ParameterError) -> [NoiseResponse] {
    let player = NoisePlayer(
      predictor: try configured.make(context), horizons: context.horizons, warmUp: warmUp)
    let clean = player.answers(to: track)
    var held = track
    for index in held.indices { held[index].position = track[track.count - 1].position }
    var gains = clean.map { NoiseGain(clean: $0) }
    var jitters = clean.map { _ in StaticJitter() }
    var random = Xoshiro256StarStar(seed: seed)
    for _ in 0..<trials {
      let noise = track.map { _ in SIMD2(random.nextNormal(), random.nextNormal()) * deviation }
      let moving = player.answers(to: track.disturbed(by: noise))
      let still = player.answers(to: held.disturbed(by: noise))
      for slot in clean.indices {
        gains[slot].add(moving[slot], noise: noise)
        jitters[slot].add(still[slot])
      }
    }
    let weights = SampleWeights.all(of: player, on: track, size: deviation)
    return clean.indices.map { slot in
      NoiseResponse(
        horizon: context.horizons[slot], gain: gains[slot].gain(over: deviation),
        gainError: gains[slot].error(over: deviation),
        exactGain: weights[slot].flatMap { gains[slot].exactGain(by: $0, over: deviation) },
        staticDeviation: jitters[slot].deviation, staticPeakToPeak: jitters[slot].peakToPeak,
        abstentionShare: gains[slot].abstentionShare)
    }
  }
}

/// Shows samples to a predictor and collects its predictions after the warm-up.
struct NoisePlayer {
  let predictor: any Predictor
  let horizons: [Double]
  let warmUp: Int

  /// Returns the predictions after the warm-up, by horizon and sample; nil if the predictor
  /// abstained.
  func answers(to samples: [TouchSample]) -> [[SIMD2<Double>?]] {
    var predictor = predictor
    var result = horizons.map { _ in [SIMD2<Double>?]() }
    var replies: [Prediction?] = []
    predictor.beginStroke()
    for (index, sample) in samples.enumerated() {
      predictor.observe(sample)
      guard index >= warmUp else { continue }
      predictor.predict(ahead: horizons, into: &replies)
      for slot in horizons.indices { result[slot].append(replies[slot]?.position) }
    }
    return result
  }
}

extension [TouchSample] {
  /// Returns the samples with noise added to each position.
  func disturbed(by noise: [SIMD2<Double>]) -> [TouchSample] {
    var result = self
    for index in indices { result[index].position += noise[index] }
    return result
  }
}

/// The response of a predictor to sensor noise, at one horizon.
package struct NoiseResponse: Hashable, Sendable {
  /// How far ahead, in seconds.
  package let horizon: Double
  /// The white-noise gain G: the standard deviation that noise causes in a prediction, divided by
  /// that of the noise; nil if nothing was predicted.
  package let gain: Double?
  /// The standard error of `gain`, from its spread over the trials.
  package let gainError: Double?
  /// √(Σ w²) of the samples' weights in the last prediction; nil if the predictor is not linear.
  package let exactGain: Double?
  /// The standard deviation per axis of predictions for a resting contact.
  package let staticDeviation: Double?
  /// The peak-to-peak range per axis of those predictions, averaged over trials and axes.
  package let staticPeakToPeak: Double?
  /// The share of abstentions, 0 to 1.
  package let abstentionShare: Double
}

/// The jitter of predictions for a resting contact, at one horizon.
struct StaticJitter {
  private var variances: [Double] = []
  private var ranges: [Double] = []

  /// Adds the predictions of one trial; fewer than two are ignored.
  mutating func add(_ answers: [SIMD2<Double>?]) {
    let places = answers.compactMap(\.self)
    guard places.count > 1 else { return }
    let count = Double(places.count)
    let mean = places.reduce(.zero, +) / count
    let square = places.reduce(0) { $0 + ($1 - mean).squaredLength }
    variances.append(square / (2 * (count - 1)))
    let low = places.reduce(places[0]) { pointwiseMin($0, $1) }
    let high = places.reduce(places[0]) { pointwiseMax($0, $1) }
    ranges.append((high - low).sum() / 2)
  }

  /// The square root of the mean variance per axis.
  var deviation: Double? { variances.mean?.squareRoot() }

  /// The mean peak-to-peak range per axis.
  var peakToPeak: Double? { ranges.mean }
}
