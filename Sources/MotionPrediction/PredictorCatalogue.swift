/// The predictors that can be named, and the way from a spelling to a predictor.
public struct PredictorCatalogue: Sendable {
  /// The rows, in the order in which they are listed.
  public let rows: [CatalogueRow]

  /// Every predictor of the package.
  ///
  /// Adding one adds one line here.
  public static let standard = PredictorCatalogue(rows: [
    CatalogueRow(HoldPredictor.self),
    CatalogueRow(LinearPredictor.self),
    CatalogueRow(PolynomialPredictor.self),
    CatalogueRow(WeightedPolynomialPredictor.self),
    CatalogueRow(DoubleExponentialPredictor.self),
    CatalogueRow(KalmanPredictor.self),
    CatalogueRow(InteractingMultipleModelPredictor.self),
    CatalogueRow(RecordedPredictor.self),
  ])

  /// Makes a catalogue of rows.
  public init(rows: [CatalogueRow]) { self.rows = rows }

  /// The catalogue with one more row, for predictors that live outside the package.
  public func adding(_ row: CatalogueRow) -> PredictorCatalogue {
    PredictorCatalogue(rows: rows + [row])
  }

  /// The row of a kind.
  ///
  /// - Throws: `CatalogueError.unknownKind`, with the known names.
  public func row(kind: String) throws(CatalogueError) -> CatalogueRow {
    guard let row = rows.first(where: { $0.kind == kind }) else {
      throw .unknownKind(kind, known: rows.map(\.kind))
    }
    return row
  }

  /// Reads a spelling that stands for one predictor.
  ///
  /// - Throws: `CatalogueError` for a spelling that cannot be read, an unknown kind or parameter, a
  ///   value out of range, and a range where one predictor is meant.
  public func predictor(_ text: String) throws(CatalogueError) -> ConfiguredPredictor {
    let expansion = try expand(text, relationsAreErrors: true)
    guard expansion.predictors.count == 1, let only = expansion.predictors.first else {
      throw .rangeWhereOneIsMeant(text, count: expansion.predictors.count)
    }
    return only
  }

  /// Reads a spelling with ranges into every predictor it stands for.
  ///
  /// Combinations that break a relation between parameters (a polynomial whose window is too short
  /// for its degree) are left out and listed, unless the spelling stands for one predictor only:
  /// then they are an error.
  public func expand(_ text: String) throws(CatalogueError) -> PredictorExpansion {
    try expand(text, relationsAreErrors: false)
  }

  private func expand(
    _ text: String, relationsAreErrors: Bool
  ) throws(CatalogueError) -> PredictorExpansion {
    let singles: [SpecRange.Single]
    do {
      singles = try SpecRange.expand(try PredictorSpec(text))
    } catch {
      throw .spelling(error)
    }
    var result = PredictorExpansion(predictors: [], leftOut: [])
    for single in singles {
      do {
        result.predictors.append(try configure(single))
      } catch {
        guard case .parameter(_, let problem) = error, problem.isRelation,
          singles.count > 1, !relationsAreErrors
        else { throw error }
        result.leftOut.append(.init(spelling: single.spec.description, reason: "\(problem)"))
      }
    }
    guard !result.predictors.isEmpty else { throw .nothingLeft(text) }
    return result
  }

  private func configure(_ single: SpecRange.Single) throws(CatalogueError) -> ConfiguredPredictor {
    let stages = single.spec.stages
    for stage in stages { _ = try row(kind: stage.kind) }
    guard stages.count == 1, let stage = stages.first else {
      throw .notOnePredictor(single.spec.description, predictors: stages.map(\.kind))
    }
    guard stage.bank.isEmpty else { throw .takesNoBank(stage.kind) }
    var configured = try row(kind: stage.kind).configure(stage.settings)
    configured.swept = single.swept
    return configured
  }
}

/// One row of the catalogue: a kind of predictor, described, and able to make one.
public struct CatalogueRow: Sendable {
  /// The name in a spelling.
  public let kind: String
  /// What it does, in one line.
  public let summary: String
  /// Where the method comes from.
  public let references: [String]
  /// What can be set.
  public let parameters: [ParameterDescription]

  private let configuring:
    @Sendable ([PredictorSpec.Setting]) throws(CatalogueError) -> ConfiguredPredictor

  /// A row of a type in the package.
  public init<P: CataloguePredictor>(_ type: P.Type) {
    self.init(type) { (parameters, context) throws(ParameterError) in
      try P(parameters, context: context)
    }
  }

  /// A row that makes its predictors with `make`, for one that needs more than its parameters.
  public init<P: CataloguePredictor>(
    _ type: P.Type,
    make:
      @escaping @Sendable (P.Parameters, PredictorContext) throws(ParameterError) -> any Predictor
  ) {
    let kind = P.kind
    self.kind = kind
    summary = P.summary
    references = P.references
    let defaults = P.Parameters()
    parameters = P.Parameters.fields.map {
      ParameterDescription(
        name: $0.name, summary: $0.summary, unit: $0.unit, range: $0.range,
        defaultText: $0.text(defaults), source: $0.source)
    }
    configuring = { (settings) throws(CatalogueError) in
      let parameters = try CatalogueRow.read(P.Parameters.self, settings, kind: kind)
      return ConfiguredPredictor(
        kind: kind,
        settings: parameters.spelling.map { .init(key: $0.name, value: $0.value) },
        making: { (context) throws(ParameterError) in try make(parameters, context) })
    }
  }

  /// A predictor of this kind with these settings, the others at their defaults.
  ///
  /// - Throws: `CatalogueError` for an unknown parameter or a value that cannot be used.
  public func configure(
    _ settings: [PredictorSpec.Setting]
  ) throws(CatalogueError) -> ConfiguredPredictor {
    try configuring(settings)
  }

  private static func read<Parameters: PredictorParameters>(
    _ type: Parameters.Type, _ settings: [PredictorSpec.Setting], kind: String
  ) throws(CatalogueError) -> Parameters {
    var parameters = Parameters()
    for setting in settings {
      guard let field = Parameters.fields.first(where: { $0.name == setting.key }) else {
        throw .unknownParameter(
          setting.key, kind: kind, known: Parameters.fields.map(\.name))
      }
      do { try field.assign(&parameters, setting.value) } catch { throw .parameter(kind, error) }
    }
    do { try parameters.validate() } catch { throw .parameter(kind, error) }
    return parameters
  }
}

/// A parameter as the catalogue shows it to people.
public struct ParameterDescription: Hashable, Sendable, Codable {
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

/// A predictor with all its parameters, ready to be made for a context.
public struct ConfiguredPredictor: Sendable {
  /// The name in the catalogue, or another name under which its scores are listed.
  public var kind: String
  /// The settings as they identify it: the principal ones, and those that differ from default.
  public var settings: [PredictorSpec.Setting]
  /// The settings that a range gave it.
  public var swept: [PredictorSpec.Setting] = []

  private let making: @Sendable (PredictorContext) throws(ParameterError) -> any Predictor

  /// A predictor made by a function.
  public init(
    kind: String,
    settings: [PredictorSpec.Setting],
    making: @escaping @Sendable (PredictorContext) throws(ParameterError) -> any Predictor
  ) {
    self.kind = kind
    self.settings = settings
    self.making = making
  }

  /// The settings as text, `key=value,key=value`.
  public var parameters: String { settings.map(\.description).joined(separator: ",") }

  /// The spelling that makes the same predictor.
  public var spelling: String { settings.isEmpty ? kind : "\(kind):\(parameters)" }

  /// Makes a fresh predictor.
  ///
  /// - Throws: `ParameterError` where the parameters do not go with the context.
  public func make(_ context: PredictorContext) throws(ParameterError) -> any Predictor {
    try making(context)
  }
}

/// What a spelling with ranges stands for.
public struct PredictorExpansion: Sendable {
  /// The predictors, the last written range varying fastest.
  public var predictors: [ConfiguredPredictor]
  /// The combinations that were left out, with the reason.
  public var leftOut: [LeftOut]

  /// A combination that was left out.
  public struct LeftOut: Hashable, Sendable, Codable {
    /// How it is spelled.
    public var spelling: String
    /// Why it cannot be.
    public var reason: String
  }
}

/// A spelling that does not lead to a predictor, with what to do about it.
public enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The spelling cannot be read.
  case spelling(SpecError)
  /// No predictor has this name.
  case unknownKind(String, known: [String])
  /// The predictor has no such parameter.
  case unknownParameter(String, kind: String, known: [String])
  /// A value cannot be used.
  case parameter(String, ParameterError)
  /// A chain needs exactly one predictor.
  case notOnePredictor(String, predictors: [String])
  /// The kind takes no members.
  case takesNoBank(String)
  /// A range stands where one predictor is meant.
  case rangeWhereOneIsMeant(String, count: Int)
  /// Every combination of the ranges was left out.
  case nothingLeft(String)

  /// The sentence, with the remedy.
  public var description: String {
    switch self {
    case .spelling(let error):
      "\(error)"
    case .unknownKind(let kind, let known):
      "no predictor is called '\(kind)'; there are \(known.joined(separator: ", "))"
    case .unknownParameter(let name, let kind, let known):
      known.isEmpty
        ? "'\(kind)' has no parameter '\(name)': it has none at all"
        : "'\(kind)' has no parameter '\(name)'; it has \(known.joined(separator: ", "))"
    case .parameter(let kind, let error):
      "'\(kind)': \(error); see 'nextpoint predictors show \(kind)'"
    case .notOnePredictor(let text, let predictors):
      "'\(text)' chains the predictors \(predictors.joined(separator: " and ")); "
        + "a chain has exactly one"
    case .takesNoBank(let kind):
      "'\(kind)' takes no bank of predictors in brackets"
    case .rangeWhereOneIsMeant(let text, let count):
      "'\(text)' stands for \(count) predictors where one is meant; give single values"
    case .nothingLeft(let text):
      "'\(text)' stands for no predictor that can be: every combination was left out"
    }
  }
}
