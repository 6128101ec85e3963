import Evaluation

/// The measures of a real run, in their order, for tests that do not depend on how they are scored.
enum MeasureDefinitions {
  static let all: [MetricDefinition] = [
    measure("scored", "Predictions scored", .behavior, .count, order: .none),
    measure("dropped", "Targets without truth", .behavior, .count, order: .none),
    measure("error_mean", "Mean error", .error, .length),
    measure("error_rmse", "Root-mean-square error", .error, .length),
    measure("error_median", "Median error", .error, .length),
    measure("error_p95", "95th percentile of error", .error, .length),
    measure("error_p99", "99th percentile of error", .error, .length),
    measure("error_max", "Greatest error", .error, .length),
    measure("along_bias", "Along-track bias", .error, .length, order: .nearer),
    measure("along_deviation", "Along-track deviation", .error, .length),
    measure("cross_rmse", "Cross-track RMSE", .error, .length),
    measure("overshoot_mean", "Mean overshoot", .overshoot, .length),
    measure("overshoot_p95", "95th percentile of overshoot", .overshoot, .length),
    measure("overshoot_share", "Share of overshoot above 0.5 mm", .overshoot, .share),
    measure("undershoot_mean", "Mean undershoot", .overshoot, .length),
    measure("terminal_overshoot_mean", "Mean terminal overshoot", .overshoot, .length),
    measure("terminal_overshoot_p95", "95th percentile of terminal overshoot", .overshoot, .length),
    measure("reversal_overshoot_mean", "Mean reversal overshoot", .overshoot, .length),
    measure("reversal_overshoot_p95", "95th percentile of reversal overshoot", .overshoot, .length),
    measure("jitter_mean", "Mean prediction jitter", .noise, .length),
    measure("jitter_p95", "95th percentile of prediction jitter", .noise, .length),
    measure("roughness_ratio", "Roughness ratio", .noise, .ratio, perfect: 1, order: .nearer),
    measure("high_frequency_error", "Error above 6 Hz", .noise, .length),
    measure("residual_lag_ms", "Residual lag", .behavior, .milliseconds, order: .nearer),
    measure("wrong_direction_share", "Wrong direction", .behavior, .share),
    measure("abstention_share", "Abstention", .behavior, .share),
  ]

  private static func measure(
    _ name: String, _ title: String, _ family: MetricDefinition.Family,
    _ dimension: MetricDefinition.Dimension, perfect: Double? = 0,
    order: MetricDefinition.Order = .lower
  ) -> MetricDefinition {
    MetricDefinition(
      name, title, family, dimension,
      perfect: order == .none ? nil : perfect, order,
      formula: "\(title), as the test defines it.", source: "test")
  }
}
