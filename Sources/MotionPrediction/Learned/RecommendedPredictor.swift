/// What this toolkit recommends to an app today, under a name that stays while what is behind it may change.
///
/// Now it is `learned` at its defaults, the package's own model with adaptation (`LearnedPredictor`): answers, edges, cost and
/// allocation are its. Chosen on validation data by a rule that was written down before any test data
/// were looked at, and scored beside all others since: experiments/recommended. Who needs the same
/// predictions for ever names the predictor itself.
public struct RecommendedPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  public static let kind = "recommended"
  /// What it does, in one line.
  public static let summary = "What the toolkit recommends to an app today: now \(chosen)"
  /// Where the method comes from.
  public static let references = LearnedPredictor.references

  /// The spelling of the predictor behind the name.
  public static let chosen = LearnedPredictor.kind

  var predictor: LearnedPredictor

  /// Makes a fresh predictor.
  public init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {
    predictor = try LearnedPredictor(.init(), context: context)
  }
}
