import Evaluation
import TouchInput

/// Paired differences from a reference with their intervals, one row per predictor.
///
/// Each small dot is a participant. Left of 0 is better than the reference.
package struct DifferenceFigure: Sendable {
  /// One predictor.
  package struct Row: Sendable {
    /// Its name.
    package var label: String
    /// The comparison with the reference.
    package var comparison: PairedComparison
    /// p, corrected for all tests made alongside it; nil for none.
    package var corrected: Double?

    /// Makes a row.
    package init(label: String, comparison: PairedComparison, corrected: Double?) {
      self.label = label
      self.comparison = comparison
      self.corrected = corrected
    }
  }

  /// The predictors on one data set, whose lengths are in one unit.
  package struct Panel: Sendable {
    /// The data set's name.
    package var dataset: String
    /// The unit of lengths.
    package var unit: LengthUnit
    /// The predictors, from top to bottom.
    package var rows: [Row]

    /// Makes a panel.
    package init(dataset: String, unit: LengthUnit, rows: [Row]) {
      self.dataset = dataset
      self.unit = unit
      self.rows = rows
    }
  }

  private let metric: MetricDefinition
  private let horizon: Horizon
  private let reference: String
  private let panels: [Panel]

  /// Makes a figure.
  ///
  /// - Parameters:
  ///   - metric: The measure that differs.
  ///   - horizon: How far ahead.
  ///   - reference: The predictor that the others are compared with.
  ///   - panels: One per data set, from top to bottom.
  package init(
    of metric: MetricDefinition, horizon: Horizon, from reference: String, panels: [Panel]
  ) {
    self.metric = metric
    self.horizon = horizon
    self.reference = reference
    self.panels = panels
  }

  /// Draws it; equal values give equal bytes.
  ///
  /// - Parameter name: The file's name without extension.
  /// - Returns: The figure with its panels stacked.
  package func figure(named name: String) -> Figure {
    let drawn = panels.enumerated().map { plot($1, name: "\(name)-\($0 + 1)").figure() }
    guard let first = drawn.first, drawn.count == 1 else {
      return .stacked(
        drawn, name: name, title: title(nil), summary: panels.map(summary).joined(separator: " "))
    }
    return first.renamed(name)
  }

  private func title(_ format: MeasureFormat?) -> String {
    let noun = (format ?? MeasureFormat(metric: metric, lengthUnit: nil)).heading
    let time = HorizonText.full(horizon)
    return "\(noun): difference from \(reference) at \(time)"
  }

  private func summary(_ panel: Panel) -> String {
    let format = MeasureFormat(metric: metric, lengthUnit: panel.unit)
    let rows = panel.rows.map { row in
      "\(row.label): \(difference(row.comparison, format)) \(format.unit), better for "
        + "\(row.comparison.improved) of \(row.comparison.participants.count) participants"
    }
    return
      "\(title(format)) on \(panel.dataset), mean over participants with its 95\u{A0}% interval. "
      + rows.joined(separator: "; ") + "."
  }

  private func plot(_ panel: Panel, name: String) -> DotPlot {
    let format = MeasureFormat(metric: metric, lengthUnit: panel.unit)
    return DotPlot(
      name: name, title: panels.count > 1 ? "\(panel.dataset): \(format.noun)" : title(format),
      summary: summary(panel), valueTitle: "difference in \(format.axisTitle), below 0 is better",
      rows: panel.rows.enumerated().map { row($1, place: $0, format) },
      textTitle: "difference [95\u{A0}%] · better for · p (Holm)", marksZero: true, width: 900)
  }

  private func row(_ row: Row, place: Int, _ format: MeasureFormat) -> DotPlot.Row {
    let comparison = row.comparison
    let mean = comparison.participantMean
    let share = "\(comparison.improved)/\(comparison.participants.count)"
    let text =
      "\(difference(comparison, format)) · \(share) · \(Self.p(comparison.test.p))"
      + (row.corrected.map { " (\(Self.p($0)))" } ?? "")
    return DotPlot.Row(
      label: row.label,
      dots: comparison.participants.map { person in
        DotPlot.Dot(
          value: format.shown(person.difference), style: nil,
          tip: "\(row.label), \(ScoreRow.participantName(person.name)): "
            + "\(format.quantity(person.difference))")
      },
      estimate: DotPlot.Estimate(
        value: format.shown(mean.difference), interval: (mean.interval?.range).map(format.shown),
        style: SeriesStyle(2), tip: "\(row.label): \(text)"),
      text: text)
  }

  private func difference(_ comparison: PairedComparison, _ format: MeasureFormat) -> String {
    let mean = comparison.participantMean
    return format.estimate(mean.difference, mean.interval?.range)
  }

  /// A p value with two significant digits.
  static func p(_ value: Double) -> String {
    value < 0.0001 ? "<\u{A0}0.0001" : FixedPoint.rounded(value, digits: 2)
  }
}
