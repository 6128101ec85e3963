import MotionNumerics
import TouchInput

/// The Kalman predictor of google/ink-stroke-modeler, with its confidence.
///
/// Each axis has the state [p, v, a, j] per sample: every interval counts as 1, with the transition's
/// first row (1, 1, 1/2, 1/6), Q = q·g·gᵀ, g = (1/6, 1/2, 1, 1), P₀ = I, in centimeters, with
/// q = 0.00026458 and R = 0.026458 (a pixel of 1/96 inch). From the fourth sample on the state is
/// brought to seconds by the mean interval Δ̄ of the newest 20 samples, v/Δ̄, a/(2Δ̄²), j/(10Δ̄³), the
/// halves and tenths being its weights of acceleration and jerk, and
///
/// p̂(h) = p + v·s + a·s²/2 + j·s³/6   with s = min(h, n/180 s),  n = ⌈180 Hz · h · confidence⌉,
///
/// that is, its points at 180 Hz with the cubic between them, and beyond its last point that point.
/// The horizon asked for is taken for its prediction interval, as an application would set it.
///
/// `count`: the library divides the time of N samples, which is N − 1 intervals, by N
/// (`published`), so that every velocity is N/(N − 1) too great: 5 % with 20 samples, 33 % with 4.
/// `corrected` divides by N − 1.
///
/// confidence = min(1, N/20) · (1 − |p_n − p|/0.04 cm) · (mean speed of the prediction, 3 to 15 cm/s)
/// · (0.4 to 1, less the more the cubic's end leaves the line, up to 0.2 cm), each held within 0…1; N
/// counts all samples. With confidence 0 the answer is the filtered present, p. The past is not
/// answered.
///
/// Constant time. Source: google/ink-stroke-modeler, read at 3fa5129, with the parameters that it
/// recommends; clean implementation from a description of its behavior, in double precision as
/// there. Of its pipeline only the prediction is here: no wobble smoothing, no spring. A sample dated
/// before the newest one, which the library refuses, causes a restart, and so does a state that overflowed.
package struct InkStrokeModelerPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "ink-stroke-modeler"
  /// A one-line summary.
  package static let summary = "Google's ink-stroke-modeler: constant jerk, horizon by confidence"
  /// The sources of the method.
  package static let references = ["google/ink-stroke-modeler, KalmanPredictor, Apache-2.0"]
  /// Centimeters, the unit of the recommended parameters: 0.1 to the millimeter.
  package static let unitsPerMillimeter: Double? = 0.1

  /// What the time of the newest samples is divided by.
  package enum Count: String, CaseIterable, Sendable {
    /// The number of samples, as the library does.
    case published
    /// The number of intervals.
    case corrected
  }

  /// The parameters of `ink-stroke-modeler`.
  package struct Parameters: PredictorParameters {
    /// What the time of the newest samples is divided by.
    package var count = Count.published
    /// Whether confidence shortens the horizon.
    package var usesConfidence = true

    /// Creates the defaults: as published.
    package init() {}

    /// Creates parameters.
    package init(count: Count, usesConfidence: Bool = true) {
      self.count = count
      self.usesConfidence = usesConfidence
    }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .choice(
        "count", get: { $0.count }, set: { $0.count = $1 }, principal: true,
        source: "ink-stroke-modeler at 3fa5129",
        "What the time of the newest samples is divided by: their number, or that of intervals"),
      .flag(
        "confidence", get: { $0.usesConfidence }, set: { $0.usesConfidence = $1 },
        source: "ink-stroke-modeler",
        "Whether confidence shortens the horizon"),
    ]
  }

  private let parameters: Parameters
  private var filter = PeerKalmanFilter(initialVariance: .one)
  private var origin = SIMD2<Double>.zero
  private var recent = ObservationWindow(capacity: 20)

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
    guard let newest = recent.newest, sample.time >= newest.time else {
      return restart(with: sample)
    }
    recent.append(sample)
    filter.update(lanes(sample), Self.model)
    if !filter.isFinite { restart(with: sample) }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, horizon >= 0, let state, let newest = recent.newest else { return nil }
    let confidence = confidence(of: state, ahead: horizon, raw: newest.position)
    var reach = horizon
    if parameters.usesConfidence {
      let points = (horizon * Self.rate * confidence - Self.stepTolerance).rounded(.up)
      reach = min(horizon, max(points, 0) / Self.rate)
    }
    return Prediction(
      position: state.position(after: reach), velocity: state.velocity(after: reach),
      confidence: confidence
    ).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    recent.removeAll()
    filter = PeerKalmanFilter(initialVariance: .one)
    origin = .zero
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
}

// MARK: - State and confidence

extension InkStrokeModelerPredictor {
  /// The filter's [p, v, a, j] of both axes, per sample, for comparison with the library.
  package var states: [SIMD2<Double>] {
    [
      origin + filter.position.lowHalf, filter.velocity.lowHalf, filter.acceleration.lowHalf,
      filter.jerk.lowHalf,
    ]
  }

  /// The weighted state in seconds; nil before the fourth sample and where all have one time.
  package var state: CubicMotion? {
    guard filter.count >= Self.stableCount, let newest = recent.newest else { return nil }
    let intervals = parameters.count == .published ? recent.count : recent.count - 1
    let interval = (newest.time - recent[0].time) / Double(intervals)
    guard interval > 0 else { return nil }
    let square = interval * interval
    return CubicMotion(
      position: origin + filter.position.lowHalf, velocity: filter.velocity.lowHalf / interval,
      acceleration: Self.accelerationWeight * filter.acceleration.lowHalf / square,
      jerk: Self.jerkWeight * filter.jerk.lowHalf / (square * interval))
  }

  private func confidence(
    of state: CubicMotion, ahead horizon: Double, raw: SIMD2<Double>
  ) -> Double {
    let samples = min(Double(filter.count) / Self.desiredCount, 1)
    let distance = (raw - state.position).length
    let agreement = 1 - ramp(distance, from: 0, to: Self.estimationDistance)
    guard horizon > 0 else { return samples * agreement }
    let end = state.position(after: horizon)
    let speed = (end - state.position).length / horizon
    let deviation = (end - (state.position + horizon * state.velocity)).length
    let linearity = 1 - ramp(deviation, from: 0, to: Self.linearDeviation)
    let straightness = Self.baselineLinearity + (1 - Self.baselineLinearity) * linearity
    return samples * agreement * ramp(speed, from: Self.slow, to: Self.fast) * straightness
  }

  /// How many samples it takes until the filter is trusted.
  private static let stableCount = 4
  /// How many samples full confidence takes.
  private static let desiredCount = 20.0
  /// The distance of filter and raw position at which nothing is left of the confidence, in cm.
  private static let estimationDistance = 0.04
  /// Speeds between which confidence rises, in cm/s.
  private static let (slow, fast) = (3.0, 15.0)
  /// The distance of the cubic's end from the line's at which confidence is at its baseline, in cm.
  private static let linearDeviation = 0.2
  /// What is left of the confidence in a motion that is not straight.
  private static let baselineLinearity = 0.4
  /// How much of acceleration and jerk is believed.
  private static let (accelerationWeight, jerkWeight) = (0.5, 0.1)
  /// Points a second.
  private static let rate = 180.0
  /// The share of a step by which rounding may exceed a whole number of steps.
  private static let stepTolerance = 1e-9

  private static let model = model(process: 0.00026458, measurement: 0.026458)

  /// The library's model with the given variances of process and measurement.
  package static func model(process: Double, measurement: Double) -> PeerKalmanFilter.Model {
    PeerKalmanFilter.Model(
      transition: PeerStateMatrix(
        rows: SIMD4(1, 1, 0.5, 1.0 / 6), SIMD4(0, 1, 1, 0.5), SIMD4(0, 0, 1, 1),
        SIMD4(0, 0, 0, 1)),
      noise: SIMD4(1.0 / 6, 0.5, 1, 1), process: process, measurement: measurement)
  }
}

/// A motion of constant jerk: p + v·t + a·t²/2 + j·t³/6.
package struct CubicMotion: Hashable, Sendable {
  /// Where it is at time 0.
  package var position: SIMD2<Double>
  /// The velocity at time 0, a second.
  package var velocity: SIMD2<Double>
  /// The acceleration at time 0.
  package var acceleration: SIMD2<Double>
  /// The jerk.
  package var jerk: SIMD2<Double>

  /// Where it is after `time` seconds.
  package func position(after time: Double) -> SIMD2<Double> {
    position + time * (velocity + time / 2 * (acceleration + time / 3 * jerk))
  }

  /// How fast it is after `time` seconds.
  package func velocity(after time: Double) -> SIMD2<Double> {
    velocity + time * (acceleration + time / 2 * jerk)
  }
}
