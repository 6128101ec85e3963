import Evaluation

/// Error, overshoot and noise of every configuration against each other, two at a time.
struct ParetoPanels {
  let lines: EstimatedLines
  let slug: String

  private var scores: DatasetScores { lines.scores }

  /// The pairs of measures on the two axes.
  private static let pairs: [(x: HeadlineMeasure, y: HeadlineMeasure)] = [
    (.noise, .error), (.overshoot, .error), (.noise, .overshoot),
  ]

  /// One figure per pair of measures that at least two configurations have.
  var figures: [Figure] { Self.pairs.compactMap { figure(x: $0.x, y: $0.y) } }

  private func format(_ measure: HeadlineMeasure) -> MeasureFormat? {
    scores.metric(measure.name).map { scores.format($0) }
  }

  private func figure(x: HeadlineMeasure, y: HeadlineMeasure) -> Figure? {
    guard let across = format(x), let up = format(y) else { return nil }
    let moment = scores.headlineMoment
    let points = scores.configurations.compactMap { point($0, at: moment, across, up) }
    guard points.count > 1 else { return nil }
    let horizon = HorizonText.full(scores.moments[moment])
    return ScatterChart(
      name: "\(slug)-\(y.word)-against-\(x.word)",
      title: "\(y.word.capitalized) against \(x.word) at \(horizon)",
      summary: "\(up.heading) against \(across.noun) of \(points.count) configurations at "
        + "\(horizon) on \(scores.group.dataset); for those on the Pareto front, no other is at "
        + "least as good in error, overshoot and noise and better in one.",
      xTitle: across.axisTitle, yTitle: up.axisTitle, points: points
    ).figure()
  }

  private func point(
    _ configuration: DatasetScores.Configuration, at moment: Int, _ across: MeasureFormat,
    _ up: MeasureFormat
  ) -> ScatterChart.Point? {
    guard let x = scores.value(configuration, at: moment, named: across.metric.name),
      let y = scores.value(configuration, at: moment, named: up.metric.name)
    else { return nil }
    let standing = scores.row(configuration, at: moment)?.pareto
    return ScatterChart.Point(
      x: across.shown(x), y: up.shown(y), standing: standing,
      label: label(configuration, standing),
      tip: ([configuration.spelling + (standing.map { " (\($0.rawValue))" } ?? "")]
        + HeadlineMeasure.allCases.compactMap { measure in
          format(measure).map { format in
            let value = scores.value(configuration, at: moment, named: measure.name)
            return "\(format.noun) \(format.quantity(value))"
          }
        }).joined(separator: "; "))
  }

  /// Returns the name of a drawn predictor or of the knee; other names would overlap.
  private func label(
    _ configuration: DatasetScores.Configuration, _ standing: ParetoStanding?
  ) -> String {
    if let line = lines.lines.first(where: { $0.configuration.spelling == configuration.spelling })
    {
      return line.label
    }
    let withKind = Set(lines.lines.map(\.configuration.kind)).count > 3
    return standing == .knee ? LineSelection.label(configuration, withKind: withKind) : ""
  }
}
