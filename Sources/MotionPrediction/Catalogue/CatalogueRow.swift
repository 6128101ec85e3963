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

  @inline(never)
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
    let fields = Parameters.fields
    let names = fields.map { FieldName(name: $0.name, replaced: $0.replaced) }
    for index in settings.indices {
      let field = fields[try place(of: index, in: settings, among: names, kind: kind)]
      do { try field.assign(&parameters, settings[index].value) } catch {
        throw .parameter(kind, error)
      }
    }
    do { try parameters.validate() } catch { throw .parameter(kind, error) }
    return parameters
  }

  /// The names of a field, apart from its type, so that a search among them is compiled once for all types.
  private struct FieldName {
    let name: String
    let replaced: String?
  }

  /// Returns the place of a setting's field among those of a kind.
  ///
  /// - Throws: `CatalogueError` for an unknown name, or where the field that it stands in for is given too.
  @inline(never)
  private static func place(
    of index: Int, in settings: [PredictorSpec.Setting], among fields: [FieldName], kind: String
  ) throws(CatalogueError) -> Int {
    let setting = settings[index]
    guard let place = fields.firstIndex(where: { $0.name == setting.key }) else {
      throw .unknownParameter(setting.key, kind: kind, known: fields.map { $0.name })
    }
    if let other = settings.first(where: { $0.key == fields[place].replaced }) {
      throw .parameter(kind, .both(setting, other))
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
