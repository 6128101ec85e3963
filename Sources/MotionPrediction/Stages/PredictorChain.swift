/// The stages of a chain as they are gathered from a spelling.
///
/// Filters act from left to right before the predictor; modifiers act from left to right after it and
/// see the samples as observed.
struct PredictorChain {
  private typealias Make<Stage> =
    @Sendable (PredictorContext) throws(ParameterError) -> Stage

  private var spec = PredictorSpec(stages: [])
  private var unitsPerMillimeter: Double?
  private var filters: [Make<AnyInputFilter>] = []
  private var predictor: Make<AnyPredictor>?
  private var modifiers: [Make<AnyOutputModifier>] = []

  /// Adds a stage; a bank's members are given with it, and stated unless they are its default ones.
  mutating func append(
    _ row: CatalogueRow, settings: [PredictorSpec.Setting], making: CatalogueRow.Making,
    members: [ConfiguredPredictor], statesMembers: Bool
  ) {
    spec.stages.append(
      PredictorSpec.Stage(
        kind: row.kind, settings: settings, bank: statesMembers ? members.map { $0.spec } : []))
    unitsPerMillimeter =
      unitsPerMillimeter ?? row.unitsPerMillimeter
      ?? members.lazy.compactMap { $0.unitsPerMillimeter }.first
    switch making {
    case .filter(let make): filters.append(make)
    case .modifier(let make): modifiers.append(make)
    case .predictor(let make):
      predictor = Self.rescaling(make, unitsPerMillimeter: row.unitsPerMillimeter)
    case .bank(let make):
      predictor = { (context) throws(ParameterError) in
        var fresh: [AnyPredictor] = []
        for member in members { fresh.append(try member.make(context)) }
        return try make(fresh, context)
      }
    }
  }

  /// The chain, ready to be made.
  var configured: ConfiguredPredictor {
    let (filters, predictor, modifiers) = (filters, predictor, modifiers)
    return ConfiguredPredictor(
      spec: spec, unitsPerMillimeter: unitsPerMillimeter
    ) { (context) throws(ParameterError) in
      guard let predictor else {
        throw ParameterError(field: "chain", value: "", problem: "has no predictor")
      }
      var result = try predictor(context)
      for filter in filters.reversed() {
        result = erased(FilteredPredictor(try filter(context), before: result))
      }
      for modifier in modifiers {
        result = erased(ModifiedPredictor(result, by: try modifier(context)))
      }
      return result
    }
  }

  /// Gives a predictor with a unit of its own positions in that unit, where the scale is known.
  private static func rescaling(
    _ make: @escaping Make<AnyPredictor>, unitsPerMillimeter: Double?
  ) -> Make<AnyPredictor> {
    guard let unitsPerMillimeter else { return make }
    return { (context) throws(ParameterError) in
      guard let recorded = context.unitsPerMillimeter else { return try make(context) }
      var inner = context
      inner.unitsPerMillimeter = unitsPerMillimeter
      return erased(RescaledPredictor(try make(inner), factor: unitsPerMillimeter / recorded))
    }
  }
}
