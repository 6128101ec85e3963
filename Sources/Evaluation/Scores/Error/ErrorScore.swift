import MotionNumerics

/// How far off: the length of the error e = p̂ − g, and its parts along and across the motion.
struct ErrorScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    length("error_mean", "mean error", "mean ‖e‖"),
    length("error_rmse", "RMS error", "√mean ‖e‖²"),
    length("error_median", "median error", "median ‖e‖ (type 7)"),
    length("error_p95", "95th percentile of error", "95 % quantile of ‖e‖ (type 7)"),
    length("error_p99", "99th percentile of error", "99 % quantile of ‖e‖ (type 7)"),
    length("error_max", "greatest error", "max ‖e‖"),
    MetricDefinition(
      name: "along_bias", title: "along-track bias", family: .error, dimension: .length,
      perfect: 0, order: .nearer, formula: "mean e·u, u the unit tangent; below 0 lags behind",
      source: "AOSP MotionPredictorMetricsManager, alongTrajectoryErrorMean"),
    length(
      "along_deviation", "along-track deviation", "√(mean (e·u)² − (mean e·u)²)",
      "AOSP MotionPredictorMetricsManager, alongTrajectoryErrorStd"),
    length(
      "cross_rmse", "cross-track RMS error", "√mean (e·ν)², ν the unit normal",
      "AOSP MotionPredictorMetricsManager, offTrajectoryRmse"),
  ]

  private static func length(
    _ name: String, _ title: String, _ formula: String,
    _ source: String = "nextpoint, metrics reference, section 2"
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, title: title, family: .error, dimension: .length, perfect: 0, order: .lower,
      formula: formula, source: source)
  }

  private var norms: ValuePool
  private var squares = CompensatedSum()
  private var along = CompensatedSum()
  private var squaredAlong = CompensatedSum()
  private var squaredCross = CompensatedSum()
  private var directed = 0

  init(_ settings: ScoreSettings) { norms = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let (sums, runs) = (stroke.lanes.sums, stroke.runs)
    norms.append(.error, of: stroke, at: runs.scored, total: sums.errors)
    squares.merge(sums.squaredErrors.sum(ofLane: stroke.lane))
    along.merge(sums.along.sum(ofLane: stroke.lane))
    squaredAlong.merge(sums.squaredAlong.sum(ofLane: stroke.lane))
    squaredCross.merge(sums.squaredCross.sum(ofLane: stroke.lane))
    directed += runs.directed.indexCount
  }

  mutating func merge(_ other: ErrorScore) {
    norms.merge(other.norms)
    squares.merge(other.squares)
    along.merge(other.along)
    squaredAlong.merge(other.squaredAlong)
    squaredCross.merge(other.squaredCross)
    directed += other.directed
  }

  mutating func settle() { norms.settle() }

  func values() -> [Double?] {
    let rmse = norms.count == 0 ? nil : (squares.value / Double(norms.count)).squareRoot()
    return [norms.mean, rmse] + norms.quantiles([0.5, 0.95, 0.99, 1]) + directedValues()
  }

  private func directedValues() -> [Double?] {
    guard directed > 0 else { return [nil, nil, nil] }
    let count = Double(directed)
    let bias = along.value / count
    let variance = max(squaredAlong.value / count - bias * bias, 0)
    return [bias, variance.squareRoot(), (squaredCross.value / count).squareRoot()]
  }
}
