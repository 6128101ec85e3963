import MotionNumerics
import TouchInput

/// Chromium's default predictor of pointer events: a Kalman filter of constant acceleration.
///
/// Each axis has the state [p, v, a] in pixels and milliseconds, Q = 0.01·g·gᵀ with
/// g = (Δ²/2, Δ, 1), R = 1 and P₀ = I. The Δ of every step is the mean of *all* intervals since the
/// history began (Chromium runs another Kalman filter on them, which comes to just that), never the
/// interval itself. From the fourth sample on,
///
/// p̂(h) = p_n + v·h + a·h²/2
///
/// from the newest *raw* position p_n. A gap of more than 20 ms resets everything. Q, R and P₀
/// scale alike with the unit of length, so that the gains depend on time alone and the predictor
/// needs no unit; P₀ = I makes it depend on the millisecond.
///
/// Options that some versions have:
/// - `heuristics`: a counts only where the direction of motion changed by more than 15° over the
///   newest 40 ms. Angles are not wrapped, so that crossing the ray of negative y counts as a turn of
///   360°: turning the screen changes the answer.
/// - `direction-cutoff`: abstains where v·(v + a·h) ≤ 0, that is, beyond a reversal.
///
/// Constant time. Source: Chromium, `ui/base/prediction`, KalmanPredictor, read at 5150661c (options:
/// f24a8e1, be5cd41); clean implementation from a description of its behavior. Chromium's vectors
/// are of single precision; here all is double. Within a stroke a sample dated before the newest one
/// causes a restart, and so does a state that overflowed.
package struct ChromiumKalmanPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "chromium-kalman"
  /// A one-line summary.
  package static let summary = "Chromium's Kalman filter of constant acceleration"
  /// The sources of the method.
  package static let references = ["Chromium, ui/base/prediction, KalmanPredictor, BSD-3-Clause"]

  /// The parameters of `chromium-kalman`.
  package struct Parameters: PredictorParameters {
    /// Whether acceleration counts only on turns of more than 15°.
    package var heuristics = false
    /// Whether to abstain beyond a reversal.
    package var directionCutoff = false
    /// Chromium's gap, in seconds.
    package var gap = 0.02
    /// Whether horizons beyond 25 ms are declined.
    package var isCapped = false

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .flag(
        "heuristics", get: { $0.heuristics }, set: { $0.heuristics = $1 },
        source: "Chromium kKalmanHeuristics, off",
        "Whether acceleration counts only on turns of more than 15 degrees"),
      .flag(
        "direction-cutoff", get: { $0.directionCutoff }, set: { $0.directionCutoff = $1 },
        source: "Chromium kKalmanDirectionCutOff, off",
        "Whether to abstain beyond a reversal"),
      .gap(get: { $0.gap }, set: { $0.gap = $1 }),
      .capped(get: { $0.isCapped }, set: { $0.isCapped = $1 }),
    ]
  }

  /// How many samples it takes until the filter is trusted.
  private static let stableCount = 4
  /// How much of the newest history tells a turn, in seconds.
  private static let turnHistory = 0.04
  /// The turn from which acceleration counts, in radians: 15°.
  private static let leastTurn = 15 * Double.pi / 180
  /// Milliseconds a second.
  private static let milliseconds = 1000.0

  private let parameters: Parameters
  private let rules: ChromiumRules
  private var filter = PeerKalmanFilter(initialVariance: SIMD4(1, 1, 1, 0))
  private var recent = ObservationWindow(capacity: 64)
  /// The position that the filter counts from, which keeps a resting contact exactly at rest.
  private var origin = SIMD2<Double>.zero
  /// The mean interval since the history began, in milliseconds; Chromium's own guess before one.
  package private(set) var meanInterval = defaultInterval
  private var turn = 0.0

  private static let defaultInterval = 8.0

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    var rules = ChromiumRules()
    (rules.gap, rules.isCapped) = (parameters.gap, parameters.isCapped)
    self.rules = rules
  }

  /// The filtered [p, v, a] of both axes, in pixels and milliseconds, for comparison with Chromium.
  package var states:
    (position: SIMD2<Double>, velocity: SIMD2<Double>, acceleration: SIMD2<Double>)
  {
    (origin + filter.position.lowHalf, filter.velocity.lowHalf, filter.acceleration.lowHalf)
  }

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample and updates the filter.
  package mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    guard let newest = recent.newest, !rules.isBreak(from: newest, to: sample) else {
      return restart(with: sample)
    }
    let interval = Self.milliseconds * (sample.time - newest.time)
    let before = filter.count > 1 ? meanInterval : 0
    meanInterval = before + (interval - before) / Double(filter.count)
    recent.append(sample)
    filter.update(lanes(sample), Self.model(interval: meanInterval))
    guard filter.isFinite else { return restart(with: sample) }
    if parameters.heuristics { turn = recent.unwrappedTurn(within: Self.turnHistory) }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard rules.allows(horizon), filter.count >= Self.stableCount, let newest = recent.newest else {
      return nil
    }
    let ahead = Self.milliseconds * horizon
    let velocity = filter.velocity.lowHalf
    let estimated = filter.acceleration.lowHalf
    if parameters.directionCutoff, velocity.dot(velocity + ahead * estimated) <= 0 { return nil }
    let isTurning = !parameters.heuristics || abs(turn) > Self.leastTurn
    let acceleration = isTurning ? estimated : .zero
    return Prediction(
      position: newest.position + ahead * velocity + ahead * ahead / 2 * acceleration,
      velocity: Self.milliseconds * (velocity + ahead * acceleration)
    ).carrying(newest).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    recent.removeAll()
    filter = PeerKalmanFilter(initialVariance: SIMD4(1, 1, 1, 0))
    (origin, meanInterval, turn) = (.zero, Self.defaultInterval, 0)
  }

  private mutating func restart(with sample: TouchSample) {
    reset()
    recent.append(sample)
    origin = sample.position
    filter.start(at: .zero)
  }

  private func lanes(_ sample: TouchSample) -> SIMD4<Double> {
    SIMD4(lowHalf: sample.position - origin, highHalf: .zero)
  }

  private static func model(interval: Double) -> PeerKalmanFilter.Model {
    let half = interval * interval / 2
    return PeerKalmanFilter.Model(
      transition: PeerStateMatrix(
        rows: SIMD4(1, interval, half, 0), SIMD4(0, 1, interval, 0), SIMD4(0, 0, 1, 0), .zero),
      noise: SIMD4(half, interval, 1, 0), process: 0.01, measurement: 1)
  }
}

extension ObservationWindow {
  /// By how much the direction changed from the oldest to the newest step of the last `duration`
  /// seconds, in radians, without wrapping: −2π…2π.
  ///
  /// The sum of the changes from step to step telescopes to the last direction less the first.
  /// Directions are angles from the y axis, as Chromium measures them; steps without length have
  /// none.
  fileprivate func unwrappedTurn(within duration: Double) -> Double {
    guard let newest else { return 0 }
    var first: Double?
    var last = 0.0
    for index in 0..<count where index > 0 {
      let oldest = self[index - 1]
      guard newest.time - oldest.time <= duration + ChromiumRules.halfTick else { continue }
      let step = self[index].position - oldest.position
      guard step != .zero else { continue }
      last = Elementary.arctangent(step.x, step.y)
      first = first ?? last
    }
    return last - (first ?? last)
  }
}
