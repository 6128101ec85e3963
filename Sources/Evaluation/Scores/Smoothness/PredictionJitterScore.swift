import MotionNumerics

/// How unsteady: the change of the error from one prediction to the next.
struct PredictionJitterScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("jitter_mean", "mean jitter", "mean ‖e_n − e_(n−1)‖"),
    definition(
      "jitter_p95", "95th percentile of jitter", "95 % quantile of ‖e_n − e_(n−1)‖ (type 7)"),
  ]

  private static func definition(
    _ name: String, _ title: String, _ formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, title: title, family: .noise, dimension: .length, perfect: 0, order: .lower,
      formula: formula, source: "Chromium PredictionMetricsHandler, PredictionJitter")
  }

  private var changes: ValuePool

  init(_ settings: ScoreSettings) { changes = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    changes.append(.change, of: stroke, at: stroke.runs.pairs, total: stroke.lanes.sums.changes)
  }

  mutating func merge(_ other: PredictionJitterScore) { changes.merge(other.changes) }

  mutating func settle() { changes.settle() }

  func values() -> [Double?] { changes.meanAndP95 }
}
