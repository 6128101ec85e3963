/// A predictor with all its parameters, to be created for a context.
public struct ConfiguredPredictor: Sendable {
  /// The canonical spelling, stage by stage.
  public private(set) var spec: PredictorSpec
  /// The settings that a range gave it.
  public private(set) var swept: [PredictorSpec.Setting] = []
  /// Units of its own to the millimeter, where its constants are in such.
  ///
  /// Such a predictor needs to know the scale of a recording; without it its constants mean
  /// nothing.
  public let unitsPerMillimeter: Double?

  private let making: @Sendable (PredictorContext) throws(ParameterError) -> AnyPredictor

  /// Creates a predictor from a function.
  init(
    spec: PredictorSpec, unitsPerMillimeter: Double?,
    making: @escaping @Sendable (PredictorContext) throws(ParameterError) -> AnyPredictor
  ) {
    self.spec = spec
    self.unitsPerMillimeter = unitsPerMillimeter
    self.making = making
  }

  /// A predictor of one stage, made by a function: the way in for one that no catalogue names.
  public init(
    kind: String, settings: [PredictorSpec.Setting] = [],
    making: @escaping @Sendable (PredictorContext) throws(ParameterError) -> AnyPredictor
  ) {
    let stage = PredictorSpec.Stage(kind: kind, settings: settings)
    self.init(
      spec: PredictorSpec(stages: [stage]), unitsPerMillimeter: nil, making: making)
  }

  /// The names of the stages, joined with `+`: the name under which its scores are listed.
  public var kind: String { spec.kinds }

  /// The settings of all stages, in order.
  public var settings: [PredictorSpec.Setting] { spec.stages.flatMap { $0.settings } }

  /// The settings as text, `key=value,key=value`; those of a chain's stages joined with `+`.
  public var parameters: String { spec.parameters }

  /// The spelling that makes the same predictor.
  public var spelling: String { spec.description }

  /// The same predictor with the values that ranges gave it, stated even where they are defaults:
  /// a sweep is read by its swept settings.
  func stating(_ single: SpecRange.Single) -> ConfiguredPredictor {
    var result = self
    result.swept = single.swept
    for index in result.spec.stages.indices {
      let stated = Set(result.spec.stages[index].settings.map { $0.key })
      result.spec.stages[index].settings += single.spec.stages[index].settings.filter {
        single.swept.contains($0) && !stated.contains($0.key)
      }
    }
    return result
  }

  /// Creates a predictor.
  ///
  /// - Throws: `ParameterError` where the parameters do not go with the context.
  public func make(_ context: PredictorContext) throws(ParameterError) -> AnyPredictor {
    try making(context)
  }
}

extension PredictorSpec {
  /// The names of the stages, joined with `+`.
  public var kinds: String { stages.map { $0.kind }.joined(separator: "+") }

  /// The settings of each stage as text, joined with `+`; empty where no stage has any.
  public var parameters: String {
    let texts = stages.map { $0.items }
    return texts.allSatisfy { $0.isEmpty } ? "" : texts.joined(separator: "+")
  }

  /// The spelling of kinds and parameters as `kinds` and `parameters` give them.
  ///
  /// Inverse of the two, for tables that hold them in two columns; a `+` within a value is taken for
  /// part of the last stage's.
  public static func spelling(kinds: String, parameters: String) -> String {
    guard !parameters.isEmpty else { return kinds }
    let names = kinds.split(separator: "+")
    guard !names.isEmpty else { return "\(kinds):\(parameters)" }
    let items = parameters.split(
      separator: "+", maxSplits: names.count - 1, omittingEmptySubsequences: false)
    guard items.count == names.count else { return "\(kinds):\(parameters)" }
    return zip(names, items).map { $1.isEmpty ? String($0) : "\($0):\($1)" }
      .joined(separator: "+")
  }
}
