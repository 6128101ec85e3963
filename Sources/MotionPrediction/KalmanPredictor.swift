import MotionNumerics
import TouchInput

/// Filters position, velocity and higher derivatives by Kalman's method, and goes on with them.
///
/// The models are constant velocity, acceleration and jerk, Singer's decaying acceleration and a
/// decaying velocity, by default with continuous white noise, which is right for uneven clocks: a step divided in two means
/// the same. Both axes share covariance and gain (`PlanarKalmanFilter`).
///
/// No unit of length is needed: the ratio of process noise to measurement noise, which alone decides
/// the gain, is given as a time, `response` (see `RelativeNoise`), and the measurement noise itself,
/// which decides only the covariance that is given out, is estimated from the innovations where it is
/// not known: σ̂² is the mean of ‖ν‖²/(2s) over the newest 32. The first innovations, as many as the
/// model has derivatives beside position, only find the state and are left out; until one more has
/// come no covariance is given, unless `measurement-noise` is.
///
/// - A stroke begins with its first sample as position, with variance R, and derivatives 0 ± `prior`.
///   Nothing is said before two samples of different times.
/// - After a gap longer than `gap`, and after numbers that overflow, the filter begins anew; within
///   it, uncertainty grows with the step as the model says, so that nothing special is needed.
/// - A sample with the time of the newest is a second measurement of the same moment. One dated before
///   others takes their place: the filter runs again over the up to 16 samples that stay.
/// - `adaptive`: after each innovation the process noise is multiplied by exp(r/4), r being the
///   correlation of successive innovations (Mehra): too slow a filter has r > 0. It stays within 1/100
///   to 100 times that of `response`, and begins anew with every stroke. (Residual-based estimates
///   of R such as Mohamed and Schwarz's, doi:10.1007/s001900050236, cannot do this here: with unknown
///   scale they agree with every ratio of noises.)
/// - The covariance is isotropic, that of the contact's position; a report scatters by R more. With it
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes go on along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Cost of `observe`: about 400 operations; of `predict`: about 60.
public struct KalmanPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "kalman"
  /// What it does, in one line.
  public static let summary =
    "Kalman filter: constant velocity, acceleration or jerk, Singer's or a damped model"
  /// Where the method comes from.
  public static let references = [
    "Kalman 1960, doi:10.1115/1.3662552",
    "Bar-Shalom, Li, Kirubarajan 2001, Estimation with Applications to Tracking and Navigation, "
      + "doi:10.1002/0471221279",
    "Singer 1970, doi:10.1109/TAES.1970.310128",
    "Mehra 1970, doi:10.1109/TAC.1970.1099422",
  ]

  private let noise: RelativeNoise
  private let parameters: Parameters
  private var window = ObservationWindow(capacity: 16)
  private var origin = SIMD2<Double>.zero
  private var filter: PlanarKalmanFilter?
  private var statistics = InnovationStatistics(memory: 32)
  private var steps = 0
  private var adaptation = 0.0

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    noise = RelativeNoise(
      kind: parameters.model, excitation: parameters.noise, response: parameters.response,
      decay: parameters.decay, prior: parameters.prior)
  }

  /// Begins a new contact: everything goes.
  public mutating func beginStroke() {
    window.removeAll()
    filter = nil
  }

  /// Takes in the next sample.
  public mutating func observe(_ sample: TouchSample) {
    let previous = window.newest
    guard window.append(sample) else { return }
    if let previous, sample.time < previous.time {
      filter = nil
      take(window[0], after: nil)
      for index in 1..<max(window.count, 1) { take(window[index], after: window[index - 1]) }
    } else {
      take(sample, after: previous)
    }
  }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, steps > 0, let filter, let newest = window.newest else { return nil }
    let forecast =
      switch parameters.anchor {
      case .newest: filter.forecast(after: horizon, from: newest.position - origin)
      case .state: filter.forecast(after: horizon)
      }
    let unit =
      parameters.measurementNoise > 0
      ? parameters.measurementNoise * parameters.measurementNoise : statistics.scale
    let covariance = unit.map {
      PositionCovariance(xx: $0 * forecast.variance, xy: 0, yy: $0 * forecast.variance)
    }
    return Prediction(
      position: origin + forecast.position, velocity: forecast.velocity, covariance: covariance
    )
    .confident(from: newest.position)
    .attributed(by: window, newest: PenAttributes.usualCount, ahead: horizon).ifFinite
  }

  /// Puts the predictor back as it was made.
  public mutating func reset() { beginStroke() }

  private mutating func take(_ sample: TouchSample, after previous: TouchSample?) {
    guard var filter, let previous, sample.time - previous.time <= parameters.gap else {
      return start(at: sample)
    }
    let step = sample.time - previous.time
    filter.advance(by: step)
    let innovation = filter.update(with: sample.position - origin)
    guard filter.isFinite, innovation.normalizedSquare.isFinite else { return start(at: sample) }
    if steps >= noise.model.order - 1 {
      statistics.add(innovation)
      if parameters.adaptive { adapt(&filter) }
    }
    if step > 0 { steps += 1 }
    self.filter = filter
  }

  private mutating func start(at sample: TouchSample) {
    origin = sample.position
    filter = noise.filter(at: .zero)
    statistics.removeAll()
    steps = 0
    adaptation = 0
  }

  private mutating func adapt(_ filter: inout PlanarKalmanFilter) {
    let next = adaptation + Self.adaptationRate * statistics.correlation
    adaptation = min(max(next, -Self.adaptationLimit), Self.adaptationLimit)
    filter.model.density = noise.model.density * Elementary.exponential(adaptation)
  }

  /// The share of a correlation that is added to the logarithm of the process noise.
  private static let adaptationRate = 0.25
  /// The logarithm of 100.
  private static let adaptationLimit = 4.605170185988091
}
