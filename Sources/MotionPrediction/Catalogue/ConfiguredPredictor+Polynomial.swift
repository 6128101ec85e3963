extension ConfiguredPredictor {
  /// The parameters of a plain `polynomial` of the catalogue, as `PolynomialGrid` takes them.
  ///
  /// One with `solver=lapack` is not plain: a grid shares sums, and LAPACK has none to share.
  ///
  /// - Parameter context: What it would be made for.
  /// - Returns: The parameters; nil for any other predictor, for a chain, for one that LAPACK solves,
  ///   and where it cannot be made.
  package func polynomialParameters(in context: PredictorContext) -> PolynomialPredictor.Parameters?
  {
    guard spec.stages.count == 1, kind == PolynomialPredictor.kind,
      let made = try? make(context), made is PolynomialPredictor
    else { return nil }
    var parameters = PolynomialPredictor.Parameters()
    for setting in settings {
      guard
        let field = PolynomialPredictor.Parameters.fields.first(where: { $0.name == setting.key })
      else { return nil }
      do { try field.assign(&parameters, setting.value) } catch { return nil }
    }
    return parameters.solver == .streaming ? parameters : nil
  }
}
