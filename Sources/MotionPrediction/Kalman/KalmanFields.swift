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

  /// The spread of the derivatives before anything is known.
  static func prior(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "prior", get: get, set: set, in: 1...1e6, source: kalmanTuning,
      "Spread of the derivatives before anything is known, in units of noise and response")
  }
}
