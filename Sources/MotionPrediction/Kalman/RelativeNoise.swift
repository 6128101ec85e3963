import MotionNumerics

/// The noise of a Kalman filter relative to its measurements, so that no unit of length is needed.
///
/// A filter's gain depends on the ratio of process noise to measurement noise alone. That ratio has
/// the dimension of a power of time, which differs from model to model; its root is a time for all of
/// them, the *response* ρ: the process noise has density q = R/ρ^(2n−1) for n derivatives and
/// continuous noise (2n − 1 = 3, 5, 7 for velocity, acceleration, jerk; 5 for singer, 3 for damped), and variance
/// σ² = R/ρ⁴ (velocity, acceleration) or R/ρ⁶ (jerk) for discrete noise. A known R and q are
/// expressed by ρ = (R/q)^(1/(2n−1)). A shorter response follows faster and smooths less: a constant
/// velocity may change by √R/ρ within ρ.
///
/// Filters made here count covariances in units of R, and time in seconds.
struct RelativeNoise: Hashable, Sendable {
  let model: KinematicModel
  let derivativeDeviations: SIMD3<Double>

  /// Creates the model.
  ///
  /// - Parameters:
  ///   - kind: Which derivative is taken to be constant.
  ///   - excitation: How the noise enters.
  ///   - response: ρ, in seconds.
  ///   - decay: τ of a model that decays, in seconds.
  ///   - prior: Standard deviations of the first derivatives in units of √R/ρ, √R/ρ², √R/ρ³.
  ///     Singer's acceleration begins with its own, √(q·τ/2).
  init(
    kind: KinematicModel.Kind, excitation: KinematicModel.Excitation = .continuous,
    response: Double, decay: Double, prior: Double
  ) {
    let rate = 1 / response
    let (second, third) = (rate * rate, rate * rate * rate)
    let density: Double =
      switch (kind, excitation) {
      case (.velocity, .continuous), (.damped, _): third
      case (.acceleration, .continuous), (.singer, _): second * third
      case (.jerk, .continuous): third * third * rate
      case (.velocity, .discrete), (.acceleration, .discrete): second * second
      case (.jerk, .discrete): third * third
      }
    model = KinematicModel(
      kind: kind, excitation: excitation, density: density, decayTime: decay)
    let acceleration =
      kind == .singer ? (density * decay / 2).squareRoot() : prior * second
    derivativeDeviations = SIMD3(prior * rate, acceleration, prior * third)
  }

  /// A filter at its first measured position.
  func filter(at position: SIMD2<Double>) -> PlanarKalmanFilter {
    PlanarKalmanFilter(
      model: model, position: position, measurementVariance: 1,
      derivativeDeviations: derivativeDeviations)
  }
}

/// From where a filter's displacement is counted.
public enum KalmanAnchor: String, Hashable, Sendable, CaseIterable {
  /// The newest reported position: no lag at rest, the report's noise in full.
  case newest
  /// The filtered position: smoother, and behind in a turn.
  case state
}
