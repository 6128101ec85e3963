import MotionNumerics
import TouchInput

/// Android's `androidx.input.motionprediction`: a Kalman filter that counts samples, not time.
///
/// The axes x, y and force each have the state [p, v, a, j] per *sample*: every interval counts as 1,
/// with the transition's first row (1, 1, 1/2, 0.16), Q = 0.01·g·gᵀ, g = (0.16, 1/2, 1, 1), R = 1,
/// P₀ = I. From the fourth sample on, with Δ the mean of the first twenty intervals, it lists
/// n = ⌈h/Δ · confidence⌉ points ahead of the newest *raw* position, one interval Δ apart, stepping
/// a ← a + 0.1·j, v ← v + a/2, p ← p + v, which comes to
///
/// p_k = p_n + k·v + k(k+1)/4·a + k(k+1)(k+2)/120·j.
///
/// confidence = (speed ramp) · (1 − jerk ramp): for a finger the speed |v|/Δ from 0 to 2 px/ms and
/// |j| from 0.02 to 0.2 px; for a stylus 1 at any speed above 0 and |j| from 0.1 to 0.2 px. Strategy
/// `safe` lists at least one point, `aggressive` sets the confidence to 1. The pixel is Android's dp,
/// 1/160 inch.
///
/// A horizon between two points is read on the straight line between them, as ink is drawn; beyond
/// the last point that confidence allowed, at that point; if the list is empty, it abstains.
/// h = 0 is the newest raw position; the past is not answered. Force is predicted with its velocity
/// and bounded to 0…1 while every sample carries it; tilt and azimuth are copied.
///
/// A sample at the position of the last one and no more than 20 ms after it is passed over (a
/// duplicate that ARC++ makes). A sample dated before the newest one causes a restart, and so does a state
/// that overflowed. Left out: lists never get shorter while they are shown there, which would make
/// an answer depend on earlier questions; a first event at time 0 counts as none there.
///
/// Constant time. Source: androidx input-motionprediction, read at 62575c42, a9b06aaf and 5449b5c6;
/// clean implementation from a description of its behavior, in double precision as there.
package struct AndroidxPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "androidx-motionprediction"
  /// A one-line summary.
  package static let summary = "Android's library: constant jerk per sample, horizon by confidence"
  /// The sources of the method.
  package static let references = ["androidx.input:input-motionprediction, Apache-2.0"]
  /// Android's density-independent pixels to the millimeter: 160 to the inch.
  package static let unitsPerMillimeter: Double? = 160 / 25.4

  /// What the confidence is made for.
  package enum Tool: String, CaseIterable, Sendable {
    /// A finger: slow motion and jerk shorten the list.
    case finger
    /// A stylus and everything else: only strong jerk does.
    case stylus
  }

  /// How bold the list is.
  package enum Strategy: String, CaseIterable, Sendable {
    /// At least one point.
    case safe
    /// As many points as confidence allows.
    case balanced
    /// As if confidence were 1.
    case aggressive
  }

  /// The parameters of `androidx-motionprediction`.
  package struct Parameters: PredictorParameters {
    /// What the confidence is made for.
    package var tool = Tool.finger
    /// How bold the list is.
    package var strategy = Strategy.balanced
    /// Whether horizons beyond 32 ms are declined.
    package var isCapped = false

    /// Creates the defaults: a finger, balanced.
    package init() {}

    /// Creates parameters.
    package init(tool: Tool, strategy: Strategy) {
      self.tool = tool
      self.strategy = strategy
    }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .choice(
        "tool", get: { $0.tool }, set: { $0.tool = $1 }, principal: true,
        source: "nextpoint; Android takes it from the event",
        "What touches the surface, which sets how confidence is found"),
      .choice(
        "strategy", get: { $0.strategy }, set: { $0.strategy = $1 }, principal: true,
        source: "androidx, BALANCED",
        "How bold the list of points is"),
      .flag(
        "capped", get: { $0.isCapped }, set: { $0.isCapped = $1 },
        source: "off, so that long horizons show the predictor itself; androidx stops at 32 ms",
        "Whether horizons beyond 32 ms are declined"),
    ]
  }

  private let parameters: Parameters
  private var filter = PeerKalmanFilter(initialVariance: .one)
  private var origin = SIMD2<Double>.zero
  /// The newest sample that the filter took in.
  private var anchor: TouchSample?
  /// The time of the newest sample, taken in or passed over.
  private var newestTime = 0.0
  private var hasForce = false
  private var intervalCount = 0
  private var intervalSum = 0.0

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
  }

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample and updates the filter.
  package mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    guard let anchor, sample.time >= newestTime else { return restart(with: sample) }
    newestTime = sample.time
    let interval = sample.time - anchor.time
    let isDuplicate = sample.position == anchor.position && interval <= Self.duplicateInterval
    guard !isDuplicate else { return }
    if intervalCount < Self.ratedIntervals {
      intervalSum += interval
      intervalCount += 1
    }
    hasForce = hasForce && sample.hasForce
    self.anchor = sample
    filter.update(lanes(sample), Self.model)
    if !filter.isFinite { restart(with: sample) }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let anchor, filter.count >= Self.stableCount, interval > 0,
      !(parameters.isCapped && horizon > Self.longestHorizon + Self.halfTick)
    else { return nil }
    let target = horizon + (newestTime - anchor.time)
    guard target >= 0 else { return nil }
    let count = pointCount(target)
    guard count > 0 || target == 0 else { return nil }
    let steps = min(target / interval, count)
    let lower = steps.rounded(.down)
    let (before, after) = (point(lower), point(lower + 1))
    let offset = before + (steps - lower) * (after - before)
    var prediction = Prediction(
      position: anchor.position + offset.lowHalf,
      velocity: (after - before).lowHalf / interval,
      confidence: confidence.isFinite ? confidence : nil)
    if hasForce, let force = anchor.force {
      prediction.force = min(max(force + steps * filter.velocity.z, 0), 1)
    }
    return prediction.carrying(anchor).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    filter = PeerKalmanFilter(initialVariance: .one)
    (anchor, origin, newestTime) = (nil, .zero, 0)
    (hasForce, intervalCount, intervalSum) = (false, 0, 0)
  }

  private mutating func restart(with sample: TouchSample) {
    reset()
    anchor = sample
    newestTime = sample.time
    origin = sample.position
    hasForce = sample.hasForce
    filter.start(at: lanes(sample))
  }

  /// The axes from the first position, which keeps a resting contact exactly at rest.
  private func lanes(_ sample: TouchSample) -> SIMD4<Double> {
    SIMD4(
      lowHalf: sample.position - origin,
      highHalf: SIMD2(sample.hasForce ? sample.force ?? 0 : 0, 0))
  }
}

// MARK: - The list of points

extension AndroidxPredictor {
  /// How many points are listed up to `target` seconds after the newest sample of the filter.
  package func pointCount(_ target: Double) -> Double {
    let wanted = (target / interval * confidence - Self.stepTolerance).rounded(.up)
    // A stylus at rest has a confidence of 0/0, which counts as no points.
    let count = max(wanted.isFinite ? wanted : 0, 0)
    return parameters.strategy == .safe ? max(count, 1) : count
  }

  /// The mean interval, in seconds, by which points are spaced.
  package var interval: Double { intervalSum / Double(max(intervalCount, 1)) }

  /// The filter's [p, v, a, j] of both axes, per sample, for comparison with androidx.
  package var states: [SIMD2<Double>] {
    [
      origin + filter.position.lowHalf, filter.velocity.lowHalf, filter.acceleration.lowHalf,
      filter.jerk.lowHalf,
    ]
  }

  /// The filter's newest gain, for comparison with androidx.
  package var gain: SIMD4<Double> { filter.gain }

  /// Point `step` of the list, from the newest raw position.
  private func point(_ step: Double) -> SIMD4<Double> {
    let pair = step * (step + 1)
    return step * filter.velocity + pair / 4 * filter.acceleration
      + pair * (step + 2) / 120 * filter.jerk
  }

  /// The confidence, or what the strategy makes of it; NaN for a stylus without speed.
  private var confidence: Double {
    if parameters.strategy == .aggressive { return 1 }
    let speed = filter.velocity.lowHalf.length / (1000 * interval)
    let jerk = filter.jerk.lowHalf.length
    switch parameters.tool {
    case .finger: return ramp(speed, from: 0, to: 2) * (1 - ramp(jerk, from: 0.02, to: 0.2))
    case .stylus: return (speed > 0 ? 1 : .nan) * (1 - ramp(jerk, from: 0.1, to: 0.2))
    }
  }

  /// How many samples it takes until the filter is trusted.
  private static let stableCount = 4
  /// How many intervals give the report rate, which then stays.
  private static let ratedIntervals = 20
  /// A sample at the last position and no more than this many seconds later is a duplicate.
  private static let duplicateInterval = 0.02 + halfTick
  /// The longest horizon that androidx asks for, in seconds.
  private static let longestHorizon = 0.032
  /// Half a microsecond: Android's times are whole milliseconds or finer, ours differences of seconds.
  private static let halfTick = 0.5e-6
  /// The share of a step by which rounding may exceed a whole number of steps.
  private static let stepTolerance = 1e-6

  private static let model = PeerKalmanFilter.Model(
    transition: PeerStateMatrix(
      rows: SIMD4(1, 1, 0.5, 0.16), SIMD4(0, 1, 1, 0.5), SIMD4(0, 0, 1, 1), SIMD4(0, 0, 0, 1)),
    noise: SIMD4(0.16, 0.5, 1, 1), process: 0.01, measurement: 1)
}

extension TouchSample {
  /// Whether there is a finite force.
  fileprivate var hasForce: Bool { force?.isFinite ?? false }
}
