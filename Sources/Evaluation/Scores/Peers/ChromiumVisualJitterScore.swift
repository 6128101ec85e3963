import MotionNumerics

/// How unsteady the distance is between what a frame shows and where the contact is when it begins.
///
/// Empty where nothing is shown in frames. The jitter at the moment that was asked for is
/// `PredictionJitterScore`.
struct ChromiumVisualJitterScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("mean", "mean visual jitter", "mean ‖f_n − f_(n−1)‖"),
    definition(
      "p95", "95th percentile of visual jitter", "95 % quantile of ‖f_n − f_(n−1)‖ (type 7)"),
  ]

  private static func definition(
    _ statistic: String, _ title: String, _ formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      "chromium_visual_jitter_\(statistic)", title, .noise, perfect: nil,
      formula: formula + ", f = p̂ − g_F, g_F where the contact is at the frame's tick",
      source: "Chromium PredictionMetricsHandler, VisualJitter")
  }

  private var changes: ValuePool

  init(_ settings: ScoreSettings) { changes = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScoredPair { before, index in
      guard let first = offset(before, in: stroke), let second = offset(index, in: stroke) else {
        return
      }
      changes.append((second - first).length)
    }
  }

  mutating func merge(_ other: ChromiumVisualJitterScore) { changes.merge(other.changes) }

  mutating func settle() { changes.settle() }

  func values() -> [Double?] { changes.orderedMeanAndP95() }

  private func offset(_ index: Int, in stroke: ScoredStroke) -> SIMD2<Double>? {
    stroke.targets[index].frameTruth.map { stroke.predictions[index] - $0 }
  }
}
