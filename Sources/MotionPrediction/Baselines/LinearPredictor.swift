import MotionNumerics
import TouchInput

/// Extrapolates with the velocity between the last two samples.
///
/// p̂(h) = p_n + h · (p_n − p_{n−1}) / (t_n − t_{n−1}). It abstains before two samples of different
/// times. The pen's attributes are extrapolated in the same way (`PenAttributes`). Constant time.
/// With equal spacing a horizon of k samples multiplies white noise by √((1+k)² + k²).
public struct LinearPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  public static let kind = "linear"
  /// A one-line summary.
  public static let summary = "Constant velocity through the last two samples"
  /// The sources of the method.
  public static let references = [
    "Henze, Le, Mayer, Schwind 2017, baseline \"linear extrapolation\", doi:10.1145/3098279.3122150"
  ]

  private var window = ObservationWindow(capacity: 2)

  /// Creates a predictor.
  public init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {}

  /// Begins a new contact and forgets earlier positions.
  public mutating func beginStroke() { window.removeAll() }

  /// Observes the next sample.
  public mutating func observe(_ sample: TouchSample) { window.append(sample) }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard let position = position(ahead: horizon), let velocity else { return nil }
    return Prediction(position: position, velocity: velocity)
      .attributed(by: window, ahead: horizon).ifFinite
  }

  /// Returns the position alone.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard horizon.isFinite, let velocity, let newest = window.newest else { return nil }
    return (newest.position + horizon * velocity).ifFinite
  }

  /// The velocity between the two samples; nil if there are not two of different times.
  private var velocity: SIMD2<Double>? {
    guard window.count == 2 else { return nil }
    let (previous, newest) = (window[0], window[1])
    let interval = newest.time - previous.time
    return interval > 0 ? (newest.position - previous.position) / interval : nil
  }

  /// Resets the predictor to its initial state.
  public mutating func reset() { window.removeAll() }
}
