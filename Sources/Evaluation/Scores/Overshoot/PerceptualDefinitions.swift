/// The definitions of the measures of side effects that people see.
enum PerceptualDefinitions {
  /// The effects were named by Nancel and others (UIST 2016), whose formulas could not be confirmed.
  static let source = "nextpoint's own definition"

  static func measure(
    _ name: String, _ title: String, _ family: MetricDefinition.Family,
    _ dimension: MetricDefinition.Dimension = .length, formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, title: title, family: family, dimension: dimension, perfect: 0, order: .lower,
      formula: formula, source: source)
  }
}
