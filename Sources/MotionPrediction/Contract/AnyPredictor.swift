// Stages of any type. Embedded Swift has no existential types: there `AnyPredictor+Embedded.swift`
// takes the place of this file.
#if !hasFeature(Embedded)
  /// A predictor of any type.
  public typealias AnyPredictor = any Predictor

  /// A filter of any type.
  public typealias AnyInputFilter = any InputFilter

  /// A modifier of any type.
  public typealias AnyOutputModifier = any OutputModifier

  /// Returns a predictor as one of any type.
  package func erased(_ predictor: some Predictor) -> AnyPredictor { predictor }

  /// Returns a filter as one of any type.
  func erased(_ filter: some InputFilter) -> AnyInputFilter { filter }

  /// Returns a modifier as one of any type.
  func erased(_ modifier: some OutputModifier) -> AnyOutputModifier { modifier }
#endif
