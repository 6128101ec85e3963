import MotionNumerics
import TouchInput

/// Calibrates uncertainty regions to their stated coverage, from a predictor's past errors.
///
/// For each horizon of the context it stores each prediction until its target time is reached, and then
/// normalizes the length of the error so that strokes are as comparable as possible:
///
/// - b = ½(v·h + ‖p̂ − p_n‖) + 0.3·q, v being the mean speed over the newest 4 samples and q the
///   shortest step between two samples so far, and S = √(b·b̄), b̄ the running mean of b;
/// - z = ln(‖e‖/S) − c, c = slow mean of ln(‖e‖/S) + ½·(fast mean of the remainder in this stroke);
/// - ‖e‖ is measured along and across the motion with the ratio of axes that past errors had.
///
/// The quantiles of z are tracked (`LevelTracker`) in five classes: the first 4 samples of a stroke, the
/// next 6, and then by b/b̄ below ½, below 1½, above. So a region is stated as soon as the contact has
/// moved, with quantiles that were found on recordings of many devices; after some hundred samples they
/// are those of the device and the predictor at hand. No scale has to be known.
///
/// To use it in a predictor of your own, hold one, call `observe(_:predicted:)` after the predictor has
/// observed a sample, `beginStroke` and `reset` with the predictor's, and `state(in:ahead:)` on an answer.
/// What was learned is kept across strokes. Cost for H horizons: H predictions and about 4 H logarithms per
/// sample, 6 exponentials per answer; nothing is allocated once the number of pending predictions has
/// reached its maximum.
package struct RegionTracker: Sendable {
  /// For how far ahead errors are learned, in seconds.
  package let horizons: [Double]
  private let memory: Double
  private var slots: [RegionSlot]
  private var recent = ObservationWindow(capacity: 4)
  /// What predictions are seen from since the newest sample; nil before the first of the stroke.
  private var viewpoint: RegionViewpoint?
  /// The shortest step between two samples, above 0; 0 before there is one.
  private var leastStep = 0.0
  /// The number of samples in the stroke so far.
  private var age = 0

  /// Creates a tracker that has seen nothing.
  ///
  /// - Parameters:
  ///   - context: Its horizons are those that errors are learned for.
  ///   - memory: How many errors the quantiles look back, 1 or more.
  package init(_ context: PredictorContext, memory: Double = Self.usualMemory) {
    horizons = context.learnedHorizons
    self.memory = memory
    slots = horizons.map { RegionSlot(horizon: $0) }
  }

  /// The memory unless another is given.
  package static let usualMemory = 300.0

  /// Begins a new contact: discards pending predictions and keeps what was learned.
  package mutating func beginStroke() {
    recent.removeAll()
    viewpoint = nil
    age = 0
    for index in slots.indices { slots[index].beginStroke() }
  }

  /// Forgets everything.
  package mutating func reset() {
    recent.removeAll()
    viewpoint = nil
    age = 0
    leastStep = 0
    for index in slots.indices { slots[index].reset() }
  }

  /// Learns from predictions for times up to a sample, and records new ones.
  ///
  /// - Parameters:
  ///   - sample: The newest sample, finite, after the predictor has observed it.
  ///   - predicted: What the predictor says at a horizon, and which of `horizons` it is; nil if it abstains.
  package mutating func observe(
    _ sample: TouchSample, predicted: (_ horizon: Double, _ slot: Int) -> SIMD2<Double>?
  ) {
    if let before = recent.newest { settle(from: before, to: sample) }
    recent.append(sample)
    let viewpoint = recent.newest.map { newest in
      RegionViewpoint(
        newest: newest.position, first: recent[0].position, speed: recent.speed ?? 0,
        leastStep: leastStep)
    }
    self.viewpoint = viewpoint
    for index in slots.indices {
      let horizon = slots[index].horizon
      guard let position = predicted(horizon, index),
        let view = viewpoint?.view(of: position, ahead: horizon)
      else { continue }
      slots[index].expect(position, view, age: age, at: sample.time)
    }
    age += 1
  }

  private mutating func settle(from before: TouchSample, to sample: TouchSample) {
    let step = (sample.position - before.position).length
    if step > 0, leastStep == 0 || step < leastStep { leastStep = step }
    guard sample.time >= before.time else {
      for index in slots.indices { slots[index].drop() }
      return
    }
    guard sample.time > before.time else { return }
    for index in slots.indices {
      slots[index].settle(from: before, to: sample, leastStep: leastStep, memory: memory)
    }
  }

  /// Writes the region of a prediction into it: covariance, radii and confidence.
  ///
  /// The covariance is that of the normal distribution with the same 90 % region, so that it is useful on
  /// its own. Without a region, before the contact has first moved, all three are nil. An answer for now
  /// or the past, h ≤ 0, is unchanged.
  ///
  /// - Parameters:
  ///   - prediction: The answer, whose position has been written.
  ///   - horizon: For how far ahead it is, in seconds.
  package func state(in prediction: inout Prediction, ahead horizon: Double) {
    guard horizon > 0 else { return }
    (prediction.covariance, prediction.radii, prediction.confidence) = (nil, nil, nil)
    guard let viewpoint, let view = viewpoint.view(of: prediction.position, ahead: horizon)
    else { return }
    let slot = horizons.index(nearestTo: horizon)
    // The answers of the newest sample belong to the age that it had.
    guard let region = slots[slot].region(view, ahead: horizon, age: age - 1) else { return }
    prediction.covariance = region.covariance
    prediction.radii = region.radii
    prediction.gainConfidence(from: viewpoint.newest)
  }
}

/// The newest samples, as predictions are seen from them.
private struct RegionViewpoint: Sendable {
  var newest: SIMD2<Double>
  /// The oldest of the newest 4 samples.
  var first: SIMD2<Double>
  /// v, the mean speed over these.
  var speed: Double
  /// q, the shortest step.
  var leastStep: Double

  /// Returns how a prediction looks from here; nil without a length to measure it by.
  func view(of position: SIMD2<Double>, ahead horizon: Double) -> RegionView? {
    let lead = position - newest
    let base = 0.5 * (speed * horizon + lead.length) + 0.3 * leastStep
    guard base > 0, base.isFinite else { return nil }
    let motion = lead.length > leastStep ? lead : newest - first
    let length = motion.length
    return RegionView(base: base, direction: length > 0 ? motion / length : .zero)
  }
}

/// How a prediction looks from the samples that it was made of.
struct RegionView {
  /// b, the length that its error is compared with first.
  var base: Double
  /// The direction of the motion, of length 1, or 0 if there is none.
  var direction: SIMD2<Double>
}

extension Array where Element == Double {
  /// The index of the horizon, in seconds, that is nearest to another, the first of two that are equally
  /// near; 0 for an empty array.
  func index(nearestTo wanted: Double) -> Int {
    var nearest = 0
    for index in indices
    where abs(self[index] - wanted) < abs(self[nearest] - wanted) - TimeTolerance.seconds {
      nearest = index
    }
    return nearest
  }
}
