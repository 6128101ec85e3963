import MotionNumerics
import MotionPrediction
import TouchInput

/// Measures how much of a sensor's noise a predictor lets through, by playing noise to it.
///
/// White noise N(0, σ²) is added to both axes of a clean track, again and again with other draws,
/// and the predictions are compared with those of the clean track:
///
/// G² = mean over samples and axes of var over trials (p̂_noisy − p̂_clean) / σ².
///
/// The same noise on a contact held at a point gives the static jitter. Both are properties of a
/// predictor at a rate, and of a track and σ where it is not linear; a recording has no part in
/// them. For p̂ = Σ w_k p_{n−k}, G = √(Σ w²): the weights are read from the answers to single
/// disturbances of the last prediction, and are given where they explain what the noise does, to
/// 1e-7.
///
/// The trials of one predictor are those of another, so that a comparison is paired.
///
/// Cost: 2 (trials + samples) replays of the track.
package struct NoiseExperiment: Sendable {
  let track: [TouchSample]
  let warmUp: Int
  let deviation: Double
  let trials: Int
  let seed: UInt64

  /// Plans an experiment.
  ///
  /// - Parameters:
  ///   - track: The clean samples, in order of time.
  ///   - warmUp: How many of them are observed before predictions count, at least 0 and fewer than
  ///     all.
  ///   - deviation: σ, in the unit of the track, above 0 and finite.
  ///   - trials: How often noise is drawn, at least 2.
  ///   - seed: Of the noise.
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

  /// Carries the experiment out.
  ///
  /// - Parameters:
  ///   - configured: The predictor.
  ///   - context: What it knows before; its horizons are those that are asked.
  /// - Returns: A response per horizon, in their order.
  /// - Throws: `ParameterError` if the predictor cannot be made for the context.
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

/// Plays samples to a predictor and collects what it says after the warm-up.
struct NoisePlayer {
  let predictor: any Predictor
  let horizons: [Double]
  let warmUp: Int

  /// The answers, by horizon and sample from the warm-up on; nil if there is none.
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
  /// The same samples with each position moved.
  func disturbed(by noise: [SIMD2<Double>]) -> [TouchSample] {
    var result = self
    for index in indices { result[index].position += noise[index] }
    return result
  }
}

/// What a predictor makes of a sensor's noise, at one horizon.
package struct NoiseResponse: Hashable, Sendable {
  /// How far ahead, in seconds.
  package let horizon: Double
  /// The white-noise gain G: the standard deviation of what noise does to a prediction, over that
  /// of the noise; nil if nothing was predicted.
  package let gain: Double?
  /// The standard error of `gain`, from its spread over the trials.
  package let gainError: Double?
  /// √(Σ w²) of the weights of the samples in the last prediction; nil for a predictor that is not
  /// linear in them.
  package let exactGain: Double?
  /// The standard deviation of an axis of the predictions while the contact is held at a point.
  package let staticDeviation: Double?
  /// How far an axis of those predictions goes from end to end, the mean over trials and axes.
  package let staticPeakToPeak: Double?
  /// The share of predictions that the predictor did not make, 0 to 1.
  package let abstentionShare: Double
}

/// How much the predictions of a contact held at a point shake, at one horizon.
struct StaticJitter {
  private var variances: [Double] = []
  private var ranges: [Double] = []

  /// Adds the answers of one trial; one with fewer than two abstains.
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

  /// √ of the mean variance of an axis.
  var deviation: Double? { variances.mean?.squareRoot() }

  /// The mean distance of an axis from end to end.
  var peakToPeak: Double? { ranges.mean }
}
