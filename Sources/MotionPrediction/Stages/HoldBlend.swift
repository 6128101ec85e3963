import TouchInput

/// Blends a prediction with the newest position.
///
/// The answer is p_n + `share`·(p̂(h) − p_n). A smaller share gives less overshoot and noise for more
/// lag; for a linear predictor it is the same as a shorter horizon, for a curved one it is not.
struct HoldBlend: WindowedModifier {
  static let kind = "blend"
  static let summary = "Goes only a share of the way from the newest position"
  static let references: [String] = []

  struct Parameters: WindowParameters {
    var share = 0.8
    var window = 1
    var windowMilliseconds: Double?

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "share", get: { $0.share }, set: { $0.share = $1 }, in: 0...1, source: "nextpoint",
        "How far to go, 0 being hold and 1 the prediction")
    ]
  }

  let parameters: Parameters
  var window: ObservationWindow

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard let newest = window.newest else { return nil }
    return predictor.predict(ahead: horizon)?.blended(parameters.share, toward: newest.position)
  }
}
