import MotionNumerics
import TouchInput

/// Caps how far a prediction leads, by the greatest recent speed.
///
/// With v the greatest speed between successive samples of the last `window`, a prediction farther
/// than `factor`·v·|h| from the newest sample is brought back to that distance, in its own direction.
struct DisplacementCap: WindowedModifier {
  static let kind = "displacement-cap"
  static let summary = "Caps the lead at a multiple of the greatest recent speed × horizon"
  static let references = [
    "pdfPredictStrokeLead (dart-pdf), which caps its lead at 1.6 × the last segment, Apache-2.0"
  ]

  struct Parameters: WindowParameters {
    var factor = 1.6
    var window = 4
    var windowMilliseconds: Double?

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "factor", get: { $0.factor }, set: { $0.factor = $1 }, in: 0...100, source: "dart-pdf",
        "Greatest lead, as a multiple of greatest recent speed × horizon"),
      .window(gives: "the greatest speed"), .windowMilliseconds,
    ]
  }

  let parameters: Parameters
  var window: ObservationWindow

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard let prediction = predictor.predict(ahead: horizon), let newest = window.newest else {
      return nil
    }
    guard let speed = window.greatestSpeed else { return prediction }
    let limit = parameters.factor * speed * abs(horizon)
    let distance = (prediction.position - newest.position).length
    guard distance > limit else { return prediction }
    return prediction.blended(limit / distance, toward: newest.position)
  }
}

extension ObservationWindow {
  /// The greatest speed between successive samples; nil without two times.
  var greatestSpeed: Double? {
    var greatest: Double?
    for index in 1..<max(count, 1) {
      let interval = self[index].time - self[index - 1].time
      guard interval > 0 else { continue }
      let speed = (self[index].position - self[index - 1].position).length / interval
      greatest = max(greatest ?? 0, speed)
    }
    return greatest
  }
}
