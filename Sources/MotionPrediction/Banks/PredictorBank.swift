/// A predictor made of other predictors: `kind:[member;member],key=value`.
public protocol PredictorBank: Predictor {
  /// What can be set.
  associatedtype Parameters: PredictorParameters

  /// The name in the catalogue.
  static var kind: String { get }

  /// One line that says what the bank does.
  static var summary: String { get }

  /// Where the method comes from.
  static var references: [String] { get }

  /// The members where none are given.
  static var defaultMembers: String { get }

  /// Makes a fresh bank of fresh members.
  ///
  /// - Throws: `ParameterError`, a sentence that names the field and the value.
  init(
    _ parameters: Parameters, members: [any Predictor], context: PredictorContext
  ) throws(ParameterError)
}
