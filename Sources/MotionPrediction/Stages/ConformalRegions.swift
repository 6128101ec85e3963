import TouchInput

/// States regions with the coverage that they promise, learned online from the predictor's own errors.
///
/// The position is the predictor's; covariance, radii and confidence are those of `RegionTracker`, whatever
/// the predictor states. Works after any predictor, with or without a covariance of its own.
struct ConformalRegions: CatalogueModifier {
  static let kind = "conformal"
  static let summary = "States regions with the coverage they promise, learned from its own errors"
  static let references = [
    "Gibbs, Candès, Adaptive conformal inference, NeurIPS 2021, arXiv:2106.00170",
    "Angelopoulos, Candès, Tibshirani, Conformal PID control, NeurIPS 2023, arXiv:2307.16895",
  ]

  struct Parameters: PredictorParameters {
    var memory = Int(RegionTracker.usualMemory)

    static let fields: [ParameterField<Parameters>] = [
      .integer(
        "memory", get: { $0.memory }, set: { $0.memory = $1 }, in: 10...1_000_000,
        unit: "predictions", source: "docs/predictors/filters-and-modifiers.md",
        "How many settled predictions the quantiles look back")
    ]
  }

  private var regions: RegionTracker

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    regions = RegionTracker(context, memory: Double(parameters.memory))
  }

  mutating func beginStroke() { regions.beginStroke() }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    regions.observe(sample) { horizon, _ in predictor.position(ahead: horizon) }
  }

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard var prediction = predictor.predict(ahead: horizon) else { return nil }
    regions.state(in: &prediction, ahead: horizon)
    return prediction
  }

  mutating func reset() { regions.reset() }
}
