import Evaluation

/// The best of every data set at a glance.
struct OverviewTable {
  let wholes: [DatasetScores]

  /// The best of each data set, for at least two, and the predictors of products side by side.
  var html: String { bestOfEachSet + deployed }

  /// One row per data set; empty for fewer than two.
  private var bestOfEachSet: String {
    guard wholes.count > 1 else { return "" }
    let columns: [OutputTable.Column] =
      [.init("data set"), .init("horizon"), .init("lowest mean error")]
      + HeadlineMeasure.allCases.map { measure in
        .init(wholes.lazy.compactMap { $0.metric(measure.name) }.first.map(noun) ?? measure.word)
      } + [.init("below holding still")]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: wholes.map(row)),
      caption:
        "The configuration with the lowest mean error on each data set at the horizon nearest to "
        + " \(HorizonText.milliseconds(HeadlineMeasure.horizon))\(over).",
      codeColumns: [2], rightAligned: [3, 4, 5, 6]
    ).html
  }

  /// One row per predictor that products use, one column per data set; empty for fewer than three rows.
  private var deployed: String {
    let rows = Landmark.deployed.compactMap { kind -> [OutputTable.Cell]? in
      let cells = wholes.map { leastError(of: kind, $0) }
      return cells.contains { $0 != nil }
        ? [.text(kind)] + cells.map { $0.map(OutputTable.Cell.text) ?? .empty } : nil
    }
    guard rows.count > 2 else { return "" }
    let horizon = HorizonText.milliseconds(HeadlineMeasure.horizon)
    return HTMLTable(
      table: OutputTable(
        columns: [.init("predictor")] + wholes.map { .init($0.group.dataset) }, rows: rows),
      caption:
        "Mean error at the horizon nearest to \(horizon)\(over): this toolkit's recommendation, the "
        + "predictors of Chromium, Android, Flutter and Windows (the last inferred from published "
        + "constants), and holding still. Of a predictor with several settings, the one with the lowest "
        + "error on each data set.",
      codeColumns: [0], rightAligned: Set(1...max(wholes.count, 1))
    ).html
  }

  /// The lowest error of any setting of a predictor; nil where it was not scored.
  private func leastError(of kind: String, _ scores: DatasetScores) -> String? {
    guard let error = scores.metric(HeadlineMeasure.error.name) else { return nil }
    let values = scores.configurations.filter { $0.kind == kind }.compactMap {
      scores.value($0, at: scores.headlineMoment, named: error.name)
    }
    return values.min().map {
      scores.format(error).quantity($0)
    }
  }

  private var over: String {
    wholes.allSatisfy { $0.group.aggregation == .participantMean }
      ? ", as means over participants" : ""
  }

  private func noun(_ metric: MetricDefinition) -> String {
    MeasureFormat(metric: metric, lengthUnit: nil).noun
  }

  private func row(_ scores: DatasetScores) -> [OutputTable.Cell] {
    let moment = scores.headlineMoment
    let start: [OutputTable.Cell] = [.text(scores.group.dataset), .text(scores.headlineHorizon)]
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let best = scores.best(by: error, at: moment)
    else { return start + Array(repeating: .empty, count: 5) }
    let quantities = HeadlineMeasure.allCases.map { measure -> OutputTable.Cell in
      guard let format = scores.format(measure),
        let value = scores.value(best, at: moment, named: measure.name)
      else { return .empty }
      return .text(format.quantity(value))
    }
    return start + [.text(best.spelling)] + quantities + [gain(best, scores)]
  }

  private func gain(
    _ best: DatasetScores.Configuration, _ scores: DatasetScores
  ) -> OutputTable.Cell {
    scores.gainOverHolding(best, at: scores.headlineMoment).map {
      .text("\(FixedPoint.text($0, decimals: 0))\u{A0}%")
    } ?? .empty
  }
}
