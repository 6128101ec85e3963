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
  /// Along the motion: the error, and its square; across it: its square.
  private var directedSums = CompensatedSums()
  private var directed = 0

  init(_ settings: ScoreSettings) { norms = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let (errors, lengths, tangents) = (stroke.errors, stroke.lengths, stroke.slot.tangents)
    var (squares, sums) = (squares, directedSums)
    for run in stroke.runs.scored { norms.append(contentsOf: lengths[run]) }
    errors.withUnsafeBufferPointer { errors in
      for run in stroke.runs.scored {
        for index in run { squares += errors[index].squaredLength }
      }
      tangents.withUnsafeBufferPointer { tangents in
        for run in stroke.runs.directed {
          for index in run {
            let (error, tangent) = (errors[index], tangents[index])
            let (a, c) = (error.dot(tangent), tangent.cross(error))
            sums += SIMD4(a, a * a, c * c, 0)
          }
        }
      }
    }
    directed += stroke.runs.directed.indexCount
    (self.squares, directedSums) = (squares, sums)
  }

  mutating func merge(_ other: ErrorScore) {
    norms.merge(other.norms)
    squares.merge(other.squares)
    directedSums.merge(other.directedSums)
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
    let bias = directedSums[0] / count
    let variance = max(directedSums[1] / count - bias * bias, 0)
    return [bias, variance.squareRoot(), (directedSums[2] / count).squareRoot()]
  }
}
