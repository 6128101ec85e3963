import MotionNumerics
import TouchInput

/// Extrapolates position, velocity and higher derivatives that a Kalman filter estimates.
///
/// The models are constant velocity, acceleration and jerk, Singer's decaying acceleration and a
/// decaying velocity, by default with continuous white noise, which is right for uneven clocks: a
/// step divided in two has the same effect. Both axes share covariance and gain (`PlanarKalmanFilter`).
///
/// No unit of length is needed: the ratio of process noise to measurement noise, which alone decides
/// the gain, is given as a time, `response` (see `RelativeNoise`), and the measurement noise itself,
/// which decides only the covariance that is given out, is estimated from the innovations where it is
/// not known: σ̂² is the mean of ‖ν‖²/(2s) over the newest 32. The first innovations, as many as the
/// model has derivatives beside position, only find the state and are left out; until one more has
/// come no covariance is given, unless `measurement-noise` is.
///
/// - A stroke begins with its first sample as position, with variance R, and derivatives 0 ± `prior`.
///   It abstains before two samples with different times.
/// - After a gap longer than `gap`, and after numbers that overflow, the filter restarts; within
///   it, uncertainty grows with the step as the model says, so that nothing special is needed.
/// - A sample with the time of the newest is a second measurement of the same moment. One dated before
///   others replaces them: the filter reruns over the up to 16 samples that remain.
/// - `adaptive`: after each innovation the process noise is multiplied by exp(r/4), r being the
///   correlation of successive innovations (Mehra): too slow a filter has r > 0. It stays within 1/100
///   to 100 times that of `response`, and restarts with every stroke. (Residual-based estimates
///   of R such as Mohamed and Schwarz's, doi:10.1007/s001900050236, cannot do this here: with unknown
///   scale they agree with every ratio of noises.)
/// - The covariance is isotropic, that of the contact's position; a report scatters by R more. With it
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes are extrapolated along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Cost of `observe`: about 400 operations; of `predict`: about 60.
public struct KalmanPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  public static let kind = "kalman"
  /// A one-line summary.
  public static let summary =
    "Kalman filter: constant velocity, acceleration or jerk, Singer's or a damped model"
  /// The sources of the method.
  public static let references = [
    "Kalman 1960, doi:10.1115/1.3662552",
    "Bar-Shalom, Li, Kirubarajan 2001, Estimation with Applications to Tracking and Navigation, "
      + "doi:10.1002/0471221279",
    "Singer 1970, doi:10.1109/TAES.1970.310128",
    "Mehra 1970, doi:10.1109/TAC.1970.1099422",
  ]

  private let noise: RelativeNoise
  private let parameters: Parameters
  private var trail = SampleTrail(capacity: 16)
  private var origin = SIMD2<Double>.zero
  private var filter: PlanarKalmanFilter
  private var repeatedSteps = KinematicSteps()
  private var statistics = InnovationStatistics(memory: 32)
  private var steps = 0
  private var adaptation = 0.0

  /// Creates a predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    noise = RelativeNoise(
      kind: parameters.model, excitation: parameters.noise, response: parameters.response,
      decay: parameters.decay, prior: parameters.prior)
    filter = noise.filter(at: .zero)
  }

  /// Begins a new contact and clears all state.
  public mutating func beginStroke() {
    trail.removeAll()
    repeatedSteps.removeAll()
    steps = 0
  }

  /// Observes the next sample.
  public mutating func observe(_ sample: TouchSample) {
    let previous = trail.count > 0 ? trail.newest : nil
    switch trail.append(sample) {
    case .refused: return
    case .inOrder: take(trail.newest, after: previous)
    case .late:
      take(trail[0], after: nil)
      for index in 1..<trail.count { take(trail[index], after: trail[index - 1]) }
    }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, steps > 0 else { return nil }
    let newest = trail.newest.position
    let forecast =
      switch parameters.anchor {
      case .newest: filter.forecast(after: horizon, from: newest - origin)
      case .state: filter.forecast(after: horizon)
      }
    var prediction = Prediction(position: origin + forecast.position)
    prediction.velocity = forecast.velocity
    if let unit = measurementVariance {
      let variance = unit * forecast.variance
      prediction.covariance = PositionCovariance(xx: variance, xy: 0, yy: variance)
      prediction.gainConfidence(from: newest)
    }
    trail.attribute(&prediction, newest: PenAttributes.usualCount, ahead: horizon)
    return prediction.isFinite ? prediction : nil
  }

  /// Returns only the position of `predict(ahead:)`, without noise and covariance.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard abs(horizon) <= KalmanSafety.longestHorizon, steps > 0, filter.isFarFromOverflow,
      (measurementVariance ?? 0) < KalmanSafety.greatestSquare
    else { return predict(ahead: horizon)?.position }
    return switch parameters.anchor {
    case .newest: origin + filter.position(after: horizon, from: trail.newest.position - origin)
    case .state: origin + filter.position(after: horizon)
    }
  }

  /// Resets the predictor to its initial state.
  public mutating func reset() { beginStroke() }

  private var measurementVariance: Double? {
    parameters.measurementNoise > 0
      ? parameters.measurementNoise * parameters.measurementNoise : statistics.scale
  }

  private mutating func take(_ sample: SampleTrail.Point, after previous: SampleTrail.Point?) {
    guard let previous, sample.time - previous.time <= parameters.gap + TimeTolerance.seconds
    else {
      return start(at: sample.position)
    }
    let step = sample.time - previous.time
    repeatedSteps.advance(&filter, by: step, to: sample.time)
    let innovation = filter.update(with: sample.position - origin)
    guard filter.isFinite, innovation.normalizedSquare.isFinite else {
      return start(at: sample.position)
    }
    if steps >= noise.model.order - 1 {
      statistics.add(innovation)
      if parameters.adaptive { adapt() }
    }
    if step > 0 { steps += 1 }
  }

  private mutating func start(at position: SIMD2<Double>) {
    origin = position
    filter = noise.filter(at: .zero)
    statistics.removeAll()
    steps = 0
    adaptation = 0
  }

  private mutating func adapt() {
    let next = adaptation + Self.adaptationRate * statistics.correlation
    adaptation = min(max(next, -Self.adaptationLimit), Self.adaptationLimit)
    filter.model.density = noise.model.density * Elementary.exponential(adaptation)
  }

  /// The share of a correlation that is added to the logarithm of the process noise.
  private static let adaptationRate = 0.25
  /// The logarithm of 100.
  private static let adaptationLimit = 4.605170185988091
}

/// The bounds within which a Kalman filter's whole answer is finite if its position is.
///
/// Deviations in the filters' own unit are below 1e30 for every parameter that the catalogue admits
/// and steps up to its longest gap. With states below 1e100 and horizons of at most a second nothing
/// that an answer holds then comes near the greatest number, and the position can be stated without
/// looking at the rest.
enum KalmanSafety {
  /// In seconds.
  static let longestHorizon = 1.0
  /// Of a state's entries, squared and summed, and of the measurement variance.
  static let greatestSquare = 1e200
}

extension PlanarKalmanFilter {
  /// Whether squares of the state are far from the greatest number.
  var isFarFromOverflow: Bool { (x * x + y * y).sum() < KalmanSafety.greatestSquare }
}

extension KalmanPredictor {
  /// The parameters of `kalman`.
  public struct Parameters: PredictorParameters {
    /// Which derivative is assumed to be constant.
    public var model = KinematicModel.Kind.damped
    /// ρ, the ratio of the noises as a time, in seconds, 1e-4…10; see `RelativeNoise`.
    public var response = 0.02
    /// How the process noise enters.
    public var noise = KinematicModel.Excitation.continuous
    /// τ of a model that decays, in seconds, 1e-3…100.
    public var decay = 0.2
    /// The standard deviation of a reported position, in the recording's unit; 0 = estimated.
    public var measurementNoise = 0.0
    /// Whether the process noise follows the correlation of the innovations.
    public var adaptive = true
    /// The origin of the predicted displacement.
    public var anchor = KalmanAnchor.newest
    /// The longest step that the filter is carried over, in seconds, 1e-3…10.
    public var gap = 0.25
    /// The initial uncertainty of the derivatives, in units of √R/ρ, √R/ρ² and √R/ρ³, 1…1e6.
    public var prior = 100.0

    /// Creates the default parameters.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .choice(
        "model", get: { $0.model }, set: { $0.model = $1 }, source: kalmanTuning,
        "Which derivative is constant but for noise"),
      .number(
        "response", get: { $0.response }, set: { $0.response = $1 }, in: 1e-4...10, unit: "s",
        dimension: .time,
        source: kalmanTuning,
        "Process noise relative to measurement noise, as the time in which they are equal"),
      .choice(
        "noise", get: { $0.noise }, set: { $0.noise = $1 }, source: "Bar-Shalom 2001, section 6.2",
        "Whether the noise is continuous, or constant during a step"),
      .number(
        "decay", get: { $0.decay }, set: { $0.decay = $1 }, in: 1e-3...100, unit: "s",
        dimension: .time, source: kalmanTuning,
        "Time in which the acceleration of model=singer, or the velocity of model=damped, "
          + "decays to 1/e"),
      .measurementNoise(get: { $0.measurementNoise }, set: { $0.measurementNoise = $1 }),
      .flag(
        "adaptive", get: { $0.adaptive }, set: { $0.adaptive = $1 }, source: "Mehra 1970",
        "Whether the process noise follows the correlation of the innovations"),
      .anchor(get: { $0.anchor }, set: { $0.anchor = $1 }),
      .carriedGap(get: { $0.gap }, set: { $0.gap = $1 }),
      .prior(get: { $0.prior }, set: { $0.prior = $1 }),
    ]

    /// Checks that the noise exists for the model.
    public func validateRelations() throws(ParameterError) {
      guard !model.decays || noise == .continuous else {
        throw ParameterError(
          field: "noise", value: noise.rawValue,
          problem: "has no form for model=\(model.rawValue); leave it out", isRelation: true)
      }
    }
  }
}

/// Where the defaults of the Kalman filters come from.
let kalmanTuning =
  "mean error on Henze 2017, participants 1-6, and the synthetic noisy sets; see the page"

/// The fields that a single Kalman filter and a bank of them share.
extension ParameterField {
  /// The standard deviation of a reported position.
  static func measurementNoise(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "measurement-noise", get: get, set: set, in: 0...1e9, unit: "length", dimension: .length,
      source: "none is right for every device",
      "Standard deviation of a reported position, for the covariance; 0 estimates it from the "
        + "innovations")
  }

  /// What the predicted displacement is counted from.
  static func anchor(
    get: @escaping Get<KalmanAnchor>, set: @escaping Set<KalmanAnchor>
  ) -> ParameterField {
    .choice(
      "anchor", get: get, set: set, source: kalmanTuning,
      "Whether the displacement is counted from the newest report or from the filtered state")
  }

  /// The longest step that the state is carried over.
  static func carriedGap(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "gap", get: get, set: set, in: 1e-3...10, unit: "s", dimension: .time,
      source: "longer than any regular interval",
      "Longest step between samples that the state is carried over")
  }

  /// The initial spread of the derivatives.
  static func prior(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "prior", get: get, set: set, in: 1...1e6, source: kalmanTuning,
      "Spread of the derivatives before anything is known, in units of noise and response")
  }
}
