import Evaluation

/// The tables of one data set.
struct DatasetTables {
  let scores: DatasetScores

  private func format(_ metric: MetricDefinition) -> MeasureFormat {
    MeasureFormat(metric: metric, lengthUnit: scores.unit)
  }

  private var headlines: [MetricDefinition] {
    HeadlineMeasure.allCases.compactMap { scores.metric($0.name) }
  }

  private var hold: DatasetScores.Configuration? { scores.configuration(Landmark.hold) }

  /// For each measure that has an order, who is best by it at the headline horizon.
  func bestByMeasure() -> String {
    let moment = scores.headlineMoment
    let costs = headlines
    var missing: [String] = []
    var remarks: [Int: String] = [:]
    var rows: [[OutputTable.Cell]] = []
    for metric in scores.metrics where metric.order != .none {
      let format = format(metric)
      guard let best = scores.best(by: metric, at: moment) else {
        missing.append("\(format.noun): \(MissingValue.reason(metric, unit: scores.unit))")
        rows.append(
          [.text(format.title), .empty, .empty, .empty] + costs.map { _ in .empty })
        continue
      }
      let held = hold.flatMap { scores.value($0, at: moment, named: metric.name) }
      let others = scores.equals(of: best, by: metric, at: moment).dropFirst()
      if let other = others.first {
        remarks[rows.count] =
          others.count == 1 ? "and \(other.spelling)" : "and \(others.count) more"
      }
      rows.append(
        [
          .text(format.title), .text(best.spelling),
          format.cell(scores.value(best, at: moment, named: metric.name)), format.cell(held),
        ]
          + costs.map { self.format($0).cell(scores.value(best, at: moment, named: $0.name)) })
    }
    let columns: [OutputTable.Column] =
      [.init("measure"), .init("best"), .init("its score"), .init("hold")]
      + costs.map { .init("its " + format($0).axisTitle) }
    let caption =
      "The configuration with the best score by each measure at "
      + "\(HorizonText.full(scores.moments[moment])), the score of holding still beside it, and what "
      + "it costs."
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows), caption: caption, codeColumns: [1],
      remarks: remarks
    ).html + footnote(missing)
  }

  /// For each horizon, who has the lowest mean error.
  func bestByHorizon() -> String {
    guard scores.moments.count > 1, let error = headlines.first else { return "" }
    let rows = scores.moments.indices.compactMap { moment -> [OutputTable.Cell]? in
      guard let best = scores.best(by: error, at: moment) else { return nil }
      let held = hold.flatMap { scores.value($0, at: moment, named: error.name) }
      let value = scores.value(best, at: moment, named: error.name)
      let gain = held.flatMap { held in value.map { held > 0 ? (1 - $0 / held) * 100 : .nan } }
      return [.text(HorizonText.full(scores.moments[moment])), .text(best.spelling)]
        + headlines.map { format($0).cell(scores.value(best, at: moment, named: $0.name)) }
        + [format(error).cell(held), percent(gain)]
    }
    let columns: [OutputTable.Column] =
      [.init("horizon"), .init("predictor")] + headlines.map { .init(format($0).axisTitle) }
      + [.init("\(format(error).noun) of hold (\(format(error).unit))"), .init("below hold (%)")]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "The configuration with the lowest \(format(error).noun) at each horizon.",
      codeColumns: [1]
    ).html
  }

  /// The configurations that are drawn as lines, with every headline measure: as the mean over
  /// participants with its interval, and pooled beside it.
  func selected(_ lines: EstimatedLines, pooled: DatasetScores?) -> String {
    let moment = scores.headlineMoment
    let seconds = scores.moments[moment].seconds
    let pooledMoment = pooled?.moments.firstIndex { $0.seconds == seconds }
    let rows = lines.lines.enumerated().map { place, line -> [OutputTable.Cell] in
      let other = pooled?.configuration(line.configuration.spelling)
      return [.text(line.configuration.spelling)]
        + headlines.flatMap { metric -> [OutputTable.Cell] in
          let score = format(metric).cell(
            lines.value(place, at: moment, named: metric.name),
            lines.interval(place, at: moment, named: metric.name))
          guard let pooled, let pooledMoment else { return [score] }
          let value = other.flatMap { pooled.value($0, at: pooledMoment, named: metric.name) }
          return [score, format(metric).cell(value)]
        }
    }
    let titles = headlines.map { format($0).axisTitle }
    let isTwofold = pooledMoment != nil
    let columns: [OutputTable.Column] =
      [.init("predictor")]
      + titles.flatMap { title -> [OutputTable.Column] in
        isTwofold ? [.init("participant mean"), .init("pooled")] : [.init(title)]
      }
    let how =
      isTwofold
      ? " Participant mean: every participant counts once; in brackets its 95\u{A0}% interval where "
        + "there is one. Pooled: every prediction counts once." : ""
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "The scores of the selected predictors at \(HorizonText.full(scores.moments[moment])).\(how)",
      codeColumns: [0], rightAligned: Set(1..<max(columns.count, 2)),
      columnGroups: isTwofold ? [("", 1)] + titles.map { ($0, 2) } : []
    ).html + footnote(headlineGaps(moment))
  }

  private func headlineGaps(_ moment: Int) -> [String] {
    headlines.filter { metric in
      scores.configurations.allSatisfy {
        scores.value($0, at: moment, named: metric.name) == nil
      }
    }.map { "\(format($0).noun): \(MissingValue.reason($0, unit: scores.unit))" }
  }

  private func percent(_ value: Double?) -> OutputTable.Cell {
    guard let value, value.isFinite else { return .empty }
    return .number(value, decimals: 0)
  }

  private func footnote(_ missing: [String]) -> String {
    guard !missing.isEmpty else { return "" }
    let reasons = missing.map(XMLText.escaped).joined(separator: "; ")
    return HTMLFragment.paragraph("A dash is a missing value. Why: \(reasons).", style: "note")
  }
}
