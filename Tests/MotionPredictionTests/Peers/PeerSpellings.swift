extension PredictorLawTests {
  /// The peers at settings other than their defaults.
  static let peerSpellings = [
    "chromium-linear:capped=true", "chromium-lsq:gap=1",
    "chromium-resampling:latency=-0.0033,bounded=false",
  ]
}
