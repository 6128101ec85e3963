/// What a search of settings is for: the least of one measure, with bounds on others.
package struct TuningGoal: Hashable, Sendable {
  /// A bound that a chosen setting keeps.
  package struct Guard: Hashable, Sendable, CustomStringConvertible {
    /// What is bounded.
    package let metric: MetricDefinition
    /// The greatest score allowed; of a measure to be near its best score, the greatest distance.
    package let most: Double
    /// The bound as it was written.
    package let description: String

    /// Creates a bound.
    package init(metric: MetricDefinition, most: Double, description: String) {
      self.metric = metric
      self.most = most
      self.description = description
    }

    /// Whether a mean over participants keeps the bound; one that is missing does not.
    func isKept(by mean: Double?) -> Bool { mean.map { $0 <= most } ?? false }
  }

  /// What is to be least; of a measure to be near its best score, the distance from that.
  package let objective: MetricDefinition
  /// The bounds, in the order given.
  package let guards: [Guard]

  /// Creates a goal.
  package init(objective: MetricDefinition, guards: [Guard] = []) {
    self.objective = objective
    self.guards = guards
  }
}
