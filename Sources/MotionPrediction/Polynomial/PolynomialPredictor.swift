import MotionNumerics
import TouchInput

/// Extrapolates a polynomial in time, fitted to the newest samples by least squares.
///
/// Over the last N samples, or those of the last `window-ms`, x(t) ≈ Σ a_j τ^j and y(t) ≈ Σ b_j τ^j for j = 0…d are fitted with equal
/// weights, and p̂(h) = (x, y)(t_n + h). Positions are taken relative to the newest sample, so that a
/// resting contact is exactly at rest. Degrees 0 to 3 are fitted by sums over the window, recomputed
/// with every sample, and a small triangular factor, which for steady clocks comes from a table;
/// higher degrees, and times too close for that, by LAPACK (`dgelsy` on centered and scaled time). See
/// `PolynomialMoments` and `GramFactor` for method and condition, and `PolynomialGrid` for many at once.
///
/// - Before d + 1 samples have come, where a window in milliseconds holds fewer (after a pause, say),
///   and where their times do not determine a unique fit (fewer than d + 1 distinct ones),
///   the predictor abstains. While the window fills, the available samples are used.
/// - d = 0 is the mean of the window; h = 0 is the smoothed present; h < 0 reads the past.
/// - With more than d + 1 samples the fit's covariance is given: the residuals' covariance, pooled
///   over the axes to the extent that residuals are few (`ResidualNoise`), times φᵀ(AᵀA)⁻¹φ, that of the fitted
///   mean at t_n + h, without model error. A fit that leaves no residuals states none. With more than
///   d + 1 samples comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - `solver=lapack` fits every window by one `dgelsy`, made as the sample comes, whatever the degree.
/// - The pen's attributes are extrapolated along a line fitted to the window (`PenAttributes`).
///
/// On equal spacing the prediction is a fixed linear filter: N samples, degree 1, H samples ahead
/// multiply white noise by √(1/N + 12 (H + (N−1)/2)² / (N (N²−1))).
///
/// Cost of `observe`: N·(d + 1) to 2·N·(d + 1) additions of both axes at once and about (d + 1)²
/// operations more; of `position`: d multiplications of both axes; of `predict`: one pass over the
/// residuals besides. None allocates.
///
/// Source: Hill, touch-prediction (2015), whose recommended setting is degree 1, window 3.
public struct PolynomialPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  public static let kind = "polynomial"
  /// A one-line summary.
  public static let summary = "Least-squares polynomial in time through the newest samples"
  /// The sources of the method.
  public static let references = [
    "Hill, touch-prediction, 2015, https://github.com/douglashill/touch-prediction",
    "LAPACK Users' Guide, dgelsy, doi:10.1137/1.9780898719604",
  ]

  /// The parameters of `polynomial`.
  public struct Parameters: WindowParameters {
    /// The degree of the polynomial, 0…8.
    public var degree = 1
    /// The observation window: how many samples are fitted, degree + 1…256.
    public var window = 3
    /// The maximum age of the fitted samples, in milliseconds, 1…10,000; nil to use `window`.
    public var windowMilliseconds: Double?
    /// How the window is fitted: by sums and small factors, or by LAPACK.
    public var solver = FitSolver.streaming

    /// Creates the defaults: degree 1, window 3, fitted by sums.
    public init() {}

    /// Creates parameters.
    public init(degree: Int, window: Int, solver: FitSolver = .streaming) {
      self.degree = degree
      self.window = window
      self.solver = solver
    }

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .integer(
        "degree", get: { $0.degree }, set: { $0.degree = $1 }, in: 0...8, principal: true,
        source: "Hill 2015",
        "Degree of the polynomial"),
      .window(
        in: 1...256, principal: true, source: "Hill 2015",
        "Observation window: how many of the newest samples are fitted"),
      .windowMilliseconds,
      .choice(
        "solver", get: { $0.solver }, set: { $0.solver = $1 },
        source: "both find the same fit; docs/predictors/polynomial.md",
        "Who fits the window: sums updated sample by sample, or LAPACK's dgelsy for each sample"),
    ]

    /// Checks that the window holds enough samples for the degree.
    public func validateRelations() throws(ParameterError) {
      try validateWindow(degree: degree)
    }
  }

  private let degree: Int
  @usableFromInline var track: PlanarTrack
  @usableFromInline var fit: PlanarPolynomialFit
  @usableFromInline var pen: PenHistory

  /// Creates a predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    degree = parameters.degree
    let (capacity, seconds) = (parameters.capacity, parameters.seconds)
    track = PlanarTrack(capacity: capacity, seconds: seconds)
    fit = PlanarPolynomialFit(
      degree: parameters.degree, maximumCount: capacity, solver: parameters.solver)
    pen = PenHistory(capacity: capacity, seconds: seconds)
  }

  /// Begins a new contact and forgets earlier positions.
  public mutating func beginStroke() {
    track.removeAll()
    fit.clear()
    pen.removeAll()
  }

  /// Observes the next sample and fits the window.
  ///
  /// Always inlined: in a loop over samples the call itself was a tenth of the cost.
  @inlinable @inline(__always)
  public mutating func observe(_ sample: TouchSample) {
    let point = TimedPoint(time: sample.time, position: sample.position)
    if track.append(point, fitting: &fit) { pen.append(sample) }
  }

  /// The position alone: d multiplications of both axes.
  ///
  /// Always inlined: a call would have the whole predictor copied first.
  @inlinable @inline(__always)
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    horizon.isFinite ? fit.position(ahead: horizon) : nil
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil without a fit.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard fit.isFitted else { return nil }
    return prediction(ahead: horizon, noise: noise)
  }

  /// Answers several horizons at once, from one pass over the residuals.
  public func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    if result.count != horizons.count {
      result = Array(repeating: nil, count: horizons.count)
    }
    let noise = fit.isFitted ? noise : nil
    for index in horizons.indices {
      result[index] = prediction(ahead: horizons[index], noise: noise)
    }
  }

  /// Resets the predictor to its initial state.
  public mutating func reset() { beginStroke() }

  @inline(__always)
  private func prediction(ahead horizon: Double, noise: ResidualNoise?) -> Prediction? {
    guard let position = position(ahead: horizon), let newest = track.newest else { return nil }
    var prediction = Prediction(
      position: position, velocity: fit.velocity(ahead: horizon).ifFinite)
    if let noise, let factor = fit.varianceFactor(of: track, ahead: horizon) {
      noise.state(in: &prediction, factor: factor, from: newest.position)
    }
    guard pen.isCarrying else { return prediction }
    pen.attribute(&prediction, ahead: horizon)
    return prediction.ifFinite
  }

  /// The noise estimate from the residuals; nil if the fit passes through all points.
  private var noise: ResidualNoise? {
    let freedom = track.count - degree - 1
    guard freedom > 0 else { return nil }
    let products = track.withPoints { fit.residualProducts(of: $0) }
    return ResidualNoise(
      PositionCovariance(xx: products.xx, xy: products.xy, yy: products.yy), freedom: freedom,
      spread: products.spread)
  }
}
