extension WeightedPolynomialPredictor {
  /// How a sample's weight depends on its age.
  package enum Weights: String, Hashable, Sendable, CaseIterable {
    /// All alike.
    case uniform
    /// Each sample counts `forgetting` times the one after it.
    case exponential
    /// Falling evenly to `edge`.
    case triangular
  }

  /// What a residual costs.
  package enum Loss: String, Hashable, Sendable, CaseIterable {
    /// Its square.
    case squares
    /// Its square where it is small, in proportion where it is great.
    case huber
  }

  /// Who solves the weighted problem.
  package enum Solver: String, Hashable, Sendable, CaseIterable {
    /// LAPACK: one `dgelsy` for each fit.
    case lapack
  }

  /// The parameters of `weighted-polynomial`.
  package struct Parameters: WindowParameters {
    /// The degree of the polynomial, 0…8.
    package var degree = 1
    /// The observation window: how many samples are fitted, degree + 1…256.
    package var window = 3
    /// How old the fitted samples may be at most, in milliseconds; nil if `window` counts them.
    package var windowMilliseconds: Double?
    /// How a sample's weight depends on its age.
    package var weights = Weights.exponential
    /// The weight of a sample relative to the one after it, for exponential weights, 0.3…1.
    package var forgetting = 0.4
    /// The weight of the oldest sample of a full window, for triangular weights, 0.01…1.
    package var edge = 0.1
    /// What a residual costs.
    package var loss = Loss.squares
    /// c, beyond how many σ̂ a residual counts as great, 0.5…10.
    package var threshold = 2.0
    /// How often the robust fit is repeated at most, 1…50.
    package var iterations = 10
    /// Who solves the weighted problem.
    package var solver = Solver.lapack

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .integer(
        "degree", get: { $0.degree }, set: { $0.degree = $1 }, in: 0...8, principal: true,
        source: tuning,
        "Degree of the polynomial"),
      .window(
        in: 1...256, principal: true, source: tuning,
        "Observation window: how many of the newest samples are fitted"),
      .windowMilliseconds,
      .choice(
        "weights", get: { $0.weights }, set: { $0.weights = $1 }, principal: true, source: tuning,
        "How a sample's weight depends on its age"),
      .number(
        "forgetting", get: { $0.forgetting }, set: { $0.forgetting = $1 }, in: 0.3...1,
        source: tuning,
        "Weight of a sample relative to the one after it, for weights=exponential"),
      .number(
        "edge", get: { $0.edge }, set: { $0.edge = $1 }, in: 0.01...1, source: tuning,
        "Weight of the oldest sample of a full window, for weights=triangular"),
      .choice(
        "loss", get: { $0.loss }, set: { $0.loss = $1 }, source: "Huber 1964",
        "Whether great residuals count by their square or in proportion"),
      .number(
        "threshold", get: { $0.threshold }, set: { $0.threshold = $1 }, in: 0.5...10,
        unit: "standard deviations",
        source: "13.5 % of normal residuals in the plane are beyond it",
        "Beyond how many standard deviations a residual counts as great, for loss=huber"),
      .integer(
        "iterations", get: { $0.iterations }, set: { $0.iterations = $1 }, in: 1...50,
        source: "Holland and Welsch 1977",
        "How often the robust fit is repeated at most, for loss=huber"),
      .choice(
        "solver", get: { $0.solver }, set: { $0.solver = $1 },
        source: "sums would save 3 microseconds a sample; see the page",
        "Who solves the weighted problem: LAPACK's dgelsy, once for each fit"),
    ]

    private static let tuning =
      "mean error on Henze 2017, participants 1-6, and the synthetic noisy sets; see the page"

    /// Checks that the window holds enough samples for the degree.
    package func validateRelations() throws(ParameterError) {
      try validateWindow(degree: degree)
    }

    /// The weight of the sample `age` places behind the newest of a full window of `count`.
    func weight(ofAge age: Int, of count: Int) -> Double {
      switch weights {
      case .uniform:
        return 1
      case .exponential:
        return (0..<age).reduce(1) { weight, _ in weight * forgetting }
      case .triangular:
        guard count > 1 else { return 1 }
        return 1 - (1 - edge) * Double(age) / Double(count - 1)
      }
    }
  }
}
