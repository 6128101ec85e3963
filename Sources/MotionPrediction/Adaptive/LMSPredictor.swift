import MotionNumerics

/// Predicts by a weighted sum of the newest displacements, with weights learned by LMS.
///
/// One displacement ahead is d̂ = Σ w_k·d_{n−k}, k = 0…taps − 1, fed back until the horizon (or with
/// weights of their own for each horizon); the weights start at constant velocity, w = (1, 0, …), and
/// follow w ← (1 − μα)·w + μ·Σ u·ξ, u and the error ξ being divided by the recent RMS displacement.
///
/// - Nothing before two samples of different times. Until taps + 1 samples of a stroke have come, the
///   newest displacement is continued unchanged; h ≤ 0 reads the track of the newest samples.
/// - The displacement predicted is at most `speed-limit` times the greatest recent speed times h.
/// - The covariance is that of the running one-step errors, led to the horizon (in `direct`, that of
///   the horizon's own errors); errors are taken not to depend on each other. With it
///   comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d.
/// - The pen's attributes are extrapolated along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Cost: O(taps) for `observe`; O(taps · steps) for `predict`, at most 128 steps.
///
/// Source: Widrow and Hoff 1960; see `LeastMeanSquares`.
package struct LMSPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  package static let kind = "lms"
  /// A one-line summary.
  package static let summary = "Adaptive: newest displacements, weights by least mean squares"
  /// The sources of the method.
  package static let references = [
    "Widrow, Hoff, Adaptive switching circuits, IRE WESCON 1960",
    "Haykin, Adaptive Filter Theory, 4th edition 2002, ISBN 0-13-090126-1",
  ]

  /// The parameters of `lms`.
  package struct Parameters: AdaptiveParameters {
    /// The settings that all adaptive predictors share.
    package var motion = AdaptiveMotionSettings()
    /// μ, the share of the gradient taken.
    package var step = 0.005
    /// α: how strongly the weights are drawn towards 0.
    package var leakage = 0.0

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] =
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

  var predictor: AdaptiveMotion<LeastMeanSquares>

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    let start = parameters.motion.startingWeights
    predictor = AdaptiveMotion(settings: parameters.motion, context: context) {
      LeastMeanSquares(start: start, step: parameters.step, leakage: parameters.leakage)
    }
  }

  /// The weights now, newest displacement first; those of the least horizon in `direct`.
  package var weights: [Double] { predictor.filter.weights }
}
