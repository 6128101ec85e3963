/// The definitions of AOSP's measures, which say nearly the same of several errors.
enum AOSPDefinitions {
  static func measure(
    _ name: String, _ title: String, _ dimension: MetricDefinition.Dimension,
    order: MetricDefinition.Order = .lower, formula: String, field: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: "aosp_\(name)", title: title, family: .error, dimension: dimension, perfect: 0,
      order: order, formula: formula, source: "AOSP MotionPredictorMetricsManager, \(field)")
  }
}
