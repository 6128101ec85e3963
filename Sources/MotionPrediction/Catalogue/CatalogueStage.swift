/// A stage that the catalogue can make from a spelling such as `polynomial:degree=1,window=3`.
public protocol CatalogueStage {
  /// The parameters, each field with its unit, range, default and source; by default none.
  associatedtype Parameters: PredictorParameters = NoParameters

  /// The name in the catalogue, in lower case with hyphens.
  static var kind: String { get }

  /// One line that says what the stage does.
  static var summary: String { get }

  /// Where the method comes from: papers with DOI, or the source whose behavior it reproduces.
  static var references: [String] { get }
}

/// A predictor that the catalogue can make.
public protocol CataloguePredictor: Predictor, CatalogueStage {
  /// Units to the millimeter of the predictor's own constants; nil if they have no unit of length or
  /// take the recording's.
  ///
  /// A predictor with a unit of its own receives positions in that unit.
  static var unitsPerMillimeter: Double? { get }

  /// Creates a predictor.
  ///
  /// - Throws: `ParameterError`, a sentence that names the field and the value.
  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError)
}

extension CataloguePredictor {
  /// No unit of its own.
  public static var unitsPerMillimeter: Double? { nil }
}

/// A predictor made of other predictors: `kind:[member;member],key=value`.
public protocol PredictorBank: Predictor, CatalogueStage {
  /// The members if a spelling gives none.
  static var defaultMembers: String { get }

  /// Creates a bank of fresh members.
  ///
  /// - Throws: `ParameterError`, a sentence that names the field and the value.
  init(
    _ parameters: Parameters, members: [AnyPredictor], context: PredictorContext
  ) throws(ParameterError)
}

/// A filter that the catalogue can make.
public protocol CatalogueFilter: InputFilter, CatalogueStage {
  /// Creates a filter.
  ///
  /// - Throws: `ParameterError`, a sentence that names the field and the value.
  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError)
}

/// A modifier that the catalogue can make.
public protocol CatalogueModifier: OutputModifier, CatalogueStage {
  /// Creates a modifier.
  ///
  /// - Throws: `ParameterError`, a sentence that names the field and the value.
  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError)
}
