import MotionNumerics
import TouchInput

/// Predicts the glide of a scroll view after the lift, with its deceleration.
///
/// In contact it says the newest position, force, altitude and azimuth, like `hold`. After the lift at
/// t_0 the velocity falls by the factor `deceleration` a millisecond, and with
/// d = 1000·ln(`deceleration`) a second,
///
/// p̂(t) = p_n + v_0·(exp(d·(t − t_0)) − 1)/d for t > t_0, approaching p_n − v_0/d,
///
/// v_0 being the mean velocity over the newest samples up to `window`, or those of `window-ms`. Recordings hold no truth after
/// a lift, so that it is a baseline for interaction and takes no part in tables of error.
///
/// Source: Hill, touch-prediction 2015, whose first baseline is a scroll view; the two customary
/// rates are UIScrollView.DecelerationRate.normal (0.998) and .fast (0.99).
package struct InertialReleasePredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "inertial-release"
  /// A one-line summary.
  package static let summary = "Holds in contact, glides on and slows down after the lift"
  /// The sources of the method.
  package static let references = [
    "Apple, UIScrollView.DecelerationRate", "Hill, touch-prediction, 2015",
  ]

  /// The parameters of `inertial-release`.
  package struct Parameters: WindowParameters {
    /// What is left of the velocity after a millisecond, 0.5…0.9999.
    package var deceleration = 0.998
    /// How many of the newest samples give the velocity at the lift, 2…64.
    package var window = 3
    /// How old these may be at most, in milliseconds; nil if `window` counts them.
    package var windowMilliseconds: Double?

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .number(
        "deceleration", get: { $0.deceleration }, set: { $0.deceleration = $1 }, in: 0.5...0.9999,
        principal: true,
        source: "UIScrollView.DecelerationRate.normal",
        "What is left of the velocity after a millisecond"),
      .window(gives: "the velocity at the lift"), .windowMilliseconds,
    ]
  }

  /// d, the logarithmic decrement a second; below 0.
  private let decrement: Double
  private var window: ObservationWindow
  private var lift: Double?

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    decrement = 1000 * Elementary.logarithm(parameters.deceleration)
    window = ObservationWindow(capacity: parameters.capacity, seconds: parameters.seconds)
  }

  /// Begins a new contact: the glide ends.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) {
    lift = nil
    window.append(sample)
  }

  /// Begins the glide.
  package mutating func endStroke(at time: Double) { lift = time.isFinite ? time : nil }

  /// Where the contact, or what it let go of, will be; nil before the first sample.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest = window.newest else { return nil }
    guard let lift, let velocity = releaseVelocity else {
      return Prediction(position: newest.position).carrying(newest).ifFinite
    }
    let gliding = max(newest.time + horizon - lift, 0)
    let distance = Elementary.exponentialMinusOne(decrement * gliding) / decrement
    return Prediction(
      position: newest.position + distance * velocity,
      velocity: Elementary.exponential(decrement * gliding) * velocity
    ).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    window.removeAll()
    lift = nil
  }

  private var releaseVelocity: SIMD2<Double>? {
    guard let newest = window.newest, newest.time > window[0].time else { return nil }
    return (newest.position - window[0].position) / (newest.time - window[0].time)
  }
}
