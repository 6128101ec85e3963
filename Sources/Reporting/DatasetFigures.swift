import Evaluation

/// The figures of one data set.
struct DatasetFigures {
  let scores: DatasetScores
  /// The beginning of every figure's name.
  let slug: String
  let lines: LineSelection

  /// Prepares the figures of a data set.
  init(_ scores: DatasetScores, slug: String) {
    self.scores = scores
    self.slug = slug
    lines = LineSelection(scores)
  }

  private var dataset: String { scores.group.dataset }

  private func format(_ metric: MetricDefinition) -> MeasureFormat {
    MeasureFormat(metric: metric, lengthUnit: scores.unit)
  }

  /// A headline measure of the chosen predictors: lines over the horizons, or bars where there is one.
  ///
  /// Nil without that measure, and for one predictor at one horizon, which is a number.
  func chart(_ measure: HeadlineMeasure) -> Figure? {
    guard let metric = scores.metric(measure.name) else { return nil }
    if scores.moments.count > 1 { return lineChart(measure, metric) }
    return lines.lines.count > 1 ? barChart(measure, metric) : nil
  }

  private func lineChart(_ measure: HeadlineMeasure, _ metric: MetricDefinition) -> Figure {
    let format = format(metric)
    let axis = HorizonAxis(scores.moments)
    let series = lines.lines.map { line in
      LineChart.Series(
        label: line.label, style: line.style,
        points: scores.moments.indices.map { moment in
          let value = scores.value(line.configuration, at: moment, named: metric.name)
          let place = HorizonText.full(scores.moments[moment])
          return LineChart.Point(
            x: axis.value(moment), y: value,
            tip: "\(line.configuration.spelling), \(place): \(format.quantity(value))")
        })
    }
    return LineChart(
      name: "\(slug)-\(measure.word)", title: format.heading,
      summary: "\(format.heading) against \(axis.noun) on \(dataset), one line a predictor: "
        + lines.lines.map(\.configuration.spelling).joined(separator: ", ") + ".",
      xTitle: axis.title, yTitle: format.axisTitle, xLabels: axis.labels, series: series
    ).figure()
  }

  private func barChart(_ measure: HeadlineMeasure, _ metric: MetricDefinition) -> Figure {
    let format = format(metric)
    let bars = lines.lines.map { line in
      let value = scores.value(line.configuration, at: 0, named: metric.name)
      return BarChart.Bar(
        label: line.label, style: line.style, value: value, text: format.quantity(value))
    }
    let horizon = HorizonText.full(scores.moments[0])
    return BarChart(
      name: "\(slug)-\(measure.word)", title: "\(format.heading) at \(horizon)",
      summary: "\(format.heading) at \(horizon) on \(dataset), one bar a predictor: "
        + lines.lines.map(\.configuration.spelling).joined(separator: ", ") + ".",
      valueTitle: format.axisTitle, bars: bars
    ).figure()
  }

  /// Error against noise at the headline horizon; nil where fewer than two configurations have both.
  func scatter() -> Figure? {
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let noise = scores.metric(HeadlineMeasure.noise.name)
    else { return nil }
    let moment = scores.headlineMoment
    let overshoot = scores.metric(HeadlineMeasure.overshoot.name)
    var kinds: [String] = []
    let drawn = Dictionary(
      lines.lines.map { ($0.configuration.spelling, $0.label) }, uniquingKeysWith: { $1 })
    let best = scores.best(by: error, at: moment)?.spelling
    let withKind = Set(lines.lines.map(\.configuration.kind)).count > 3
    var points: [ScatterChart.Point] = []
    for configuration in scores.configurations {
      guard let x = scores.value(configuration, at: moment, named: noise.name),
        let y = scores.value(configuration, at: moment, named: error.name)
      else { continue }
      if !kinds.contains(configuration.kind) { kinds.append(configuration.kind) }
      let colour = overshoot.flatMap {
        scores.value(configuration, at: moment, named: $0.name)
      }
      let past = overshoot.map { "; \(format($0).noun) \(format($0).quantity(colour))" } ?? ""
      points.append(
        ScatterChart.Point(
          x: x, y: y, colour: colour, kind: kinds.firstIndex(of: configuration.kind) ?? 0,
          label: drawn[configuration.spelling]
            ?? (configuration.spelling == best
              ? LineSelection.label(configuration, withKind: withKind) : ""),
          tip: "\(configuration.spelling): \(format(error).noun) \(format(error).quantity(y)); "
            + "\(format(noise).noun) \(format(noise).quantity(x))\(past)"))
    }
    guard points.count > 1 else { return nil }
    let horizon = HorizonText.full(scores.moments[moment])
    return ScatterChart(
      name: "\(slug)-error-against-noise", title: "Error against noise at \(horizon)",
      summary:
        "\(format(error).heading) against \(format(noise).noun) of \(points.count) configurations at "
        + "\(horizon) on \(dataset); the dotted line is the Pareto front, which no other "
        + "configuration beats on both.",
      xTitle: format(noise).axisTitle, yTitle: format(error).axisTitle,
      colourTitle: overshoot.map { format($0).axisTitle } ?? "", kinds: kinds, points: points
    ).figure()
  }

  /// The spellings on the Pareto front of error and noise at the headline horizon, by noise.
  static func paretoFront(_ scores: DatasetScores) -> [DatasetScores.Configuration] {
    let moment = scores.headlineMoment
    let found = scores.configurations.compactMap { configuration in
      let x = scores.value(configuration, at: moment, named: HeadlineMeasure.noise.name)
      let y = scores.value(configuration, at: moment, named: HeadlineMeasure.error.name)
      return x.flatMap { x in y.map { (configuration, SIMD2(x, $0)) } }
    }
    return ParetoFront.indices(found.map(\.1)).map { found[$0].0 }
  }
}
