import TouchInput

/// A modifier whose only state is the newest samples.
protocol WindowedModifier: CatalogueModifier {
  /// The newest samples, as observed.
  var window: ObservationWindow { get set }
}

extension WindowedModifier {
  mutating func beginStroke() { window.removeAll() }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    window.append(sample)
  }

  mutating func reset() { window.removeAll() }
}
