/// The predictor that this toolkit recommends today, under a name that stays when the choice changes.
///
/// Now it is `learned` at its defaults, the package's own model with adaptation
/// (`LearnedPredictor`), with the same answers, cost and allocation. It was chosen on validation
/// data by a rule written down before any test data were looked at, and has been scored beside all
/// others since: experiments/recommended. To keep the same predictions forever, name the predictor
/// itself.
public struct RecommendedPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  public static let kind = "recommended"
  /// What it does, in one line.
  public static let summary = "What the toolkit recommends to an app today: now \(chosen)"
  /// The sources of the method.
  public static let references = LearnedPredictor.references

  /// The spelling of the predictor behind the name.
  public static let chosen = LearnedPredictor.kind

  var predictor: LearnedPredictor

  /// Creates a predictor.
  public init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {
    predictor = try LearnedPredictor(.init(), context: context)
  }
}
