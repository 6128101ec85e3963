import MotionNumerics

/// How late: the delay that explains the error best.
struct ResidualLagScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "residual_lag_ms", "residual lag", .behavior, .milliseconds, .nearer,
      formula: "−Σ e·v / Σ ‖v‖², v the true velocity; above 0 is late, for hold about the horizon",
      source: MetricDefinition.own + ", first-order least squares")
  ]

  /// Σ e·v.
  private var products = CompensatedSum()
  /// Σ ‖v‖².
  private var squaredSpeeds = CompensatedSum()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    products.merge(stroke.lanes.sums.errorsByVelocity.sum(ofLane: stroke.lane))
    squaredSpeeds.merge(stroke.runs.squaredSpeeds)
  }

  mutating func merge(_ other: ResidualLagScore) {
    products.merge(other.products)
    squaredSpeeds.merge(other.squaredSpeeds)
  }

  func values() -> [Double?] {
    guard squaredSpeeds.value > 0 else { return [nil] }
    return [-1000 * products.value / squaredSpeeds.value]
  }
}
