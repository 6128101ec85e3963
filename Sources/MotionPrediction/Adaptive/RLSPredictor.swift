import MotionNumerics

/// Predicts by a weighted sum of the newest displacements, with weights learned by recursive least squares.
///
/// One displacement ahead is d̂ = Σ w_k·d_{n−k}, k = 0…taps − 1, fed back until the horizon (or with
/// weights of their own for each horizon). The weights start at constant velocity, w₀ = (1, 0, …), and
/// at every sample are those that would have predicted the past best: the exact minimum of
/// Σ_i λ^{n−i}·|ξ_i|² + δ·λ^n·|w − w₀|², kept by inverse QR-RLS. u and ξ are divided by the recent RMS
/// displacement. One memory serves both axes and, with `memory=warm`, all strokes.
///
/// - Nothing before two samples of different times. Until taps + 1 samples of a stroke have come, the
///   newest displacement is continued unchanged; h ≤ 0 reads the track of the newest samples.
/// - The displacement predicted is at most `speed-limit` times the greatest recent speed times h.
/// - The covariance is that of the running one-step errors, led to the horizon (in `direct`, that of
///   the horizon's own errors); errors are taken not to depend on each other. With it
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes are extrapolated along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// - `solver=lapack` keeps the same minimum by LAPACK: one `dtpqrt` for each displacement that teaches
///   (in `direct` one for each horizon's), none to predict.
///
/// Cost: O(taps²) for `observe`, O(taps³) with `lapack`; O(taps · steps) for `predict`, at most 128 steps.
///
/// Source: see `RecursiveLeastSquares`.
public struct RLSPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  public static let kind = "rls"
  /// A one-line summary.
  public static let summary = "Adaptive: newest displacements, weights by recursive least squares"
  /// The sources of the method.
  public static let references = [
    "Haykin, Adaptive Filter Theory, 4th edition 2002, chapter 14, ISBN 0-13-090126-1",
    "Fortescue, Kershenbaum, Ydstie, variable forgetting, doi:10.1016/0005-1098(81)90070-4",
  ]

  /// The parameters of `rls`.
  public struct Parameters: AdaptiveParameters {
    /// The settings that all adaptive predictors share.
    public var motion = AdaptiveMotionSettings()
    /// λ, the share of the past that stays at each sample; the greatest one with `adaptation`.
    public var forgetting = 0.998
    /// η: how much an unusual error shortens the memory.
    public var adaptation = 0.01
    /// The least λ, with `adaptation`.
    public var leastForgetting = 0.9
    /// The share of the running mean square error that stays at each sample.
    public var smoothing = 0.99
    /// δ: how firmly the weights stay at constant velocity at first.
    public var regularization = 10.0
    /// The greatest trace of P.
    public var traceLimit = 1e6
    /// Who updates the weights: plane rotations, or LAPACK.
    public var solver = FitSolver.streaming

    /// Creates the default parameters.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] =
      [
        tapsField,
        .number(
          "forgetting", get: { $0.forgetting }, set: { $0.forgetting = $1 }, in: 0.5...1,
          source: adaptiveTuning,
          "Share of the past that stays at each sample; the greatest, with adaptation"),
        .number(
          "adaptation", get: { $0.adaptation }, set: { $0.adaptation = $1 }, in: 0...1,
          source: adaptiveTuning,
          "Variable forgetting: 1 - forgetting for an error of usual size; 0 keeps it fixed"),
        .number(
          "least-forgetting", get: { $0.leastForgetting }, set: { $0.leastForgetting = $1 },
          in: 0.5...1,
          source: "Windows, winuser.h: 0.9", "Least forgetting factor, with adaptation"),
        .number(
          "smoothing", get: { $0.smoothing }, set: { $0.smoothing = $1 }, in: 0...0.9999,
          source: "Windows, winuser.h: 0.99",
          "Share of the running mean square error that stays at each sample, for adaptation"),
        .number(
          "regularisation", get: { $0.regularization }, set: { $0.regularization = $1 },
          in: 0.000_000_1...1_000_000, source: adaptiveTuning,
          "How firmly weights stay at constant velocity at first, in usual displacements squared"),
        .number(
          "trace-limit", get: { $0.traceLimit }, set: { $0.traceLimit = $1 }, in: 1...1e12,
          source: "a bound, not tuned",
          "Greatest trace of the inverse correlation to which forgetting may raise it"),
      ] + motionFields + [
        .choice(
          "solver", get: { $0.solver }, set: { $0.solver = $1 },
          source: "both find the same weights; docs/predictors/rls.md",
          "Who updates the weights: plane rotations of a root of P, or LAPACK's dtpqrt")
      ]

    /// Checks that the least forgetting factor is not above the greatest.
    public func validateRelations() throws(ParameterError) {
      guard adaptation == 0 || leastForgetting <= forgetting else {
        throw ParameterError(
          field: "least-forgetting", value: leastForgetting.description,
          problem: "is above forgetting = \(forgetting)", isRelation: true)
      }
    }
  }

  var predictor: AdaptiveMotion<RecursiveLeastSquares>

  /// Creates a predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    let start = parameters.motion.startingWeights
    let settings = RecursiveLeastSquares.Settings(
      regularization: parameters.regularization, forgetting: parameters.forgetting,
      leastForgetting: parameters.leastForgetting, adaptation: parameters.adaptation,
      smoothing: parameters.smoothing, traceLimit: parameters.traceLimit,
      solver: parameters.solver)
    predictor = AdaptiveMotion(settings: parameters.motion, context: context) {
      RecursiveLeastSquares(start: start, settings: settings)
    }
  }

  /// The weights now, newest displacement first; those of the least horizon in `direct`.
  public var weights: [Double] { predictor.filter.weights }

  /// The trace of P now: how little is known of the weights.
  public var trace: Double { predictor.filter.trace }

  /// The positions at rising horizons ahead, all by one roll-out.
  func positions(ahead horizons: [Double], _ write: (Int, SIMD2<Double>?) -> Void) {
    predictor.positions(ahead: horizons, write)
  }
}
