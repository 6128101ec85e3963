import Evaluation

/// A calibration plot: how often the contact was inside a predictor's regions, against the stated
/// share.
///
/// The regions follow from a predictor's covariance. A line below the diagonal means
/// overconfidence.
struct CalibrationFigure {
  let lines: EstimatedLines
  let slug: String

  /// The stated shares, with their columns.
  private static let levels: [(share: Double, column: String)] =
    ([10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99] as [Int]).map {
      (Double($0), "coverage_\($0)")
    }

  /// Returns the plot of the drawn predictors at the headline horizon; nil where the run did not
  /// measure coverage or none of them states its uncertainty.
  func figure() -> Figure? {
    let scores = lines.scores
    let known = Self.levels.filter { scores.metric($0.column) != nil }
    guard known.count > 1 else { return nil }
    let moment = scores.headlineMoment
    let stating = lines.lines.filter { line in
      known.contains { scores.value(line.configuration, at: moment, named: $0.column) != nil }
    }
    guard !stating.isEmpty else { return nil }
    let horizon = HorizonText.full(scores.moments[moment])
    return LineChart(
      name: "\(slug)-calibration", title: "Calibration at \(horizon)",
      summary:
        "The share of cases in which the contact was inside a predictor's region, against the "
        + "share that the region should contain, at \(horizon) on \(scores.group.dataset): "
        + stating.map(\.configuration.spelling).joined(separator: ", ")
        + ". The dotted diagonal is where both "
        + "are equal.",
      xTitle: "stated share (%)", yTitle: "observed share (%)",
      xLabels: [0, 20, 40, 60, 80, 100].map { (Double($0), "\($0)") },
      series: stating.map { line in
        LineChart.Series(
          label: line.label, style: line.style,
          points: known.map { level in
            point(
              scores.value(line.configuration, at: moment, named: level.column), level.share,
              of: line.configuration.spelling)
          })
      }, showsDiagonal: true
    ).figure()
  }

  private func point(
    _ value: Double?, _ promised: Double, of spelling: String
  ) -> LineChart.Point {
    let found = value.map { FixedPoint.text($0 * 100, decimals: 1) } ?? "–"
    return LineChart.Point(
      x: promised, y: value.map { $0 * 100 },
      tip: "\(spelling): \(found)\u{A0}% inside the region for "
        + "\(FixedPoint.text(promised, decimals: 0))\u{A0}%")
  }
}
