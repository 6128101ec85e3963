import MotionNumerics
import TouchInput

/// Predicts only while the contact moves fast enough.
///
/// With v the speed over the last `window` samples, (path from the oldest to the newest) / time, the
/// answer is p_n + w·(p̂(h) − p_n), w rising from 0 at `low` to 1 at `high` linearly. A resting hand
/// shakes by less than the lower speed, and its noise is then not multiplied by the predictor.
struct SpeedGate: WindowedModifier {
  static let kind = "speed-gate"
  static let summary = "Predicts less the slower the contact, and nothing at rest"
  static let references = [
    "androidx input-motionprediction, which scales its horizon by speed, Apache-2.0"
  ]

  struct Parameters: WindowParameters {
    var low = 5.0
    var high = 20.0
    var window = 4
    var windowMilliseconds: Double?

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "low", get: { $0.low }, set: { $0.low = $1 }, in: 0...1e9, unit: "length/s",
        dimension: .speed,
        source: "the speed of a pause, 5 mm/s", "Speed up to which nothing is predicted"),
      .number(
        "high", get: { $0.high }, set: { $0.high = $1 }, in: 0...1e9, unit: "length/s",
        dimension: .speed,
        source: "four times the lower speed", "Speed from which everything is predicted"),
      .window(gives: "the speed"), .windowMilliseconds,
    ]

    func validateRelations() throws(ParameterError) {
      guard high >= low else {
        throw ParameterError(
          field: "high", value: "\(high)", problem: "is below low = \(low)", isRelation: true)
      }
    }
  }

  let parameters: Parameters
  var window: ObservationWindow

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard let newest = window.newest, let speed = window.speed else { return nil }
    guard let prediction = predictor.predict(ahead: horizon) else { return nil }
    let share = ramp(speed, from: parameters.low, to: parameters.high)
    return prediction.blended(share, toward: newest.position)
  }
}

extension ObservationWindow {
  /// The length of the path through the samples, by the time it took; nil without two times.
  var speed: Double? {
    guard count > 1, let newest else { return nil }
    let duration = newest.time - self[0].time
    guard duration > 0 else { return nil }
    let path = (1..<count).reduce(0.0) { $0 + (self[$1].position - self[$1 - 1].position).length }
    return path / duration
  }
}

extension Prediction {
  /// The prediction moved to `share` of the way from `anchor` to where it is.
  func blended(_ share: Double, toward anchor: SIMD2<Double>) -> Prediction {
    guard share < 1 else { return self }
    var result = self
    result.position = anchor + share * (position - anchor)
    result.velocity = velocity.map { $0 * share }
    result.covariance = covariance.map { $0.scaled(by: share * share) }
    return result
  }
}

/// 0 up to `low`, 1 from `high`, linear between; a step where the two are equal.
func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
  guard high > low else { return value > low ? 1 : 0 }
  return min(max((value - low) / (high - low), 0), 1)
}
