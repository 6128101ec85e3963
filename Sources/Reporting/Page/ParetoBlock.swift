import Evaluation

/// Error, overshoot and noise against each other, error at equal noise, and the head-room.
struct ParetoBlock {
  let report: DatasetReport
  let lines: EstimatedLines

  private var scores: DatasetScores { lines.scores }

  /// The figures and the tables, as far as the run has what they need.
  var html: String {
    let panels = report.paretoPanels
    let figure =
      panels.isEmpty
      ? "" : HTMLFragment.figure(panels, caption: XMLText.escaped(caption), style: "trio")
    return figure + EqualNoiseTable(scores: scores).html
      + FloorTable(floors: report.floors, unit: scores.unit).html
  }

  private var caption: String {
    let horizon = HorizonText.full(scores.moments[scores.headlineMoment])
    let missing = HeadlineMeasure.allCases.compactMap { scores.metric($0.name) }.filter { metric in
      scores.configurations.allSatisfy {
        scores.value($0, at: scores.headlineMoment, named: metric.name) == nil
      }
    }.map {
      " \(MeasureFormat(metric: $0, lengthUnit: scores.unit).heading) has no values here: "
        + "\(MissingValue.reason($0, unit: scores.unit))."
    }
    return "Every configuration at \(horizon); below and to the left is better. No other has as "
      + "little error, overshoot and noise together as one on the front (circles), which may seem "
      + "beaten where only two of the three are drawn. The star is the knee, nearest to the best of "
      + "each; squares are dominated." + missing.joined()
  }
}

/// The least error of each kind among its settings that are no noisier than the reference.
struct EqualNoiseTable {
  let scores: DatasetScores

  /// The table; empty without the reference, its noise, or a second kind.
  var html: String {
    let moment = scores.headlineMoment
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let noise = scores.metric(HeadlineMeasure.noise.name),
      let reference = scores.configuration(Landmark.linear),
      let limit = scores.value(reference, at: moment, named: noise.name)
    else { return "" }
    let choices = EqualNoise.choices(among: candidates(at: moment), limit: limit)
    guard choices.count > 1 else { return "" }
    let (errors, noises) = (format(error), format(noise))
    let rows = choices.map { choice -> [OutputTable.Cell] in
      [
        .text(choice.kind), .text("\(choice.quietEnough) of \(choice.settings)"),
        choice.best.map { .text($0.spelling) } ?? .empty, errors.cell(choice.best?.error),
        noises.cell(choice.best?.noise),
      ]
    }
    let columns: [OutputTable.Column] = [
      .init("kind"), .init("settings quiet enough"), .init("the best of them"),
      .init(errors.axisTitle), .init(noises.axisTitle),
    ]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "<b>Error at equal noise.</b> For each kind the setting with the least "
        + "\(XMLText.escaped(errors.noun)) among those whose \(XMLText.escaped(noises.noun)) is at "
        + "most that of \(HTMLFragment.code(Landmark.linear)), \(noises.quantity(limit)), at "
        + "\(HorizonText.full(scores.moments[moment])). A dash: no setting is as quiet.",
      codeColumns: [0, 2], rightAligned: [1]
    ).html
  }

  private func format(_ metric: MetricDefinition) -> MeasureFormat {
    MeasureFormat(metric: metric, lengthUnit: scores.unit)
  }

  private func candidates(at moment: Int) -> [EqualNoise.Candidate] {
    scores.configurations.compactMap { configuration in
      guard let error = scores.value(configuration, at: moment, named: HeadlineMeasure.error.name),
        let noise = scores.value(configuration, at: moment, named: HeadlineMeasure.noise.name)
      else { return nil }
      return EqualNoise.Candidate(
        kind: configuration.kind, spelling: configuration.spelling, error: error, noise: noise)
    }
  }
}
