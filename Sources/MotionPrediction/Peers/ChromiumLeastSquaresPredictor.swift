/// Chromium's "least squares" predictor: the parabola through the last three events.
///
/// Three points determine a parabola's three coefficients an axis, so that nothing is smoothed: it is
/// exact interpolation, read ahead. In Newton's form about the newest sample, with divided
/// differences f[·],
///
/// p̂(h) = p_n + h·f[n, n−1] + h·(h + t_n − t_{n−1})·f[n, n−1, n−2].
///
/// An axis on which the three positions are equal is constant, whatever the times; on another, two
/// equal times mean no answer. Nothing before three samples; a gap of more than 20 ms throws earlier
/// samples away. Constant time. It has no constant with a unit of length: where Chromium calls
/// positions equal that differ by less than 2.2e-16, here they must be the same.
///
/// Source: Chromium, `ui/base/prediction`, read at 5150661c; clean implementation from a description
/// of its behavior. Chromium solves normal equations in single precision; here the same parabola is
/// computed in double.
package struct ChromiumLeastSquaresPredictor: ChromiumWindowPredictor {
  /// The name in the catalogue.
  package static let kind = "chromium-lsq"
  /// A one-line summary.
  package static let summary = "Chromium's parabola through the last three events"
  /// The sources of the method.
  package static let references = [
    "Chromium, ui/base/prediction, LeastSquaresPredictor, BSD-3-Clause"
  ]

  var rules = ChromiumRules()
  var window = ObservationWindow(capacity: 3)

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard rules.allows(horizon), window.count == 3 else { return nil }
    let newest = window[2]
    let earlier = window[1].position - newest.position
    let earliest = window[0].position - newest.position
    if earlier == .zero, earliest == .zero {
      return Prediction(position: newest.position, velocity: .zero).carrying(newest).ifFinite
    }
    let (last, first) = (newest.time - window[1].time, window[1].time - window[0].time)
    guard last > 0, first > 0 else { return nil }
    let slope = -earlier / last
    let curvature = (slope - (earlier - earliest) / first) / (last + first)
    return Prediction(
      position: newest.position + horizon * (slope + (horizon + last) * curvature),
      velocity: slope + (2 * horizon + last) * curvature
    ).carrying(newest).ifFinite
  }
}
