import Evaluation

/// Everything that the page says about one data set.
struct DatasetSection {
  let report: DatasetReport
  /// Whether the run kept every prediction, so that strokes can be drawn.
  let keepsPredictions: Bool

  private var slug: String { report.slug }

  /// The section.
  var html: String {
    let blocks = blocks
    return """
      <section id="\(slug)" data-set="\(XMLText.escaped(report.name))">
      <h2>\(XMLText.escaped(report.name))</h2>
      \(facts)\(opening)\(PageBlock.contents(blocks, of: report.name))\(blocks.map(\.html).joined())\
      \(GroupTables(groups: report.groups, whole: report.pooled ?? report.lead).html)</section>

      """
  }

  private var blocks: [PageBlock] {
    guard let lead = report.lead, let lines = report.lines else { return [] }
    let tables = DatasetTables(scores: lead)
    func block(_ word: String, _ heading: String, _ content: String) -> PageBlock {
      PageBlock(word, of: slug, heading: heading, content: content)
    }
    return [
      block("curves", "Error, overshoot and noise", CurveBlock(report: report, lines: lines).html),
      block("selected", "Selected predictors", tables.selected(lines, pooled: report.pooled)),
      block("participants", "Participants", ParticipantBlock(report: report).html),
      block(
        "differences", "Differences from \(report.differences?.reference ?? "the reference")",
        DifferenceBlock(report: report).html),
      block("pareto", "Trade-offs", ParetoBlock(report: report, lines: lines).html),
      block("parts", "Phases and speeds", PartBlock(report: report).html),
      block("calibration", "Calibration", calibration),
      block("windows", "Observation window", maps),
      block(
        "strokes", "Strokes", FilmBlock(report: report, keepsPredictions: keepsPredictions).html),
      block(
        "horizons", "Best at each horizon", lead.moments.count > 1 ? tables.bestByHorizon() : ""),
      block(
        "measures", "Best by each measure",
        lead.configurations.count > 1 ? tables.bestByMeasure() : ""),
    ]
  }

  private var facts: String {
    guard let identity = report.identity else { return "" }
    let parts = [
      HTMLFragment.count(identity.participants, "participant"),
      HTMLFragment.count(identity.recordings, "recording"),
      HTMLFragment.count(identity.strokes, "stroke"),
      HTMLFragment.count(identity.samples, "sample"),
    ]
    let rejected =
      identity.rejectedLines == 0
      ? "" : " · \(HTMLFragment.count(identity.rejectedLines, "line")) could not be read"
    let unit = report.lead.map { " · lengths in \($0.unit.symbol)" } ?? ""
    return HTMLFragment.paragraph(parts.joined(separator: " · ") + rejected + unit, style: "facts")
  }

  private var opening: String {
    guard let lead = report.lead else {
      return HTMLFragment.paragraph(
        "This run has scores of groups only, and none of the whole data set.", style: "note")
    }
    return HTMLFragment.paragraph(
      SummarySentence(scores: lead, participants: report.participants).markup, style: "summary")
  }

  private var calibration: String {
    guard let figure = report.calibration else { return "" }
    let drawing = HTMLFragment.figure(
      [figure],
      caption: "Of cases in which a predictor’s region was to hold the contact with a given "
        + "probability, the share in which it did. On the dotted diagonal they agree; below it a "
        + "predictor is too sure of itself, above it not sure enough. Predictors that state no "
        + "uncertainty are not drawn.")
    return "<div class=\"quad\">\n\(drawing)</div>\n"
  }

  private var maps: String {
    guard let maps = report.windowMaps, !maps.isEmpty, let lead = report.lead else { return "" }
    let rows = HeadlineMeasure.allCases.compactMap { measure -> String? in
      let figures = maps.figures(measure)
      guard !figures.isEmpty, let metric = lead.metric(measure.name) else { return nil }
      let format = MeasureFormat(metric: metric, lengthUnit: lead.unit)
      let axis = HorizonAxis(lead.moments)
      return HTMLFragment.figure(
        figures,
        caption: "\(XMLText.escaped(format.heading)) by observation window and \(axis.noun), in "
          + "\(format.unit); the best window at each horizon is framed. One color scale for the row.",
        style: "maps")
    }
    guard !rows.isEmpty else { return "" }
    let cut =
      maps.isCut
      ? HTMLFragment.paragraph(
        "There are more families of configurations than are drawn here: the first "
          + "\(WindowMaps.mostFamilies) are.", style: "note") : ""
    return rows.joined() + cut
  }
}
