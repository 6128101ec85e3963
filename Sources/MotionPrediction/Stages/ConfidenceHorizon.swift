import MotionNumerics
import TouchInput

/// Looks less far ahead the less the predictor can be trusted.
///
/// It asks for c·h instead of h. c is earned: a running comparison of what was predicted one sample
/// ahead with what then came, c = 1 − min(1, E/M) with E and M the exponentially forgetting means of
/// the error's length and of the distance moved, and not below `floor`.
///
/// A confidence that the predictor states is passed over. One from a covariance without model error
/// trusts far horizons too much: used as c, that of `polynomial:degree=2,window=5` made the mean error
/// at 64 ms 12 % greater on synthetic-noisy-120hz and 40 % greater on Henze 2017, participants 1–6
/// (docs/predictors/filters-and-modifiers.md).
struct ConfidenceHorizon: CatalogueModifier {
  static let kind = "confidence-horizon"
  static let summary = "Shortens the horizon by how well recent predictions did"
  static let references = [
    "google/ink-stroke-modeler, which scales its horizon by confidence, Apache-2.0"
  ]

  struct Parameters: PredictorParameters {
    var forgetting = 0.9
    var floor = 0.3

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "forgetting", get: { $0.forgetting }, set: { $0.forgetting = $1 }, in: 0...0.999,
        source: "nextpoint",
        "Forgetting factor of the running means, a sample"),
      .number(
        "floor", get: { $0.floor }, set: { $0.floor = $1 }, in: 0...1, source: "nextpoint",
        "The least share of the horizon that is asked for"),
    ]
  }

  private let parameters: Parameters
  private var window = ObservationWindow(capacity: 2)
  /// The prediction made one sample ago for one interval ahead.
  private var expected: SIMD2<Double>?
  private var error = 0.0
  private var motion = 0.0

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
  }

  mutating func beginStroke() { reset() }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    let previous = window.newest
    window.append(sample)
    guard let previous, sample.time > previous.time else {
      expected = nil
      return
    }
    if let expected {
      error = parameters.forgetting * error + (sample.position - expected).length
      motion = parameters.forgetting * motion + (sample.position - previous.position).length
      if !error.isFinite || !motion.isFinite { (error, motion) = (0, 0) }
    }
    // The interval that just passed is the best guess of the next.
    expected = predictor.predict(ahead: sample.time - previous.time)?.position
  }

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    let share = horizon > 0 ? max(earned, parameters.floor) : 1
    return predictor.predict(ahead: share * horizon)
  }

  mutating func reset() {
    window.removeAll()
    (expected, error, motion) = (nil, 0, 0)
  }

  private var earned: Double { motion > 0 ? 1 - min(error / motion, 1) : 1 }
}
