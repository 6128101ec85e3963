import Evaluation

/// The tables of one data set.
struct DatasetTables {
  let scores: DatasetScores

  private var headlines: [MetricDefinition] {
    HeadlineMeasure.allCases.compactMap { scores.metric($0.name) }
  }

  /// For each measure that has an order, the best configuration at the headline horizon; empty for a
  /// single configuration.
  func bestByMeasure() -> String {
    guard scores.configurations.count > 1 else { return "" }
    let moment = scores.headlineMoment
    let costs = headlines
    var missing: [String] = []
    var remarks: [Int: String] = [:]
    var rows: [[OutputTable.Cell]] = []
    for metric in scores.metrics where metric.order != .none {
      let format = scores.format(metric)
      guard let best = scores.best(by: metric, at: moment) else {
        missing.append("\(format.noun): \(format.missingReason)")
        rows.append(
          [.text(format.title), .empty, .empty, .empty] + costs.map { _ in .empty })
        continue
      }
      let held = scores.hold.flatMap { scores.value($0, at: moment, named: metric.name) }
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
          + costs.map { scores.format($0).cell(scores.value(best, at: moment, named: $0.name)) })
    }
    let columns: [OutputTable.Column] =
      [.init("measure"), .init("best"), .init("its score"), .init("hold")]
      + costs.map { .init("its " + scores.format($0).axisTitle) }
    let caption =
      "The configuration with the best score on each measure at \(scores.headlineHorizon), the "
      + "score of holding still, and the configuration's error, overshoot and noise."
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows), caption: caption, codeColumns: [1],
      remarks: remarks
    ).html + footnote(missing)
  }

  /// The configuration with the lowest mean error at each horizon; empty for a single horizon.
  func bestByHorizon() -> String {
    guard scores.moments.count > 1, let error = headlines.first else { return "" }
    let rows = scores.moments.indices.compactMap { moment -> [OutputTable.Cell]? in
      guard let best = scores.best(by: error, at: moment) else { return nil }
      let held = scores.hold.flatMap { scores.value($0, at: moment, named: error.name) }
      return [.text(HorizonText.full(scores.moments[moment])), .text(best.spelling)]
        + headlines.map { scores.format($0).cell(scores.value(best, at: moment, named: $0.name)) }
        + [
          scores.format(error).cell(held),
          .number(scores.gainOverHolding(best, at: moment), decimals: 0),
        ]
    }
    let columns: [OutputTable.Column] =
      [.init("horizon"), .init("predictor")] + headlines.map { .init(scores.format($0).axisTitle) }
      + [
        .init("\(scores.format(error).noun) of hold (\(scores.format(error).unit))"),
        .init("below hold (%)"),
      ]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "The configuration with the lowest \(scores.format(error).noun) at each horizon.",
      codeColumns: [1]
    ).html
  }

  /// The configurations that are drawn as lines, with every headline measure: as the mean over
  /// participants with its interval, and pooled.
  func selected(_ lines: EstimatedLines, pooled: DatasetScores?) -> String {
    let moment = scores.headlineMoment
    let seconds = scores.moments[moment].seconds
    let isTwofold = pooled?.moments.contains { $0.seconds == seconds } ?? false
    let rows = lines.lines.enumerated().map { place, line -> [OutputTable.Cell] in
      return [.text(line.configuration.spelling)]
        + headlines.flatMap { metric -> [OutputTable.Cell] in
          let score = scores.format(metric).cell(
            lines.value(place, at: moment, named: metric.name),
            lines.interval(place, at: moment, named: metric.name))
          guard let pooled, isTwofold else { return [score] }
          let value = pooled.value(
            of: line.configuration.spelling, at: seconds, named: metric.name)
          return [score, scores.format(metric).cell(value)]
        }
    }
    let titles = headlines.map { scores.format($0).axisTitle }
    let columns: [OutputTable.Column] =
      [.init("predictor")]
      + titles.flatMap { title -> [OutputTable.Column] in
        isTwofold ? [.init("participant mean"), .init("pooled")] : [.init(title)]
      }
    let how =
      isTwofold
      ? " Participant mean: every participant counts once; in brackets, the 95\u{A0}% interval where "
        + "known. Pooled: every prediction counts once." : ""
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "The scores of the selected predictors at \(scores.headlineHorizon).\(how)",
      codeColumns: [0], rightAligned: Set(1..<max(columns.count, 2)),
      columnGroups: isTwofold ? [("", 1)] + titles.map { ($0, 2) } : []
    ).html + footnote(headlineGaps(moment))
  }

  private func headlineGaps(_ moment: Int) -> [String] {
    headlines.compactMap { metric in
      scores.missingReason(metric, at: moment..<(moment + 1)).map {
        "\(scores.format(metric).noun): \($0)"
      }
    }
  }

  private func footnote(_ missing: [String]) -> String {
    guard !missing.isEmpty else { return "" }
    let reasons = missing.map(XMLText.escaped).joined(separator: "; ")
    return HTMLFragment.paragraph("A dash is a missing value: \(reasons).", style: "note")
  }
}
