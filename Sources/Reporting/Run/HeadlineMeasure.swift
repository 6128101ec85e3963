/// The three measures that lead every summary, one per family.
package enum HeadlineMeasure: String, Hashable, Sendable, CaseIterable {
  /// Mean error.
  case error = "error_mean"
  /// The 95th percentile of overshoot.
  case overshoot = "overshoot_p95"
  /// Mean prediction jitter.
  case noise = "jitter_mean"

  /// The column in `scores.csv`.
  package var name: String { rawValue }

  /// The word for file names and headings.
  var word: String {
    switch self {
    case .error: "error"
    case .overshoot: "overshoot"
    case .noise: "noise"
    }
  }

  /// The horizon in seconds at which reports compare predictors, or the nearest one scored.
  ///
  /// Two frames at 60 Hz, about the latency of a touch screen's pipeline.
  package static let horizon = 2.0 / 60
}

/// The kinds that serve as references, and the names of parameters with figures of their own.
enum Landmark {
  static let hold = "hold"
  /// The toolkit's recommendation, the predictors of products, and holding still.
  static let deployed = [
    "recommended", "chromium-kalman", "chromium-linear", "chromium-resampling",
    "androidx-motionprediction", "ink-stroke-modeler", "velocity-tracker", "flutter-velocity",
    "windows-rls", hold,
  ]
  /// The predictors of browsers and operating systems.
  static let products: Set = [
    "chromium-linear", "chromium-quadratic", "chromium-lsq", "chromium-kalman",
    "chromium-resampling", "androidx-motionprediction", "ink-stroke-modeler", "velocity-tracker",
    "flutter-velocity", "windows-rls",
  ]
  static let linear = "linear"
  /// The observation window, counted in samples or measured in milliseconds.
  static let (window, timedWindow) = ("window", "window-ms")
  static let degree = "degree"
}
