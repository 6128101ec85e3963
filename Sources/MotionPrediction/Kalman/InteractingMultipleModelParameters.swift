import MotionNumerics

extension InteractingMultipleModelPredictor {
  /// A model in its place, or none.
  package enum Member: String, Hashable, Sendable, CaseIterable {
    /// No model.
    case none
    /// Constant velocity.
    case velocity
    /// Constant acceleration.
    case acceleration
    /// Constant jerk.
    case jerk
    /// Acceleration that decays (Singer).
    case singer
    /// Velocity that decays.
    case damped

    var kind: KinematicModel.Kind? { KinematicModel.Kind(rawValue: rawValue) }
  }

  /// The parameters of `imm`.
  package struct Parameters: PredictorParameters {
    /// The first model.
    package var first = Member.damped
    /// ρ of the first model, in seconds, 1e-4…10; see `RelativeNoise`.
    package var firstResponse = 0.006
    /// τ of the first model, where it decays, in seconds, 1e-3…100.
    package var firstDecay = 0.07
    /// The second model.
    package var second = Member.acceleration
    /// ρ of the second model, in seconds, 1e-4…10.
    package var secondResponse = 0.03
    /// τ of the second model, where it decays, in seconds, 1e-3…100.
    package var secondDecay = 0.1
    /// The third model.
    package var third = Member.none
    /// ρ of the third model, in seconds, 1e-4…10.
    package var thirdResponse = 0.02
    /// τ of the third model, where it decays, in seconds, 1e-3…100.
    package var thirdDecay = 0.1
    /// How long a model lasts on average, in seconds, 1e-3…1e9.
    package var dwell = 3.0
    /// The standard deviation of a reported position, in the recording's unit; 0 = estimated.
    package var measurementNoise = 0.0
    /// From where the displacement is counted.
    package var anchor = KalmanAnchor.newest
    /// The longest step that the filters are carried over, in seconds, 1e-3…10.
    package var gap = 0.25
    /// What is known of the derivatives at first, in units of √R/ρ, √R/ρ² and √R/ρ³, 1…1e6.
    package var prior = 100.0

    /// Creates the default parameters.
    package init() {}

    /// The noise of each model that is not `none`.
    func noises() -> [RelativeNoise] {
      let members = [
        (first, firstResponse, firstDecay), (second, secondResponse, secondDecay),
        (third, thirdResponse, thirdDecay),
      ]
      return members.compactMap { member, response, decay in
        member.kind.map {
          RelativeNoise(kind: $0, response: response, decay: decay, prior: prior)
        }
      }
    }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .choice(
        "first", get: { $0.first }, set: { $0.first = $1 }, source: kalmanTuning, "First model"),
      .number(
        "first-response", get: { $0.firstResponse }, set: { $0.firstResponse = $1 }, in: 1e-4...10,
        unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the first model, as a time"),
      .number(
        "first-decay", get: { $0.firstDecay }, set: { $0.firstDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the first model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .choice(
        "second", get: { $0.second }, set: { $0.second = $1 }, source: kalmanTuning, "Second model"),
      .number(
        "second-response", get: { $0.secondResponse }, set: { $0.secondResponse = $1 },
        in: 1e-4...10, unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the second model, as a time"),
      .number(
        "second-decay", get: { $0.secondDecay }, set: { $0.secondDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the second model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .choice(
        "third", get: { $0.third }, set: { $0.third = $1 }, source: kalmanTuning, "Third model"),
      .number(
        "third-response", get: { $0.thirdResponse }, set: { $0.thirdResponse = $1 }, in: 1e-4...10,
        unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the third model, as a time"),
      .number(
        "third-decay", get: { $0.thirdDecay }, set: { $0.thirdDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the third model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .number(
        "dwell", get: { $0.dwell }, set: { $0.dwell = $1 }, in: 1e-3...1e9, unit: "s",
        dimension: .time, source: kalmanTuning,
        "How long a model lasts on average before another takes its place"),
      .measurementNoise(get: { $0.measurementNoise }, set: { $0.measurementNoise = $1 }),
      .anchor(get: { $0.anchor }, set: { $0.anchor = $1 }),
      .carriedGap(get: { $0.gap }, set: { $0.gap = $1 }),
      .prior(get: { $0.prior }, set: { $0.prior = $1 }),
    ]

    /// Checks that there is a model.
    package func validateRelations() throws(ParameterError) {
      guard !noises().isEmpty else {
        throw ParameterError(
          field: "first", value: first.rawValue,
          problem: "leaves no model at all; give at least one", isRelation: true)
      }
    }
  }
}
