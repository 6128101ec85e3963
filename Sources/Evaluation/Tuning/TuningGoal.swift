/// The goal of a search: minimize one measure, with bounds on others.
package struct TuningGoal: Hashable, Sendable {
  /// A bound that a chosen setting satisfies.
  package struct Guard: Hashable, Sendable, CustomStringConvertible {
    /// The bounded measure.
    package let metric: MetricDefinition
    /// The greatest allowed score, or distance from the perfect score if nearer is better.
    package let most: Double
    /// The bound as written.
    package let description: String

    /// Creates a bound.
    package init(metric: MetricDefinition, most: Double, description: String) {
      self.metric = metric
      self.most = most
      self.description = description
    }

    /// Returns whether a mean over participants satisfies the bound; nil does not.
    func isKept(by mean: Double?) -> Bool { mean.map { $0 <= most } ?? false }
  }

  /// The measure to minimize, as the distance from the perfect score if nearer is better.
  package let objective: MetricDefinition
  /// The bounds, in the order given.
  package let guards: [Guard]

  /// The names of the measures that a search reads.
  package var metricNames: [String] { [objective.name] + guards.map(\.metric.name) }

  /// Creates a goal.
  package init(objective: MetricDefinition, guards: [Guard] = []) {
    self.objective = objective
    self.guards = guards
  }
}
