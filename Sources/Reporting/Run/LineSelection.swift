import Evaluation

/// Which configurations of a data set become lines, and why.
struct LineSelection: Sendable {
  /// The chosen configurations with their names and looks, in the order of the table.
  let lines: [Line]
  /// How they were chosen, in a sentence.
  let explanation: String

  /// A chosen configuration.
  struct Line: Sendable {
    let configuration: DatasetScores.Configuration
    let label: String
    let style: SeriesStyle
  }

  /// The number of lines that fit in addition to the two baselines.
  private static let most = SeriesStyle.count - 2

  /// Chooses from a data set.
  ///
  /// Both baselines are lines. Of configurations that differ in the observation window alone, the one
  /// with the lowest mean error at the middle horizon is kept; where more are left than can be told
  /// apart, the best of each kind are kept first, then the best of all.
  init(_ scores: DatasetScores) {
    let baselines = scores.configurations.filter(Self.isBaseline)
    let others = scores.configurations.filter { !Self.isBaseline($0) }
    let families = Self.families(others)
    let best = families.compactMap { Self.best(of: $0, scores) }
    let kept = Self.fewest(best, scores)
    let chosen = Set(kept.map(\.spelling))
    let ordered = best.filter { chosen.contains($0.spelling) }
    let severalKinds = Set(ordered.map(\.kind)).count > 1
    let baselineLines = baselines.map { configuration in
      Line(
        configuration: configuration, label: configuration.spelling,
        style: SeriesStyle(configuration.kind == Landmark.hold ? 0 : 1))
    }
    let otherLines = ordered.enumerated().map { place, configuration in
      Line(
        configuration: configuration,
        label: Self.label(configuration, withKind: severalKinds), style: SeriesStyle(place + 2))
    }
    lines = baselineLines + otherLines
    explanation = Self.explanation(
      scores, families: families, best: best, kept: ordered, baselines: baselines)
  }

  /// Whether a configuration is one that others are compared with.
  static func isBaseline(_ configuration: DatasetScores.Configuration) -> Bool {
    configuration.spelling == Landmark.hold || configuration.spelling == Landmark.linear
  }

  /// The name of a configuration for people: its settings, and its kind where that is needed.
  static func label(
    _ configuration: DatasetScores.Configuration, withKind: Bool
  ) -> String {
    guard !configuration.parameters.isEmpty else { return configuration.kind }
    let settings = configuration.parameters.replacing("=", with: " ").replacing(",", with: ", ")
    let text = withKind ? "\(configuration.kind), \(settings)" : settings
    return text.count <= longestLabel ? text : "\(text.prefix(longestLabel - 1))…"
  }

  /// A label of more characters than this would leave its figure; the caption has it whole.
  private static let longestLabel = 44

  private static func families(
    _ configurations: [DatasetScores.Configuration]
  ) -> [[DatasetScores.Configuration]] {
    var order: [String] = []
    var members: [String: [DatasetScores.Configuration]] = [:]
    for configuration in configurations {
      let key = family(configuration)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(configuration)
    }
    return order.map { members[$0] ?? [] }
  }

  /// The spelling with the swept window left open.
  private static func family(_ configuration: DatasetScores.Configuration) -> String {
    guard let window = configuration.window else { return configuration.spelling }
    let open = configuration.parameters.split(separator: ",").filter { $0 != window.setting }
    return "\(configuration.kind):\(open.joined(separator: ","))"
  }

  private static func best(
    of family: [DatasetScores.Configuration], _ scores: DatasetScores
  ) -> DatasetScores.Configuration? {
    let ranked = family.compactMap { member in
      error(member, scores).map { (member, $0) }
    }
    return ranked.min { $0.1 < $1.1 }?.0 ?? family.first
  }

  private static func error(
    _ configuration: DatasetScores.Configuration, _ scores: DatasetScores
  ) -> Double? {
    scores.value(
      configuration, at: scores.middleMoment, named: HeadlineMeasure.error.name)
  }

  private static func fewest(
    _ best: [DatasetScores.Configuration], _ scores: DatasetScores
  ) -> [DatasetScores.Configuration] {
    guard best.count > most else { return best }
    let ranked = best.enumerated().sorted { one, other in
      let left = error(one.element, scores) ?? .infinity
      let right = error(other.element, scores) ?? .infinity
      return (left, one.offset) < (right, other.offset)
    }.map(\.element)
    var seen: Set<String> = []
    let firstOfKind = ranked.filter { seen.insert($0.kind).inserted }
    let rest = ranked.filter { candidate in
      !firstOfKind.contains { $0.spelling == candidate.spelling }
    }
    return Array((firstOfKind + rest).prefix(most))
  }

  private static func explanation(
    _ scores: DatasetScores, families: [[DatasetScores.Configuration]],
    best: [DatasetScores.Configuration], kept: [DatasetScores.Configuration],
    baselines: [DatasetScores.Configuration]
  ) -> String {
    let horizon = HorizonText.full(scores.moments[scores.middleMoment])
    var parts: [String] = []
    if families.contains(where: { $0.count > 1 }) {
      parts.append(
        "Of configurations that differ only in the observation window, the one with the lowest mean "
          + "error at \(horizon) is drawn")
    }
    if kept.count < best.count {
      parts.append(
        "of the remaining \(best.count), the \(kept.count) with the lowest mean error at \(horizon), "
          + "at least one of each kind where possible")
    }
    guard !parts.isEmpty else { return "Every configuration is drawn." }
    if !baselines.isEmpty {
      parts.append(
        "with \(baselines.map(\.spelling).joined(separator: " and ")) for comparison")
    }
    return parts.joined(separator: "; ") + "."
  }
}
