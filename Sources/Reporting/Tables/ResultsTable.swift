import Datasets
import Evaluation
import TouchInput

/// The scores of the drawn predictors of all data sets, as a table for a paper.
struct ResultsTable {
  let report: RunReport

  /// One data set's part of the table.
  private struct Part {
    let title: String
    let rows: [[String]]
  }

  private var metrics: [MetricDefinition] {
    Differences.endpoints.compactMap { name in report.run.table.metrics.first { $0.name == name } }
  }

  /// The unit, where all data sets share one.
  private var commonUnit: LengthUnit? {
    let units = Set(report.wholes.map(\.unit))
    return units.count == 1 ? units.first : nil
  }

  private var titles: [String] {
    metrics.map { MeasureFormat(metric: $0, lengthUnit: commonUnit).axisTitle }
  }

  private var parts: [Part] {
    report.datasets.compactMap { dataset in
      guard let lead = dataset.lead, let lines = dataset.lines else { return nil }
      let moment = lead.headlineMoment
      let people = dataset.participants.people.count
      let facts = [
        HorizonText.full(lead.moments[moment]),
        people > 0 ? HTMLFragment.count(people, "participant") : "",
        commonUnit == nil ? "lengths in \(lead.unit.symbol)" : "",
      ].filter { !$0.isEmpty }
      return Part(
        title: "\(dataset.name): \(facts.joined(separator: ", "))",
        rows: lines.lines.indices.map { place in
          [lines.lines[place].configuration.spelling]
            + metrics.map { cell(of: $0, line: place, at: moment, in: dataset, lines) }
        })
    }
  }

  private func cell(
    of metric: MetricDefinition, line: Int, at moment: Int, in dataset: DatasetReport,
    _ lines: EstimatedLines
  ) -> String {
    let format = lines.scores.format(metric)
    guard let value = lines.value(line, at: moment, named: metric.name) else { return "–" }
    return format.estimate(value, lines.interval(line, at: moment, named: metric.name))
  }

  /// What the table shows, in a sentence or two.
  private var caption: String {
    let hasIntervals = report.datasets.contains { $0.participants.people.count > 1 }
    let isMean = report.wholes.contains { $0.group.aggregation == .participantMean }
    return "Scores of predictors on recorded motion\(isMean ? ", as means over participants" : "")."
      + (hasIntervals
        ? " In brackets 95\u{A0}% percentile intervals of a bootstrap over participants "
          + "(B = \(HTMLFragment.grouped(report.resampling.replicates)))." : "")
  }

  /// The table in LaTeX, for the package booktabs.
  var latex: String {
    let count = metrics.count + 1
    let header = (["Predictor"] + titles.map(LaTeXText.escaped)).joined(separator: " & ")
    let body = parts.map { part in
      "\\midrule\n\\multicolumn{\(count)}{@{}l}{\\emph{\(LaTeXText.escaped(part.title))}} \\\\\n"
        + part.rows.map { row in
          ([LaTeXText.code(row[0])] + row.dropFirst().map(LaTeXText.number))
            .joined(separator: " & ") + " \\\\\n"
        }.joined()
    }
    return """
      % Needs \\usepackage{booktabs}.
      \\begin{table}
      \\caption{\(LaTeXText.escaped(caption))}
      \\begin{tabular}{@{}l\(String(repeating: "r", count: metrics.count))@{}}
      \\toprule
      \(header) \\\\
      \(body.joined())\\bottomrule
      \\end{tabular}
      \\end{table}

      """
  }

  /// The table in Markdown.
  var markdown: String {
    let columns: [OutputTable.Column] = [.init("predictor")] + titles.map { .init($0) }
    let tables = parts.map { part in
      "\(MarkdownText.escaped(VisibleText.line(part.title)))\n\n"
        + OutputTable(
          columns: columns, rows: part.rows.map { $0.map(OutputTable.Cell.text) }
        ).rendered(as: .markdown)
    }
    let about = MarkdownText.escaped(VisibleText.line(caption))
    return (tables + ["\(about)\n"]).joined(separator: "\n")
  }
}
