import MotionNumerics

extension KalmanPredictor {
  /// The parameters of `kalman`.
  public struct Parameters: PredictorParameters {
    /// Which derivative is taken to be constant.
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
    /// From where the displacement is counted.
    public var anchor = KalmanAnchor.newest
    /// The longest step that the filter is carried over, in seconds, 1e-3…10.
    public var gap = 0.25
    /// What is known of the derivatives at first, in units of √R/ρ, √R/ρ² and √R/ρ³, 1…1e6.
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

  /// The spread of the derivatives before anything is known.
  static func prior(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "prior", get: get, set: set, in: 1...1e6, source: kalmanTuning,
      "Spread of the derivatives before anything is known, in units of noise and response")
  }
}
