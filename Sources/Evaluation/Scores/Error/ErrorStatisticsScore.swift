import MotionNumerics

/// The statistics of the error that evo reports and `ErrorScore` has not, and one more quantile.
struct ErrorStatisticsScore: Score {
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
