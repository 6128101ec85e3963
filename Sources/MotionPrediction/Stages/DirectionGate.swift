import MotionNumerics
import TouchInput

/// Prevents predictions against the direction of motion.
///
/// With d the displacement over the last `window` samples and q = p̂(h) − p_n for h > 0, the answer is
/// p_n + q·w with w rising from 0 to 1 as the angle between q and d falls from `angle` to three
/// quarters of it. A point that jumps backwards is what users of scrolling and drawing notice most.
struct DirectionGate: WindowedModifier {
  static let kind = "direction-gate"
  static let summary = "No prediction against the direction of motion"
  static let references = [
    "Chromium KalmanPredictor, option direction cut-off, BSD-3-Clause",
    "zed-industries/zed, issue 63638: predictions the wrong way make scrolling jitter",
  ]

  struct Parameters: WindowParameters {
    var angle = 90.0
    var window = 3
    var windowMilliseconds: Double?

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "angle", get: { $0.angle }, set: { $0.angle = $1 }, in: 1...180, unit: "°",
        source: "against the motion: a right angle", "Angle from which nothing is predicted"),
      .window(gives: "the direction"), .windowMilliseconds,
    ]
  }

  let parameters: Parameters
  var window: ObservationWindow

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard let prediction = predictor.predict(ahead: horizon), let newest = window.newest else {
      return nil
    }
    guard horizon > 0, window.count > 1 else { return prediction }
    let motion = newest.position - window[0].position
    let lead = prediction.position - newest.position
    guard motion != .zero, lead != .zero else { return prediction }
    let radians = Elementary.arctangent(abs(motion.cross(lead)), motion.dot(lead))
    guard radians.isFinite else { return prediction }
    let degrees = radians * 180 / .pi
    let share = 1 - ramp(degrees, from: 0.75 * parameters.angle, to: parameters.angle)
    return prediction.blended(share, toward: newest.position)
  }
}
