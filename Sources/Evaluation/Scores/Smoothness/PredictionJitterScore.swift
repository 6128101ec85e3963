import MotionNumerics

/// How unsteady: the change of the error from one prediction to the next.
struct PredictionJitterScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "jitter_mean", "mean jitter", .noise, formula: "mean ‖e_n − e_(n−1)‖", source: source),
    MetricDefinition(
      "jitter_p95", "95th percentile of jitter", .noise,
      formula: "95 % quantile of ‖e_n − e_(n−1)‖ (type 7)", source: source),
  ]

  private static let source = "Chromium PredictionMetricsHandler, PredictionJitter"

  private var changes: ValuePool

  init(_ settings: ScoreSettings) { changes = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    changes.append(.change, of: stroke, at: stroke.runs.pairs, total: stroke.lanes.sums.changes)
  }

  mutating func merge(_ other: PredictionJitterScore) { changes.merge(other.changes) }

  mutating func settle() { changes.settle() }

  func values() -> [Double?] { changes.meanAndP95 }
}
