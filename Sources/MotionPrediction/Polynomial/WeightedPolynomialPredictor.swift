import MotionNumerics
import TouchInput

/// Extrapolates a polynomial in time, fitted by weighted or robust least squares.
///
/// As `polynomial`, but the sample k places behind the newest of N has the weight
///
/// - `uniform`: 1, which is `polynomial`;
/// - `exponential`: `forgetting`^k;
/// - `triangular`: from 1 for the newest down to `edge` for the oldest of a full window,
///   1 − (1 − edge)·k/(N − 1). In a window in milliseconds, N is how many samples it would hold at
///   the mean interval of those in it.
///
/// With `loss=huber` each weight is further multiplied by min(1, c·σ̂/‖r‖), r being the sample's
/// residual in the plane (one weight for both axes, so that the fit turns with the plane), and the fit
/// is repeated, up to `iterations` times or until no weight changes by 1e-6: iteratively reweighted
/// least squares. σ̂ is the median of ‖r‖ over √(2 ln 2), its median for normal noise of deviation 1 on
/// both axes, times √(m/(m − d − 1)) for m samples; where it is 0 the fit stays. Without outliers a
/// share e^(−c²/2) of the samples has its weight lowered.
///
/// Robustness has a price at the start of a motion: as long as fewer than half of the window are
/// moving, they look like outliers. Nothing robust is done with d + 1 samples or one more.
///
/// - Before d + 1 samples of different times have come, or where a window in milliseconds holds
///   fewer, it abstains.
/// - With more than d + 1 samples the fit's covariance is given, Σw·r·rᵀ/(m − d − 1), pooled over the
///   axes as far as the residuals are few (`ResidualNoise`), times φᵀ(AᵀWA)⁻¹φ: weights count as
///   inverse variances. A fit that leaves no residuals states none. With more than d + 1 samples
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes are extrapolated along a line fitted to the window with equal weights
///   (`PenAttributes`).
///
/// Cost of `observe`: one fit by LAPACK, 2·N·(d+1)² operations, and with `huber` as many again for
/// each iteration; of `predict`: (d + 1)² operations. Without `huber` nothing is allocated.
///
/// Source: Huber, "Robust estimation of a location parameter", Annals of Mathematical Statistics 35,
/// 1964, doi:10.1214/aoms/1177703732; Holland and Welsch 1977, doi:10.1080/03610927708827533.
package struct WeightedPolynomialPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "weighted-polynomial"
  /// A one-line summary.
  package static let summary = "Polynomial fitted with weights by age, or robustly (Huber)"
  /// The sources of the method.
  package static let references = [
    "Huber 1964, doi:10.1214/aoms/1177703732",
    "Holland, Welsch 1977, Robust regression using iteratively reweighted least-squares, "
      + "doi:10.1080/03610927708827533",
    "LAPACK Users' Guide, dgelsy, doi:10.1137/1.9780898719604",
  ]

  private let parameters: Parameters
  private var agesWeights: [Double]
  /// How many samples the full window holds for which `agesWeights` are.
  private var fullCount: Int
  private var window: ObservationWindow
  private var solver: LeastSquaresSolver
  private var robustWeights: [Double]
  private var residuals: [Double]
  private var fit: Fit?

  /// What a fit needs beside the solver's coefficients to be read.
  private struct Fit {
    let newest: TouchSample
    let time: TimeBasis
    let noise: ResidualNoise?

    /// Scaled time, `horizon` seconds after the newest sample.
    func argument(ahead horizon: Double) -> Double {
      time.scaled(newest.time) + horizon / time.scale
    }
  }

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    let count = parameters.capacity
    fullCount = count
    agesWeights = (0..<count).map { parameters.weight(ofAge: $0, of: count) }
    window = ObservationWindow(capacity: count, seconds: parameters.seconds)
    solver = LeastSquaresSolver(
      maximumRows: count, maximumColumns: parameters.degree + 1, rightHandSideCount: 2)
    robustWeights = Array(repeating: 1, count: count)
    residuals = Array(repeating: 0, count: count)
  }

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() {
    window.removeAll()
    fit = nil
  }

  /// Observes the next sample and fits the window.
  package mutating func observe(_ sample: TouchSample) {
    guard window.append(sample), let newest = window.newest else { return }
    fit = nil
    let time = TimeBasis(first: window[0].time, last: newest.time)
    weighAges(over: newest.time - window[0].time)
    guard window.count > parameters.degree, settle(time, newest.position) else { return }
    fit = Fit(newest: newest, time: time, noise: noise(time, newest.position))
  }

  /// Returns the position alone.
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard horizon.isFinite, let fit else { return nil }
    return (fit.newest.position + value(at: fit.argument(ahead: horizon)).value).ifFinite
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil without a fit.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let fit else { return nil }
    let at = fit.argument(ahead: horizon)
    let (value, slope) = value(at: at)
    var prediction = Prediction(
      position: fit.newest.position + value, velocity: slope / fit.time.scale)
    if let noise = fit.noise, let factor = solver.varianceFactor(ofPolynomialAt: at) {
      noise.state(in: &prediction, factor: factor, from: fit.newest.position)
    }
    return prediction.withoutOverflow.attributed(by: window, ahead: horizon).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() { beginStroke() }

  /// Makes the weights by age those of the samples that a window in milliseconds would hold, from
  /// the mean interval of those that it holds.
  private mutating func weighAges(over duration: Double) {
    guard parameters.weights == .triangular, parameters.windowMilliseconds != nil else { return }
    let count = max(parameters.count(every: duration / Double(window.count - 1)), window.count)
    guard count != fullCount else { return }
    fullCount = count
    for age in 0..<count { agesWeights[age] = parameters.weight(ofAge: age, of: count) }
  }

  /// Fits until the weights have settled; false where there is no unique fit.
  private mutating func settle(_ time: TimeBasis, _ origin: SIMD2<Double>) -> Bool {
    for row in 0..<window.count { robustWeights[row] = 1 }
    guard solve(time, origin) else { return false }
    guard parameters.loss == .huber, window.count > parameters.degree + 2 else { return true }
    for _ in 0..<parameters.iterations {
      guard reweigh(time, origin) else { return true }
      guard solve(time, origin) else { return false }
    }
    return true
  }

  private mutating func solve(_ time: TimeBasis, _ origin: SIMD2<Double>) -> Bool {
    let rows = window.count
    for row in 0..<rows {
      let sample = window[row]
      let root = weight(row).squareRoot()
      let scaled = time.scaled(sample.time)
      var power = root
      for column in 0...parameters.degree {
        solver.design[row + column * rows] = power
        power *= scaled
      }
      let relative = root * (sample.position - origin)
      solver.rightHandSides[row] = relative.x
      solver.rightHandSides[row + rows] = relative.y
    }
    do { try solver.solve(rows: rows, columns: parameters.degree + 1) } catch { return false }
    return true
  }

  /// Takes new weights from the residuals; false where they stay as they are.
  private mutating func reweigh(_ time: TimeBasis, _ origin: SIMD2<Double>) -> Bool {
    let rows = window.count
    for row in 0..<rows { residuals[row] = residual(row, time, origin).length }
    residuals.withUnsafeMutableBufferPointer { $0[0..<rows].sort() }
    let median = (residuals[(rows - 1) / 2] + residuals[rows / 2]) / 2
    let freedom = Double(rows) / Double(rows - parameters.degree - 1)
    let limit = parameters.threshold * median / Self.rayleighMedian * freedom.squareRoot()
    guard limit > 0, limit.isFinite else { return false }
    var change = 0.0
    for row in 0..<rows {
      let length = residual(row, time, origin).length
      let weight = length > limit ? limit / length : 1
      change = max(change, abs(weight - robustWeights[row]))
      robustWeights[row] = weight
    }
    return change > Self.settledChange
  }

  private func weight(_ row: Int) -> Double {
    agesWeights[window.count - 1 - row] * robustWeights[row]
  }

  private func residual(_ row: Int, _ time: TimeBasis, _ origin: SIMD2<Double>) -> SIMD2<Double> {
    let sample = window[row]
    return sample.position - origin - value(at: time.scaled(sample.time)).value
  }

  /// What the residuals say; nil if the fit goes through all points.
  private func noise(_ time: TimeBasis, _ origin: SIMD2<Double>) -> ResidualNoise? {
    let freedom = window.count - parameters.degree - 1
    guard freedom > 0 else { return nil }
    var (sum, spread) = (PositionCovariance(xx: 0, xy: 0, yy: 0), 0.0)
    for row in 0..<window.count {
      sum.add(residual(row, time, origin), weight: weight(row))
      spread += weight(row) * (window[row].position - origin).squaredLength
    }
    return ResidualNoise(sum, freedom: freedom, spread: spread)
  }

  /// The fitted polynomial and its derivative, by Horner's rule on the solver's coefficients.
  private func value(at argument: Double) -> (value: SIMD2<Double>, slope: SIMD2<Double>) {
    var (value, slope) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for column in (0...parameters.degree).reversed() {
      slope = slope * argument + value
      value =
        value * argument
        + SIMD2(solver.coefficient(column, of: 0), solver.coefficient(column, of: 1))
    }
    return (value, slope)
  }

  /// √(2 ln 2), the median length of a normal vector of deviation 1 in the plane.
  private static let rayleighMedian = 1.1774100225154747
  /// A change of weights below which another fit would show nothing.
  private static let settledChange = 1e-6
}

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
