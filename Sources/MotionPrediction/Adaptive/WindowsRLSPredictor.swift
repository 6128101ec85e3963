import MotionNumerics
import TouchInput

/// `rls` with the constants that Windows publishes for its touch prediction.
///
/// `winuser.h` names, without saying what they do: at most 3 taps, latency 8 ms, sample time 8 ms,
/// δ 0.001, λ from 0.9 to 0.999, λ learning rate 0.001, exponential smoothing α 0.99. That these
/// belong to recursive least squares with variable forgetting is inferred, and so is how they fit
/// together here: λ = 1 − 0.001·|ξ|²/σ², which is 0.999 at an error of usual size and 0.9 at one ten
/// times as great, σ² being the mean of |ξ|² smoothed by 0.99. The rest is that of `rls`, whose page
/// says what happens at the edges. The sample time is measured instead of taken as 8 ms, and the
/// latency is the horizon asked for.
public struct WindowsRLSPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "windows-rls"
  /// What it does, in one line.
  public static let summary = "Preset: rls with the constants that Windows publishes"
  /// Where the method comes from.
  public static let references = [
    "Microsoft, winuser.h, the TOUCHPREDICTIONPARAMETERS constants (names and values only)"
  ]

  /// `windows-rls` has nothing to set; `rls` has.
  public struct Parameters: PredictorParameters {
    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = []

    /// Makes the parameters.
    public init() {}

    /// The same as parameters of `rls`.
    public static var asRLS: RLSPredictor.Parameters {
      var parameters = RLSPredictor.Parameters()
      parameters.motion.taps = 3
      parameters.forgetting = 0.999
      parameters.leastForgetting = 0.9
      parameters.adaptation = 0.001
      parameters.smoothing = 0.99
      parameters.regularization = 0.001
      return parameters
    }
  }

  private var motion: RLSPredictor

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    motion = try RLSPredictor(Parameters.asRLS, context: context)
  }

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
