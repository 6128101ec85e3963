extension LearnedModel {
  /// Returns the model that is part of the package; its manifest says what it was trained on.
  ///
  /// - Throws: `ParameterError` where the package's model is damaged.
  public static func standard() throws(ParameterError) -> LearnedModel {
    switch decodedStandard {
    case .success(let model): return model
    case .failure(let error):
      throw ParameterError(field: "model", value: "", problem: "the package's own model \(error)")
    }
  }

  /// The model, decoded at the first use.
  private static let decodedStandard: Result<LearnedModel, LearnedModelError> = {
    guard let bytes = StandardModelText.bytes else {
      return .failure(.notAModel)
    }
    return Result { () throws(LearnedModelError) in try LearnedModel(bytes: bytes) }
  }()
}
