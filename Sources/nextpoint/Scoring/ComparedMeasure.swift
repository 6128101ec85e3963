import Evaluation

/// The measure that predictors are compared by, and what is drawn again for its pooled mean.
struct ComparedMeasure {
  /// What it is.
  let definition: MetricDefinition
  /// The set that defines it.
  let set: MetricSet
  /// What is drawn again, without repetition.
  let clusters: [PairedComparison.ClusterKind]

  /// Whether the score of a pool is a mean over its predictions, so that one can be drawn again.
  var isMeanOfPredictions: Bool { definition.name == Self.meanError }

  private static let meanError = "error_mean"

  /// Reads the measure's name and the list of clusters.
  init(_ name: String, clusters: String) throws {
    let (set, definition) = try MetricSet.ordered(by: name, option: "--metric")
    (self.set, self.definition) = (set, definition)
    var kinds: [PairedComparison.ClusterKind] = []
    for part in clusters.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = PairedComparison.ClusterKind(rawValue: part.filter { $0 != " " }) else {
        throw CommandFailure.usage(
          "--clusters: '\(ShownText(part))' is none of participant, stroke and frame")
      }
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    guard name == Self.meanError || kinds == [.participant] else {
      throw CommandFailure.usage(
        "--clusters requires --metric \(Self.meanError), the one mean over predictions; leave it out"
      )
    }
    self.clusters = kinds
  }
}

extension MetricSet {
  /// Returns the measure with this name that can rank predictors, with the set that defines it.
  ///
  /// - Throws: `CommandFailure` for any other name, with those that there are.
  static func ordered(
    by name: some StringProtocol, option: String
  ) throws -> (set: MetricSet, definition: MetricDefinition) {
    guard let set = defining(String(name)),
      let definition = set.metrics.first(where: { $0.name == name }), definition.order != .none
    else {
      let names = allMetrics.filter { $0.order != .none }.map(\.name)
      throw CommandFailure.usage(
        "\(option): '\(ShownText(name))' is no measure by which one is better; there are "
          + names.joined(separator: ", "))
    }
    return (set, definition)
  }
}
