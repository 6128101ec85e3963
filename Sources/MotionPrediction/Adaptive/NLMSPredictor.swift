import MotionNumerics

/// Predicts by a weighted sum of the newest displacements, with weights learned by normalized LMS.
///
/// As `lms`, with w ← (1 − μα)·w + μ·Σ u·ξ / (δ·taps + Σ|u_k|²). u is divided by the recent RMS
/// displacement, so that δ is a share of the energy that is usual lately: with δ = 0 a contact that
/// starts from rest makes corrections as great as one in full motion, which is what makes the
/// classical form poor on touch.
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
/// Source: Nagumo and Noda 1967; see `NormalizedLeastMeanSquares`.
package struct NLMSPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  package static let kind = "nlms"
  /// A one-line summary.
  package static let summary = "Adaptive: newest displacements, weights by normalized LMS"
  /// The sources of the method.
  package static let references = [
    "Nagumo, Noda, A learning method for system identification, doi:10.1109/TAC.1967.1098599"
  ]

  /// The parameters of `nlms`.
  package struct Parameters: AdaptiveParameters {
    /// The settings that all adaptive predictors share.
    package var motion = AdaptiveMotionSettings()
    /// μ, the share of an error that a correction takes away.
    package var step = 0.2
    /// δ, in multiples of the usual energy.
    package var regularization = 5.0
    /// α: how strongly the weights are drawn towards 0.
    package var leakage = 0.0003

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] =
      [
        tapsField,
        .number(
          "step", get: { $0.step }, set: { $0.step = $1 }, in: 0.000_001...1.999,
          source: adaptiveTuning,
          "Step size; stable below 2"),
        .number(
          "regularisation", get: { $0.regularization }, set: { $0.regularization = $1 },
          in: 0...1_000_000, source: adaptiveTuning,
          "Added to the regressor's energy, in multiples of the typical energy of that many taps"),
        .number(
          "leakage", get: { $0.leakage }, set: { $0.leakage = $1 }, in: 0...0.5,
          source: adaptiveTuning,
          "How strongly weights are drawn towards 0 at each step"),
      ] + motionFields
  }

  var predictor: AdaptiveMotion<NormalizedLeastMeanSquares>

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    let taps = parameters.motion.taps
    let start = parameters.motion.startingWeights
    predictor = AdaptiveMotion(settings: parameters.motion, context: context) {
      NormalizedLeastMeanSquares(
        start: start, step: parameters.step,
        regularization: parameters.regularization * Double(taps), leakage: parameters.leakage)
    }
  }

  /// The weights now, newest displacement first; those of the least horizon in `direct`.
  package var weights: [Double] { predictor.filter.weights }
}
