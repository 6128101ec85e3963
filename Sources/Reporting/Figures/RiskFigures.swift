import Evaluation

/// Risk against coverage: the mean error of a predictor's most confident answers, against their share, in the unit of
/// lengths and as a multiple of the error of `hold` at the same targets.
struct RiskFigures {
  let lines: EstimatedLines
  let slug: String

  /// The shares of answers, in percent.
  private static let levels = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]

  /// One of the two curves.
  private struct Curve {
    let prefix: String
    let word: String
    let title: String
    let noun: String
    let axis: String
  }

  private static let curves = [
    Curve(
      prefix: "risk_", word: "risk", title: "Error of confident answers",
      noun: "The mean error of the most confident answers", axis: "mean error"),
    Curve(
      prefix: "risk_ratio_", word: "relative-risk", title: "The same relative to hold",
      noun: "The error of the most confident answers as a multiple of that of hold",
      axis: "error / error of hold"),
  ]

  /// The figures of the drawn predictors at the headline horizon; empty where the run did not measure
  /// risk or none of them states a confidence.
  var figures: [Figure] { Self.curves.compactMap(figure) }

  private func figure(_ curve: Curve) -> Figure? {
    let scores = lines.scores
    let known = Self.levels.compactMap { level in
      scores.metric("\(curve.prefix)\(level)").map { (level: level, format: scores.format($0)) }
    }
    guard known.count > 1 else { return nil }
    let moment = scores.headlineMoment
    let stating = lines.lines.filter { line in
      known.contains {
        scores.value(line.configuration, at: moment, named: $0.format.metric.name) != nil
      }
    }
    guard !stating.isEmpty else { return nil }
    let horizon = HorizonText.full(scores.moments[moment])
    let unit = known[0].format.unit
    return LineChart(
      name: "\(slug)-\(curve.word)", title: "\(curve.title) at \(horizon)",
      summary: "\(curve.noun), against their share of all answers, at \(horizon) on "
        + "\(scores.group.dataset): "
        + stating.map(\.configuration.spelling).joined(separator: ", ") + ".",
      xTitle: "most confident share of answers (%)",
      yTitle: unit.isEmpty ? curve.axis : "\(curve.axis) (\(unit))",
      xLabels: [0, 20, 40, 60, 80, 100].map { (Double($0), "\($0)") },
      series: stating.map { line in
        LineChart.Series(
          label: line.label, style: line.style,
          points: known.map { level, format in
            let value = scores.value(line.configuration, at: moment, named: format.metric.name)
            return LineChart.Point(
              x: Double(level), y: value.map(format.shown),
              tip: "\(line.configuration.spelling), most confident \(level)\u{A0}%: "
                + format.estimateQuantity(value, nil))
          })
      }
    ).figure()
  }
}
