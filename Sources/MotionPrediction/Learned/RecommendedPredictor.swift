import TouchInput

/// What this toolkit recommends to an app today, under a name that stays while what is behind it may change.
///
/// Now it is `learned` at its defaults, the package's own model with adaptation (`LearnedPredictor`): answers, edges, cost and
/// allocation are its. Chosen on validation data by a rule that was written down before any test data
/// were looked at, and scored beside all others since: experiments/recommended. Who needs the same
/// predictions for ever names the predictor itself.
public struct RecommendedPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "recommended"
  /// What it does, in one line.
  public static let summary = "What the toolkit recommends to an app today: now \(chosen)"
  /// Where the method comes from.
  public static let references = LearnedPredictor.references

  /// The spelling of the predictor behind the name.
  public static let chosen = LearnedPredictor.kind

  /// `recommended` has nothing to set.
  public struct Parameters: PredictorParameters {
    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = []

    /// Makes the parameters.
    public init() {}
  }

  private var predictor: LearnedPredictor

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    predictor = try LearnedPredictor(.init(), context: context)
  }

  /// Begins a new contact: the history of positions goes.
  public mutating func beginStroke() { predictor.beginStroke() }

  /// Takes in the next sample.
  public mutating func observe(_ sample: TouchSample) { predictor.observe(sample) }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? { predictor.predict(ahead: horizon) }

  /// The position of `predict(ahead:)` alone.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    predictor.position(ahead: horizon)
  }

  /// Whether a stroke leaves nothing behind.
  public var forgetsStrokes: Bool { predictor.forgetsStrokes }

  /// Puts the predictor back as it was made.
  public mutating func reset() { predictor.reset() }
}
