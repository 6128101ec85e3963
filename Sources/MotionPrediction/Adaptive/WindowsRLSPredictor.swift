import MotionNumerics

/// `rls` with the constants that Windows publishes for its touch prediction.
///
/// `winuser.h` names, without saying what they do: at most 3 taps, latency 8 ms, sample time 8 ms,
/// δ 0.001, λ from 0.9 to 0.999, λ learning rate 0.001, exponential smoothing α 0.99. That these
/// belong to recursive least squares with variable forgetting is inferred, and so is how they fit
/// together here: λ = 1 − 0.001·|ξ|²/σ², which is 0.999 at an error of usual size and 0.9 at one ten
/// times as great, σ² being the mean of |ξ|² smoothed by 0.99. The rest is that of `rls`, whose page
/// says what happens at the edges. The sample time is measured instead of taken as 8 ms, and the
/// latency is the horizon asked for.
package struct WindowsRLSPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  package static let kind = "windows-rls"
  /// A one-line summary.
  package static let summary = "Preset: rls with the constants that Windows publishes"
  /// The sources of the method.
  package static let references = [
    "Microsoft, winuser.h, the TOUCHPREDICTIONPARAMETERS constants (names and values only)"
  ]

  var predictor: RLSPredictor

  /// Creates a predictor.
  package init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {
    var constants = RLSPredictor.Parameters()
    constants.motion.taps = 3
    constants.forgetting = 0.999
    constants.leastForgetting = 0.9
    constants.adaptation = 0.001
    constants.smoothing = 0.99
    constants.regularization = 0.001
    predictor = try RLSPredictor(constants, context: context)
  }
}
