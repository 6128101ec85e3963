/// The predictor that this toolkit recommends today, under a name that stays when the choice changes.
///
/// Now it is `learned` at its defaults, the package's own model with adaptation
/// (`LearnedPredictor`), with the same answers, cost and allocation; with `size=small` it is
/// `learned:networks=1`, which costs less and is slightly less accurate. It was chosen on validation
/// data by a rule written down before any test data were looked at, and has been scored beside all
/// others since: experiments/recommended. To keep the same predictions forever, name the predictor
/// itself.
public struct RecommendedPredictor: CataloguePredictor, ForwardingPredictor {
  /// The name in the catalogue.
  public static let kind = "recommended"
  /// What it does, in one line.
  public static let summary = "The one to begin with: \(chosen), blended with predictors that adapt"
  /// The sources of the method.
  public static let references = LearnedPredictor.references

  /// The spelling of the predictor behind the name.
  public static let chosen = LearnedPredictor.kind

  /// How much a prediction may cost.
  public enum Size: String, Hashable, Sendable, CaseIterable {
    /// All networks of the model.
    case full
    /// The first of them alone.
    case small
  }

  /// The parameters of `recommended`.
  public struct Parameters: PredictorParameters {
    /// How much a prediction may cost.
    public var size = Size.full

    /// Creates the default parameters.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .choice(
        "size", get: { $0.size }, set: { $0.size = $1 },
        source: "experiments/recommended",
        "All networks of the model, or the first alone at a lower cost")
    ]
  }

  var predictor: LearnedPredictor

  /// Creates a predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    var learned = LearnedPredictor.Parameters()
    learned.networks = parameters.size == .small ? 1 : 0
    predictor = try LearnedPredictor(learned, context: context)
  }
}
