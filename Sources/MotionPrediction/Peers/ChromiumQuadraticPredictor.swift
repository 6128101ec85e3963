/// Chromium's linear predictor of second order: velocity and acceleration of the last three events.
///
/// p̂(h) = p_n + h·v_n + h²·a/2 with v_k = (p_k − p_{k−1})/Δ_k, Δ_k = t_k − t_{k−1} and
/// a = (v_n − v_{n−1})/Δ_n. With two samples, or where Δ_n = 0, it is `chromium-linear`; nothing
/// before two samples. A gap of more than 20 ms throws earlier samples away. Constant time. It has no
/// constant with a unit of length.
///
/// The acceleration is divided by the last interval, not by the distance (Δ_n + Δ_{n−1})/2 of the
/// two velocities in time, and the velocity is that of the last interval's middle: on an exact
/// parabola with even spacing Δ the prediction is late by a·h·Δ/2.
///
/// Source: Chromium, `ui/base/prediction`, read at 5150661c; clean implementation from a description
/// of its behavior. Computed in double precision, where Chromium's points are of single.
package struct ChromiumQuadraticPredictor: ChromiumWindowPredictor {
  /// The name in the catalogue.
  package static let kind = "chromium-quadratic"
  /// A one-line summary.
  package static let summary = "Chromium's second-order linear predictor"
  /// The sources of the method.
  package static let references = [
    "Chromium, ui/base/prediction, LinearPredictor of second order, BSD-3-Clause"
  ]

  var rules = ChromiumRules()
  var window = ObservationWindow(capacity: 3)

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard rules.allows(horizon), window.count >= 2, let newest = window.newest else { return nil }
    let velocity = window.chromiumVelocity(at: window.count - 1)
    let acceleration = acceleration(to: velocity)
    return Prediction(
      position: newest.position + horizon * velocity + horizon * horizon / 2 * acceleration,
      velocity: velocity + horizon * acceleration
    ).carrying(newest).ifFinite
  }

  private func acceleration(to velocity: SIMD2<Double>) -> SIMD2<Double> {
    guard window.count == 3 else { return .zero }
    let interval = window[2].time - window[1].time
    guard interval > 0 else { return .zero }
    return (velocity - window.chromiumVelocity(at: 1)) / interval
  }
}
