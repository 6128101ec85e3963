import MotionNumerics

/// The length of the error e = p̂ − g, and its parts along and across the motion.
struct ErrorScore: SummedScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition("error_mean", "mean error", .error, formula: "mean ‖e‖", source: own),
    MetricDefinition("error_rmse", "RMS error", .error, formula: "√mean ‖e‖²", source: own),
    MetricDefinition(
      "error_median", "median error", .error, formula: "median ‖e‖ (type 7)", source: own),
    MetricDefinition(
      "error_p95", "95th percentile of error", .error,
      formula: "95 % quantile of ‖e‖ (type 7)", source: own),
    MetricDefinition(
      "error_p99", "99th percentile of error", .error,
      formula: "99 % quantile of ‖e‖ (type 7)", source: own),
    MetricDefinition("error_max", "greatest error", .error, formula: "max ‖e‖", source: own),
    MetricDefinition(
      "along_bias", "along-track bias", .error, .length, .nearer,
      formula: "mean e·u, u the unit tangent; below 0 lags behind",
      source: aosp + "alongTrajectoryErrorMean"),
    MetricDefinition(
      "along_deviation", "along-track deviation", .error,
      formula: "√(mean (e·u)² − (mean e·u)²)", source: aosp + "alongTrajectoryErrorStd"),
    MetricDefinition(
      "cross_rmse", "cross-track RMS error", .error,
      formula: "√mean (e·ν)², ν the unit normal", source: aosp + "offTrajectoryRmse"),
  ]

  private static let own = "nextpoint, metrics reference, section 2"
  private static let aosp = "AOSP MotionPredictorMetricsManager, "

  private var errors = CompensatedSum()
  private var scored = 0
  private var norms: ValuePool
  private var squares = CompensatedSum()
  private var along = CompensatedSum()
  private var squaredAlong = CompensatedSum()
  private var squaredCross = CompensatedSum()
  private var directed = 0
  private let needs: ScoreNeeds

  static func needs(of measure: String) -> ScoreNeeds {
    switch measure {
    case "error_mean": .errors
    case "error_rmse": .squaredErrors
    case "error_median", "error_p95", "error_p99", "error_max": .errorQuantiles
    default: .directions
    }
  }

  init(_ settings: ScoreSettings) {
    norms = ValuePool(settings.storage)
    needs = settings.needs
  }

  mutating func add(_ totals: LaneTotals, lane: Int) {
    let sums = totals.sums
    errors.merge(sums.errors.sum(ofLane: lane))
    scored += totals.truth.scored
    if needs.contains(.errorQuantiles) { norms.merge(totals.pool(.error, lane: lane)) }
    squares.merge(sums.squaredErrors.sum(ofLane: lane))
    along.merge(sums.along.sum(ofLane: lane))
    squaredAlong.merge(sums.squaredAlong.sum(ofLane: lane))
    squaredCross.merge(sums.squaredCross.sum(ofLane: lane))
    directed += totals.truth.directed
  }

  mutating func merge(_ other: ErrorScore) {
    errors.merge(other.errors)
    scored += other.scored
    norms.merge(other.norms)
    squares.merge(other.squares)
    along.merge(other.along)
    squaredAlong.merge(other.squaredAlong)
    squaredCross.merge(other.squaredCross)
    directed += other.directed
  }

  mutating func settle() { norms.settle() }

  func values() -> [Double?] {
    let count = Double(scored)
    let means =
      scored == 0 ? [nil, nil] : [errors.value / count, (squares.value / count).squareRoot()]
    return means + norms.quantiles([0.5, 0.95, 0.99, 1]) + directedValues()
  }

  private func directedValues() -> [Double?] {
    guard directed > 0 else { return [nil, nil, nil] }
    let count = Double(directed)
    let bias = along.value / count
    let variance = max(squaredAlong.value / count - bias * bias, 0)
    return [bias, variance.squareRoot(), (squaredCross.value / count).squareRoot()]
  }
}

/// The error statistics of evo that `ErrorScore` lacks, and one more quantile.
struct ErrorStatisticsScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "error_p90", "90th percentile of error", .error, formula: "90 % quantile of ‖e‖ (type 7)",
      source: "nextpoint, metrics reference, section 2"),
    MetricDefinition(
      "error_min", "least error", .error, formula: "min ‖e‖", source: "evo, APE min"),
    MetricDefinition(
      "error_std", "standard deviation of error", .error,
      formula: "√(mean ‖e‖² − (mean ‖e‖)²)", source: "evo, APE std"),
    MetricDefinition(
      "error_sse", "sum of squared errors", .error, .lengthSquared, formula: "Σ‖e‖²",
      source: "evo, APE sse"),
  ]

  private var norms: ValuePool
  private var squares = CompensatedSum()

  init(_ settings: ScoreSettings) { norms = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      norms.append(stroke.error(at: index).length)
      squares += stroke.error(at: index).squaredLength
    }
  }

  mutating func merge(_ other: ErrorStatisticsScore) {
    norms.merge(other.norms)
    squares.merge(other.squares)
  }

  mutating func settle() { norms.settle() }

  func values() -> [Double?] {
    norms.quantiles([0.9, 0])
      + [norms.populationDeviation, norms.count == 0 ? nil : squares.value]
  }
}
