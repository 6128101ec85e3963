import MotionNumerics

/// Lag: the delay that best explains the error.
struct ResidualLagScore: SummedScore {
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

  static func needs(of measure: String) -> ScoreNeeds { .errorsByVelocity }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) {
    add(totals.sums, totals.truth, lane: lane)
  }

  fileprivate mutating func add(_ sums: LaneSums, _ truth: TruthTotals, lane: Int) {
    products.merge(sums.errorsByVelocity.sum(ofLane: lane))
    squaredSpeeds.merge(truth.squaredSpeeds)
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

/// The latency that the prediction effectively removes.
struct LatencyReductionScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "latency_reduction_ms", "effective latency reduction", .behavior, .milliseconds,
      perfect: nil, .none, formula: "mean h − residual_lag_ms, h the horizon", source: own),
    MetricDefinition(
      "latency_reduction_share", "share of the horizon made up for", .behavior, .share, perfect: 1,
      .nearer, formula: "1 − residual_lag_ms / mean h", source: own),
  ]

  private static let own = "nextpoint's own definition, by the lag of first-order least squares"

  private var lag: ResidualLagScore
  private var horizons = RunningMean()

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .errorsByVelocity] }

  init(_ settings: ScoreSettings) { lag = ResidualLagScore(settings) }

  mutating func add(_ stroke: ScoredStroke) {
    lag.add(stroke.lanes.sums, stroke.runs.totals, lane: stroke.lane)
    stroke.forEachScored { horizons.add(1000 * stroke.targets[$0].horizon) }
  }

  mutating func merge(_ other: LatencyReductionScore) {
    lag.merge(other.lag)
    horizons.merge(other.horizons)
  }

  func values() -> [Double?] {
    guard let horizon = horizons.value, let lag = lag.values()[0] else { return [nil, nil] }
    return [horizon - lag, horizon == 0 ? nil : 1 - lag / horizon]
  }
}
