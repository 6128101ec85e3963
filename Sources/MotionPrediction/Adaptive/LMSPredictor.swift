import MotionNumerics
import TouchInput

/// Weighs the newest displacements, and corrects the weights by a step against each error.
///
/// One displacement ahead is d̂ = Σ w_k·d_{n−k}, k = 0…taps − 1, fed back until the horizon (or with
/// weights of their own for each horizon); the weights start at constant velocity, w = (1, 0, …), and
/// follow w ← (1 − μα)·w + μ·Σ u·ξ, u and the error ξ being divided by the recent RMS displacement.
///
/// - Nothing before two samples of different times. Until taps + 1 samples of a stroke have come, the
///   newest displacement goes on unchanged; h ≤ 0 reads the track of the newest samples.
/// - The displacement predicted is at most `speed-limit` times the greatest recent speed times h.
/// - The covariance is that of the running one-step errors, led to the horizon (in `direct`, that of
///   the horizon's own errors); errors are taken not to depend on each other. With it
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes go on along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Cost: O(taps) for `observe`; O(taps · steps) for `predict`, at most 128 steps.
///
/// Source: Widrow and Hoff 1960; see `LeastMeanSquares`.
public struct LMSPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "lms"
  /// What it does, in one line.
  public static let summary = "Adaptive: newest displacements, weights by least mean squares"
  /// Where the method comes from.
  public static let references = [
    "Widrow, Hoff, Adaptive switching circuits, IRE WESCON 1960",
    "Haykin, Adaptive Filter Theory, 4th edition 2002, ISBN 0-13-090126-1",
  ]

  /// What can be set of `lms`.
  public struct Parameters: AdaptiveParameters {
    /// What all adaptive predictors have.
    public var motion = AdaptiveMotionSettings()
    /// μ, the share of the gradient taken.
    public var step = 0.005
    /// α: how strongly the weights are drawn towards 0.
    public var leakage = 0.0

    /// Makes the defaults.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] =
      [
        tapsField,
        .number(
          "step", get: { $0.step }, set: { $0.step = $1 }, in: 0.000_001...1,
          source: adaptiveTuning,
          "Step size, for a regressor of RMS 1"),
        .number(
          "leakage", get: { $0.leakage }, set: { $0.leakage = $1 }, in: 0...1,
          source: "off, the plain filter",
          "How strongly weights are drawn towards 0 at each step"),
      ] + motionFields
  }

  private var motion: AdaptiveMotion<LeastMeanSquares>

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    let start = AdaptiveStart.constantVelocity(taps: parameters.motion.taps)
    motion = AdaptiveMotion(settings: parameters.motion, context: context) {
      LeastMeanSquares(start: start, step: parameters.step, leakage: parameters.leakage)
    }
  }

  /// The weights now, newest displacement first; those of the least horizon in `direct`.
  public var weights: [Double] { motion.filter.weights }

  /// Begins a new contact: the history of positions goes; with `memory=cold` the weights too.
  public mutating func beginStroke() { motion.beginStroke() }

  /// Takes in the next sample, and learns from what has come of earlier ones.
  public mutating func observe(_ sample: TouchSample) { motion.observe(sample) }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? { motion.predict(ahead: horizon) }

  /// The position of `predict(ahead:)` alone, without what it takes to say how far to trust it.
  public func position(ahead horizon: Double) -> SIMD2<Double>? { motion.position(ahead: horizon) }

  /// Answers several horizons at once; from near to far they share one roll-out.
  public func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    motion.predict(ahead: horizons, into: &result)
  }

  /// Puts the predictor back as it was made.
  public mutating func reset() { motion.reset() }
}
