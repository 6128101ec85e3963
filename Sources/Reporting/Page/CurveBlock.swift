import Evaluation

/// The headline measures of the drawn predictors over the horizons, with their intervals.
struct CurveBlock {
  let report: DatasetReport
  let lines: EstimatedLines

  /// The figures with their definitions, and how their predictors were chosen.
  var html: String {
    let scores = lines.scores
    let figures = DatasetFigures(lines: lines, slug: report.slug)
    let drawn = HeadlineMeasure.allCases.compactMap { measure -> String? in
      guard let figure = figures.chart(measure), let metric = scores.metric(measure.name) else {
        return nil
      }
      return HTMLFragment.figure(
        [figure],
        caption: "Definition: "
          + XMLText.escaped(closed(metric.formula) + absence(metric, in: scores)))
    }
    guard !drawn.isEmpty else { return "" }
    let spellings = lines.lines.filter { $0.label != $0.configuration.spelling }.map {
      "\(XMLText.escaped($0.label)) is \(HTMLFragment.code($0.configuration.spelling))"
    }
    let names = spellings.isEmpty ? "" : " In the figures, \(HTMLFragment.list(spellings))."
    let over =
      scores.group.aggregation == .participantMean
      ? "Each value is the mean over participants. "
      : "Each value is of all predictions in one pool. "
    return "<div class=\"quad\">\n\(drawn.joined())</div>\n"
      + HTMLFragment.paragraph(
        XMLText.escaped(over + report.participants.explanation), style: "note")
      + HTMLFragment.paragraph(XMLText.escaped(lines.selection.explanation) + names, style: "note")
  }

  /// A sentence with its full stop.
  private func closed(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  /// Why a figure is empty; nothing where it is not.
  private func absence(_ metric: MetricDefinition, in scores: DatasetScores) -> String {
    let hasValue = scores.configurations.contains { configuration in
      scores.moments.indices.contains {
        scores.value(configuration, at: $0, named: metric.name) != nil
      }
    }
    return hasValue ? "" : " No values: \(MissingValue.reason(metric, unit: scores.unit))."
  }
}
