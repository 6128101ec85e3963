/// A row of the catalogue: a kind of stage, its description, and how to create one.
public struct CatalogueRow: Sendable {
  /// Where in a chain a stage can stand.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The one stage of a chain that predicts.
    case predictor
    /// A predictor made of others.
    case bank
    /// Before the predictor: it changes samples.
    case filter
    /// After the predictor: it changes predictions.
    case modifier
  }

  /// How to create a stage for a context.
  enum Making: Sendable {
    case predictor(@Sendable (PredictorContext) throws(ParameterError) -> AnyPredictor)
    case bank(
      @Sendable ([AnyPredictor], PredictorContext) throws(ParameterError) -> AnyPredictor)
    case filter(@Sendable (PredictorContext) throws(ParameterError) -> AnyInputFilter)
    case modifier(@Sendable (PredictorContext) throws(ParameterError) -> AnyOutputModifier)
  }

  /// The name in a spelling.
  public let kind: String
  /// Where in a chain it can stand.
  public let role: Role
  /// A one-line summary.
  public let summary: String
  /// The sources of the method.
  public let references: [String]
  /// The parameters.
  public let parameters: [ParameterDescription]
  /// The members of a bank where none are given; empty for other rows.
  public let defaultMembers: String
  /// Units of its own to the millimeter, where its constants are in such; nil if they are not.
  public let unitsPerMillimeter: Double?

  private let configuring:
    @Sendable ([PredictorSpec.Setting]) throws(CatalogueError) -> (
      settings: [PredictorSpec.Setting], making: Making
    )
  private let scaling:
    @Sendable ([PredictorSpec.Setting], Double, Double) throws(CatalogueError)
      -> [PredictorSpec.Setting]

  /// Creates a row of a predictor.
  public init<P: CataloguePredictor>(_ type: P.Type) {
    self.init(type) { (parameters, context) throws(ParameterError) in
      erased(try P(parameters, context: context))
    }
  }

  /// Creates a row whose predictors `make` creates, for one that needs more than its parameters.
  public init<P: CataloguePredictor>(
    _ type: P.Type,
    make:
      @escaping @Sendable (P.Parameters, PredictorContext) throws(ParameterError) -> AnyPredictor
  ) {
    self.init(
      P.Parameters.self, kind: P.kind, role: .predictor, summary: P.summary,
      references: P.references, unitsPerMillimeter: P.unitsPerMillimeter
    ) { parameters in
      .predictor { (context) throws(ParameterError) in try make(parameters, context) }
    }
  }

  /// Creates a row of a bank.
  public init<B: PredictorBank>(bank type: B.Type) {
    self.init(
      B.Parameters.self, kind: B.kind, role: .bank, summary: B.summary, references: B.references,
      defaultMembers: B.defaultMembers
    ) { parameters in
      .bank { (members, context) throws(ParameterError) in
        erased(try B(parameters, members: members, context: context))
      }
    }
  }

  /// Creates a row of a filter.
  public init<F: CatalogueFilter>(filter type: F.Type) {
    self.init(
      F.Parameters.self, kind: F.kind, role: .filter, summary: F.summary, references: F.references
    ) { parameters in
      .filter { (context) throws(ParameterError) in erased(try F(parameters, context: context)) }
    }
  }

  /// Creates a row of a modifier.
  public init<M: CatalogueModifier>(modifier type: M.Type) {
    self.init(
      M.Parameters.self, kind: M.kind, role: .modifier, summary: M.summary,
      references: M.references
    ) { parameters in
      .modifier { (context) throws(ParameterError) in erased(try M(parameters, context: context)) }
    }
  }

  private init<Parameters: PredictorParameters>(
    _ type: Parameters.Type, kind: String, role: Role, summary: String, references: [String],
    defaultMembers: String = "", unitsPerMillimeter: Double? = nil,
    making: @escaping @Sendable (Parameters) -> Making
  ) {
    self.kind = kind
    self.role = role
    self.summary = summary
    self.references = references
    self.defaultMembers = defaultMembers
    self.unitsPerMillimeter = unitsPerMillimeter
    let defaults = Parameters()
    parameters = Parameters.fields.map {
      ParameterDescription(
        name: $0.name, summary: $0.summary, unit: $0.unit, range: $0.range,
        defaultText: $0.text(defaults), source: $0.source)
    }
    configuring = { (settings) throws(CatalogueError) in
      let parameters = try Self.read(Parameters.self, settings, kind: kind)
      return (Self.spelled(parameters), making(parameters))
    }
    scaling = { (settings, lengthBy, timeBy) throws(CatalogueError) in
      let parameters = try Self.read(Parameters.self, settings, kind: kind)
      return Self.spelled(parameters.scaled(lengthBy: lengthBy, timeBy: timeBy))
    }
  }

  private static func spelled<Parameters: PredictorParameters>(
    _ parameters: Parameters
  ) -> [PredictorSpec.Setting] {
    parameters.spelling.map { PredictorSpec.Setting(key: $0.name, value: $0.value) }
  }

  /// The spelling of the stage with its defaults, or its name alone where a setting must be given.
  public var spelling: String {
    let settings = (try? configure([]))?.settings ?? []
    return PredictorSpec.Stage(kind: kind, settings: settings).description
  }

  /// Returns the settings that identify a stage, and how to create it.
  ///
  /// - Throws: `CatalogueError` for an unknown parameter or a value that cannot be used.
  func configure(
    _ settings: [PredictorSpec.Setting]
  ) throws(CatalogueError) -> (settings: [PredictorSpec.Setting], making: Making) {
    try configuring(settings)
  }

  /// Returns the settings for a world whose lengths and times are multiplied.
  func scaled(
    _ settings: [PredictorSpec.Setting], lengthBy: Double, timeBy: Double
  ) throws(CatalogueError) -> [PredictorSpec.Setting] {
    try scaling(settings, lengthBy, timeBy)
  }

  private static func read<Parameters: PredictorParameters>(
    _ type: Parameters.Type, _ settings: [PredictorSpec.Setting], kind: String
  ) throws(CatalogueError) -> Parameters {
    var parameters = Parameters()
    let names = Parameters.fields.map { $0.name }
    for setting in settings {
      let field = Parameters.fields[try place(of: setting.key, among: names, kind: kind)]
      if let other = settings.first(where: { $0.key == field.replaced }) {
        throw .parameter(kind, .both(setting, other))
      }
      do { try field.assign(&parameters, setting.value) } catch { throw .parameter(kind, error) }
    }
    do { try parameters.validate() } catch { throw .parameter(kind, error) }
    return parameters
  }

  /// Returns the place of a name among those of a kind's parameters.
  private static func place(
    of name: String, among names: [String], kind: String
  ) throws(CatalogueError) -> Int {
    guard let place = names.firstIndex(of: name) else {
      throw .unknownParameter(name, kind: kind, known: names)
    }
    return place
  }
}

/// A parameter as the catalogue shows it to people.
public struct ParameterDescription: Hashable, Sendable {
  /// The name in a spelling.
  public let name: String
  /// What it does.
  public let summary: String
  /// The unit; empty for a pure number.
  public let unit: String
  /// The allowed values.
  public let range: String
  /// The default as written in a spelling.
  public let defaultText: String
  /// Where the default comes from.
  public let source: String
}
