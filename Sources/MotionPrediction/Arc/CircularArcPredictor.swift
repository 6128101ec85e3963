import MotionNumerics
import TouchInput

/// Extrapolates along a circle fitted to the newest samples, at constant speed.
///
/// 1. A circle is fitted to the last N samples, or those of the last `window-ms`, by an algebraic
///    criterion (`CircleFit`), as a signed curvature κ, a point q at the newest sample and the tangent
///    T there; a line is κ = 0.
/// 2. The arc lengths s_i of the samples along it, unwrapped from sample to sample, are fitted over
///    time by weighted least squares: s(t) = s(t_n) + v·(t − t_n), which on a circle is constant
///    angular speed κ·v. Weights fall linearly from 1 at t_n to 0 at the age of `span`, or of 1.5
///    times the newest interval if that is greater. With `acceleration` above 0 that share of a
///    tangential acceleration, fitted to the whole window, is added; a motion that it slows down
///    stops and does not turn back.
/// 3. With Δ = s(t_n + h) − s(t_n), p̂(h) = p_n + Δ·sinc(κΔ)·T + Δ·(κΔ/2)·sinc²(κΔ/2)·N, which holds
///    through κ = 0; N is T turned by a right angle.
/// 4. Curvature that noise could explain is discounted: p̂ = line + w·(arc − line), where the
///    line is the extrapolation of the same weighted least squares in x and y, and w rises from 0 to 1 as the
///    sagitta of the window's arc rises from 4 to 15 times the noise σ. A single step of nearly half
///    a turn, whose direction is ambiguous, also reduces w to 0.
///
/// - Two samples with different times, or samples at only two positions, give the line; before that, and
///   while all samples in the window have the same time, the predictor abstains.
/// - Where σ is known (given, or estimated from four samples or more) the covariance is that of the
///   estimate under white noise of σ in each axis, to first order and without model error:
///   σ²·[k·I + w·(g − k)·N·Nᵀ], with k the variance factor of the fitted arc length and g that of
///   the fitted circle's distance at the predicted point. With it comes the confidence
///   d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes are extrapolated along a line fitted to the window (`PenAttributes`).
/// - On noiseless circles and lines it is exact.
/// - `solver=lapack` finds the circle of step 1 by LAPACK's `dggev` (Kåsa's by `dgelsy`), once as the
///   sample comes; the rest is the same.
///
/// Cost of `observe`: about 200·N operations and N arctangents; of `predict`: a few sines and cosines.
/// Neither allocates, but for `observe` with `solver=lapack`.
public struct CircularArcPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  public static let kind = "arc"
  /// A one-line summary.
  public static let summary = "Constant speed along a circle fitted to the newest samples"
  /// The sources of the method.
  public static let references = [
    "Taubin 1991, circle fit, doi:10.1109/34.103273",
    "Pratt 1987, circle fit, doi:10.1145/37402.37420",
    "Al-Sharadqah and Chernov 2009, hyper fit, doi:10.1214/09-EJS419",
    "Li and Jilkov 2003, constant-turn models, doi:10.1109/TAES.2003.1261132",
  ]

  /// Where a prediction of horizon 0 lies.
  public enum Anchor: String, CaseIterable, Hashable, Sendable {
    /// On the newest sample.
    case newest
    /// On the point of the fitted curve that is nearest to the newest sample.
    case projection
    /// On the fitted curve, at the fitted arc length: smoothed along and across.
    case fit
  }

  /// The source of the noise σ.
  public enum NoiseSource: String, CaseIterable, Hashable, Sendable {
    /// `noise` alone.
    case given
    /// The greater of `noise` and the estimate from the fit's residuals, from four samples on.
    case residuals
  }

  /// The parameters of `arc`.
  public struct Parameters: WindowParameters {
    /// The observation window: to how many samples the circle is fitted, 3…256.
    public var window = 6
    /// The maximum age of the samples to which the circle is fitted, in milliseconds, 1…10,000;
    /// nil to use `window`.
    public var windowMilliseconds: Double?
    /// The time over which the speed is fitted, in seconds, 0…10.
    public var span = 0.025
    /// The standard deviation of the samples' noise in each axis, in length units, 0 or more.
    public var noise = 0.0
    /// The source of σ: `noise`, or the greater of it and the estimate from the residuals.
    public var noiseSource = NoiseSource.residuals
    /// The condition of the circle fit.
    public var fit = CircleFitMethod.taubin
    /// Where a prediction of horizon 0 lies.
    public var anchor = Anchor.newest
    /// The share of the fitted tangential acceleration that is used, 0…1.
    public var acceleration = 0.0
    /// How the circle is fitted: by Newton's method, or by LAPACK's eigenvectors.
    public var solver = FitSolver.streaming

    /// Creates the default parameters.
    public init() {}

    private static let chosen =
      "mean error on Henze 2017 participants 1-6 and the noisy synthetic sets; "
      + "docs/predictors/arc.md"

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .window(
        in: 3...256, principal: true, source: chosen,
        "Observation window: to how many of the newest samples the circle is fitted"),
      .windowMilliseconds,
      .number(
        "span", get: { $0.span }, set: { $0.span = $1 }, in: 0...10, unit: "s", dimension: .time,
        source: chosen,
        "Age at which a sample's weight in the fit of the speed has fallen to 0; never less than "
          + "1.5 times the newest interval"),
      .number(
        "noise", get: { $0.noise }, set: { $0.noise = $1 }, in: 0...1e9, unit: "length",
        dimension: .length,
        source: "0: nothing is assumed of the device",
        "Standard deviation of the samples in each axis, against which curvature is weighed"),
      .choice(
        "noise-source", get: { $0.noiseSource }, set: { $0.noiseSource = $1 }, source: chosen,
        "Noise as given, or the greater of it and what the fit's residuals say; "
          + "noise=0,noise-source=given always trusts the curvature"),
      .choice(
        "fit", get: { $0.fit }, set: { $0.fit = $1 },
        source: "Pratt and Hyper score the same; docs/predictors/arc.md",
        "Condition of the algebraic circle fit; Kåsa's, biased to small circles, is the bad example"
      ),
      .choice(
        "anchor", get: { $0.anchor }, set: { $0.anchor = $1 }, source: chosen,
        "Where horizon 0 lies: the newest sample, its projection on the curve, or the fitted point"),
      .number(
        "acceleration", get: { $0.acceleration }, set: { $0.acceleration = $1 }, in: 0...1,
        source: chosen,
        "Share of the fitted tangential acceleration that is used"),
      .choice(
        "solver", get: { $0.solver }, set: { $0.solver = $1 },
        source: "both find the same circle; docs/predictors/arc.md",
        "Who fits the circle: Newton steps on its characteristic polynomial, or LAPACK's dggev"),
    ]
  }

  private let parameters: Parameters
  private var trail: SampleTrail
  private var path: SampledPath
  private var motion: CircularArcMotion?

  /// Creates a predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    trail = SampleTrail(capacity: parameters.capacity, seconds: parameters.seconds)
    path = SampledPath(capacity: parameters.capacity)
  }

  /// Begins a new contact and forgets earlier positions.
  public mutating func beginStroke() {
    trail.removeAll()
    motion = nil
  }

  /// Observes the next sample and fits the window.
  public mutating func observe(_ sample: TouchSample) {
    guard trail.append(sample) != .refused else { return }
    let isUsable = trail.withPoints { path.read($0, span: parameters.span) }
    motion = isUsable ? path.measure { CircularArcMotion($0, lengths: $1, parameters) } : nil
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard let motion, horizon.isFinite else { return nil }
    return prediction(motion, path.withSamples(motion.uncertainty), ahead: horizon)
  }

  /// Returns only the position of `predict(ahead:)`: most of the cost of that is the covariance.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard let motion, motion.isOrdinary, abs(horizon) <= 1e3 * path.duration else {
      return predict(ahead: horizon)?.position
    }
    return prediction(motion, nil, ahead: horizon)?.position
  }

  /// Answers several horizons at once; how noise spreads is found once for all of them.
  public func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    if result.count != horizons.count {
      result = Array(repeating: nil, count: horizons.count)
    }
    let uncertainty = motion.flatMap { path.withSamples($0.uncertainty) }
    for (index, horizon) in horizons.enumerated() {
      guard let motion, horizon.isFinite else {
        result[index] = nil
        continue
      }
      result[index] = prediction(motion, uncertainty, ahead: horizon)
    }
  }

  @inline(__always)
  private func prediction(
    _ motion: CircularArcMotion, _ uncertainty: CircularArcUncertainty?, ahead horizon: Double
  ) -> Prediction? {
    let ahead = horizon / path.duration
    var prediction = motion.prediction(ahead: ahead, duration: path.duration)
    prediction.position += trail.newest.position
    if let uncertainty {
      prediction.covariance = motion.covariance(uncertainty, ahead: ahead)
      prediction.gainConfidence(from: trail.newest.position)
    }
    trail.attribute(&prediction, ahead: horizon)
    return prediction.isFinite ? prediction : nil
  }

  /// Resets the predictor to its initial state.
  public mutating func reset() { beginStroke() }
}
