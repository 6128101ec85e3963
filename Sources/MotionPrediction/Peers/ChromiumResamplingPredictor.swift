import TouchInput

/// Chromium's linear resampling, used as an extrapolator: where it draws at the time of a frame.
///
/// A frame at t_n + h shows the contact at the sample time s = h − `latency` after the newest event,
/// but at most min(8 ms, Δ/2) after it, Δ = t_n − t_{n−1}:
///
/// p̂(h) = p_n + min(h − latency, min(8 ms, Δ/2))·(p_n − p_{n−1})/Δ.
///
/// For h below the latency it looks back on the same line. The latency is there on purpose: motion
/// is drawn 5 ms late so that it is smooth, and measured against the true position at the frame's
/// time that lag is an error. Nothing before two samples, and where Δ is below 2 ms; a gap of more
/// than 20 ms throws the first sample away. Constant time. It has no constant with a unit of length.
///
/// Source: Chromium, `ui/base/prediction`, LinearResampling, read at 5150661c; clean implementation
/// from a description of its behavior.
package struct ChromiumResamplingPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "chromium-resampling"
  /// A one-line summary.
  package static let summary = "Chromium's resampling of scrolls: 5 ms late, at most 8 ms ahead"
  /// The sources of the method.
  package static let references = [
    "Chromium, ui/base/prediction, LinearResampling, BSD-3-Clause",
    "Antoine et al., UIST 2020, on jitter from asynchronous rates, hal-02919191",
  ]

  /// The parameters of `chromium-resampling`.
  package struct Parameters: PredictorParameters {
    /// How long before the frame the contact is shown, in seconds, −0.1…0.1.
    package var latency = 0.005
    /// Whether the time ahead is bounded by 8 ms and half the last interval.
    package var isBounded = true
    /// Chromium's gap, in seconds.
    package var gap = 0.02

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .number(
        "latency", get: { $0.latency }, set: { $0.latency = $1 }, in: -0.1...0.1, unit: "s",
        dimension: .time,
        source: "Chromium LinearResampling, 5 ms; its experiment looks 3.3 ms ahead instead",
        "How long before the frame the contact is shown"),
      .flag(
        "bounded", get: { $0.isBounded }, set: { $0.isBounded = $1 },
        source: "Chromium LinearResampling; off in its experiment",
        "Whether the time ahead is at most 8 ms and half the last interval"),
      .gap(get: { $0.gap }, set: { $0.gap = $1 }),
    ]
  }

  /// The shortest interval whose velocity is used, in seconds.
  private static let shortestInterval = 0.002
  /// The longest time ahead, in seconds.
  private static let longestAhead = 0.008

  private let parameters: Parameters
  private let rules: ChromiumRules
  private var window = ObservationWindow(capacity: 2)

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    var rules = ChromiumRules()
    rules.gap = parameters.gap
    self.rules = rules
  }

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { window.removeAll() }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) { window.append(sample, under: rules) }

  /// Returns where the contact is drawn `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard rules.allows(horizon), window.count == 2 else { return nil }
    let (previous, newest) = (window[0], window[1])
    let interval = newest.time - previous.time
    guard interval >= Self.shortestInterval - ChromiumRules.halfTick else { return nil }
    var ahead = horizon - parameters.latency
    if parameters.isBounded { ahead = min(ahead, min(Self.longestAhead, interval / 2)) }
    let velocity = (newest.position - previous.position) / interval
    return Prediction(position: newest.position + ahead * velocity, velocity: velocity)
      .carrying(newest).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() { window.removeAll() }
}
