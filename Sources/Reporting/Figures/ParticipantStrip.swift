import Evaluation

/// Each participant's score at the headline horizon, one row per drawn predictor.
struct ParticipantStrip {
  let lines: EstimatedLines
  let measure: HeadlineMeasure
  /// The figure's name.
  let name: String

  /// Draws it; nil without participants or without their scores.
  func figure() -> Figure? {
    let scores = lines.scores
    guard let metric = scores.metric(measure.name) else { return nil }
    let format = scores.format(metric)
    let moment = scores.headlineMoment
    let rows = lines.lines.indices.map { row($0, at: moment, format) }
    guard rows.contains(where: { !$0.dots.isEmpty }) else { return nil }
    let horizon = HorizonText.full(scores.moments[moment])
    return DotPlot(
      name: name, title: "\(format.heading) of each participant at \(horizon)",
      summary:
        "\(format.heading) of each participant at \(horizon) on \(scores.group.dataset), one "
        + "row per predictor and one dot per participant; the diamond is their mean, the line its "
        + "interval.",
      valueTitle: format.axisTitle, rows: rows, width: 900
    ).figure()
  }

  private func row(_ line: Int, at moment: Int, _ format: MeasureFormat) -> DotPlot.Row {
    let spelling = lines.lines[line].configuration.spelling
    let people = lines.participants.values(
      of: spelling, at: lines.scores.moments[moment].seconds, named: measure.name)
    let interval = lines.interval(line, at: moment, named: measure.name)
    let mean = lines.value(line, at: moment, named: measure.name)
    return DotPlot.Row(
      label: lines.lines[line].label,
      dots: people.map { person in
        DotPlot.Dot(
          value: format.shown(person.value), style: nil,
          tip: "\(spelling), \(person.name): \(format.quantity(person.value))")
      },
      estimate: mean.map { mean in
        DotPlot.Estimate(
          value: format.shown(mean), interval: interval.map(format.shown),
          style: lines.lines[line].style,
          tip: "\(spelling), mean: \(format.estimateQuantity(mean, interval))")
      },
      text: mean.map { format.estimate($0, interval) } ?? "–")
  }
}
