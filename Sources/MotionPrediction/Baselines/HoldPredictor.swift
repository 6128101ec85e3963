import TouchInput

/// Predicts that the contact stays where it is: the baseline of no prediction.
///
/// p̂(h) = p_n for every horizon h, the newest sample's position. Nothing before the first sample.
/// Constant time.
package struct HoldPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "hold"
  /// A one-line summary.
  package static let summary = "The newest position: no prediction, the baseline of every table"
  /// The sources of the method.
  package static let references: [String] = []

  private var window = ObservationWindow(capacity: 1)

  /// Creates a predictor.
  package init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {}

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { window.removeAll() }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) { window.append(sample) }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest = window.newest else { return nil }
    return Prediction(position: newest.position).carrying(newest).ifFinite
  }

  /// Returns the position alone.
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    horizon.isFinite ? window.newest?.position : nil
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() { window.removeAll() }
}
