/// Chromium's linear predictor of first order: the velocity between the last two events.
///
/// p̂(h) = p_n + h·v with v = (p_n − p_{n−1})/(t_n − t_{n−1}), and v = 0 where the two have one time.
/// Nothing before two samples; a gap of more than 20 ms throws the first of them away. Constant time.
/// It has no constant with a unit of length.
///
/// Source: Chromium, `ui/base/prediction`, read at 5150661c; clean implementation from a description
/// of its behavior. Computed in double precision, where Chromium's points are of single.
package struct ChromiumLinearPredictor: ChromiumWindowPredictor {
  /// The name in the catalogue.
  package static let kind = "chromium-linear"
  /// A one-line summary.
  package static let summary = "Chromium's first-order linear predictor"
  /// The sources of the method.
  package static let references = [
    "Chromium, ui/base/prediction, LinearPredictor of first order, BSD-3-Clause"
  ]

  var rules = ChromiumRules()
  var window = ObservationWindow(capacity: 2)

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard rules.allows(horizon), window.count == 2 else { return nil }
    let velocity = window.chromiumVelocity(at: 1)
    return Prediction(position: window[1].position + horizon * velocity, velocity: velocity)
      .carrying(window[1]).ifFinite
  }
}

extension ObservationWindow {
  /// The velocity from the sample before `index` to it; 0 where the two have one time.
  func chromiumVelocity(at index: Int) -> SIMD2<Double> {
    let (previous, current) = (self[index - 1], self[index])
    let interval = current.time - previous.time
    return interval > 0 ? (current.position - previous.position) / interval : .zero
  }
}
