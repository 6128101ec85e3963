import Evaluation

/// The figures of one data set.
struct DatasetFigures {
  let lines: EstimatedLines
  /// The prefix of every figure's name.
  let slug: String

  private var scores: DatasetScores { lines.scores }
  private var dataset: String { scores.group.dataset }

  private func format(_ metric: MetricDefinition) -> MeasureFormat {
    scores.format(metric)
  }

  private var spellings: String {
    lines.lines.map(\.configuration.spelling).joined(separator: ", ")
  }

  private var hasIntervals: Bool {
    scores.group.aggregation == .participantMean && lines.participants.people.count > 1
  }

  /// Returns a headline measure of the chosen predictors: lines over the horizons, or bars at a
  /// single one.
  ///
  /// Nil without that measure, and for a single predictor at a single horizon.
  func chart(_ measure: HeadlineMeasure) -> Figure? {
    guard let metric = scores.metric(measure.name) else { return nil }
    if scores.moments.count > 1 { return lineChart(measure, metric) }
    return lines.lines.count > 1 ? barChart(measure, metric) : nil
  }

  private func lineChart(_ measure: HeadlineMeasure, _ metric: MetricDefinition) -> Figure {
    let format = format(metric)
    let axis = HorizonAxis(scores.moments)
    let series = lines.lines.enumerated().map { place, line in
      LineChart.Series(
        label: line.label, style: line.style,
        points: scores.moments.indices.map { moment in
          let value = lines.value(place, at: moment, named: metric.name)
          let interval = lines.interval(place, at: moment, named: metric.name)
          let horizon = HorizonText.full(scores.moments[moment])
          return LineChart.Point(
            x: axis.value(moment), y: value.map(format.shown),
            interval: interval.map(format.shown),
            tip: "\(line.configuration.spelling), \(horizon): "
              + format.estimateQuantity(value, interval))
        })
    }
    return LineChart(
      name: "\(slug)-\(measure.word)", title: format.heading,
      summary: "\(format.heading) against \(axis.noun) on \(dataset), one line per predictor: "
        + "\(spellings)." + (hasIntervals ? " Bands are intervals over participants." : ""),
      xTitle: axis.title, yTitle: format.axisTitle, xLabels: axis.labels, series: series
    ).figure()
  }

  private func barChart(_ measure: HeadlineMeasure, _ metric: MetricDefinition) -> Figure {
    let format = format(metric)
    let bars = lines.lines.enumerated().map { place, line in
      let value = lines.value(place, at: 0, named: metric.name)
      let interval = lines.interval(place, at: 0, named: metric.name)
      return BarChart.Bar(
        label: line.label, style: line.style, value: value.map(format.shown),
        interval: interval.map(format.shown), text: format.estimateQuantity(value, interval))
    }
    let horizon = HorizonText.full(scores.moments[0])
    return BarChart(
      name: "\(slug)-\(measure.word)", title: "\(format.heading) at \(horizon)",
      summary:
        "\(format.heading) at \(horizon) on \(dataset), one bar per predictor: \(spellings).",
      valueTitle: format.axisTitle, bars: bars
    ).figure()
  }
}

extension DatasetReport {
  /// The headline measures over the horizons.
  var charts: [Figure] {
    guard let lines else { return [] }
    let figures = DatasetFigures(lines: lines, slug: slug)
    return HeadlineMeasure.allCases.compactMap(figures.chart)
  }

  /// The headline measures against each other.
  var paretoPanels: [Figure] {
    lines.map { ParetoPanels(lines: $0, slug: slug).figures } ?? []
  }

  /// The participants' scores by the primary endpoint.
  var strip: Figure? {
    lines.flatMap {
      ParticipantStrip(lines: $0, measure: .error, name: "\(slug)-participants").figure()
    }
  }

  /// The differences from the reference, the primary endpoint first.
  var differenceFigures: [Figure] {
    differences.map { differences in
      differences.endpoints.map { endpoint in
        DifferenceFigure(
          of: endpoint.metric, horizon: differences.horizon, from: differences.reference,
          panels: [.init(dataset: name, unit: differences.unit, rows: endpoint.rows)]
        ).figure(named: "\(slug)-difference-\(Slug.of(endpoint.metric.name))")
      }
    } ?? []
  }

  /// The headline measures by part of the strokes.
  func partFigures(_ division: PartFigures.Division) -> [Figure] {
    lines.map { PartFigures(lines: $0, parts: parts, slug: slug).figures(division) } ?? []
  }

  /// The distribution of the drawn predictors' errors at the headline horizon.
  var distribution: Figure? {
    guard let lines, let scores = pooled ?? lead, scores.group.aggregation == .pooled else {
      return nil
    }
    return DistributionFigure(lines: lines, pooled: scores, exact: distributions, slug: slug)
      .figure()
  }

  /// The stated against the observed uncertainty.
  var calibration: Figure? {
    lines.flatMap { CalibrationFigure(lines: $0, slug: slug).figure() }
  }

  /// The error of confident answers against their share.
  var riskFigures: [Figure] { lines.map { RiskFigures(lines: $0, slug: slug).figures } ?? [] }

  /// The headline measures by window and horizon.
  var windowMaps: WindowMaps? { lead.map { WindowMaps($0, slug: slug) } }

  /// All figures, in the order of the page.
  var figures: [Figure] {
    charts + [distribution, strip].compactMap(\.self) + differenceFigures + paretoPanels
      + PartFigures.Division.allCases.flatMap(partFigures) + [calibration].compactMap(\.self)
      + riskFigures
      + HeadlineMeasure.allCases.flatMap { windowMaps?.figures($0) ?? [] }
      + filmstrips.map(\.figure)
  }
}
