import Evaluation

/// The section of the page for one data set.
struct DatasetSection {
  let report: DatasetReport
  /// Whether the run kept every prediction, so that strokes can be drawn.
  let keepsPredictions: Bool

  /// The section.
  var html: String {
    let blocks = blocks
    return """
      <section id="\(report.slug)" data-set="\(XMLText.escaped(report.name))">
      <h2>\(XMLText.escaped(report.name))</h2>
      \(facts)\(opening)\(contents(blocks))\(blocks.map(\.html).joined())\
      \(GroupTables(groups: report.groups, whole: report.pooled ?? report.lead).html)</section>

      """
  }

  private var blocks: [PageBlock] {
    guard let lead = report.lead, let lines = report.lines else { return [] }
    let tables = DatasetTables(scores: lead)
    let reference = report.differences?.reference ?? "the reference"
    let blocks = [
      ("curves", "Error, overshoot and noise", curves(lines)),
      ("selected", "Selected predictors", tables.selected(lines, pooled: report.pooled)),
      ("shipped", "Presets as they ship", ShippedPresetsTable(scores: report.pooled ?? lead).html),
      ("distribution", "Distribution of error", DistributionBlock(report: report).html),
      (
        "tail", "Worse than hold",
        TailTable(scores: report.pooled ?? lead, lines: lines.lines).html
      ),
      ("worst", "Worst recordings and strokes", WorstBlock(places: report.worst).html),
      ("participants", "Participants", participants),
      ("differences", "Differences from \(reference)", DifferenceBlock(report: report).html),
      ("pareto", "Trade-offs", TradeOffBlock(report: report, scores: lead).html),
      ("parts", "Parts of strokes", parts),
      ("calibration", "Calibration", calibration),
      ("risk", "Risk against coverage", risk),
      (
        "answers", "Answers and silence",
        AnswersTable(scores: report.pooled ?? lead, lines: lines.lines).html
      ),
      ("windows", "Observation window", windows(lead)),
      ("strokes", "Strokes", strokes),
      ("horizons", "Best at each horizon", tables.bestByHorizon()),
      ("measures", "Best by each measure", tables.bestByMeasure()),
    ]
    return blocks.filter { !$0.2.isEmpty }.map {
      PageBlock(identifier: "\(report.slug)--\($0.0)", heading: $0.1, content: $0.2)
    }
  }

  /// Links to the blocks.
  private func contents(_ blocks: [PageBlock]) -> String {
    guard blocks.count > 1 else { return "" }
    let links = blocks.map { "<a href=\"#\($0.identifier)\">\(XMLText.escaped($0.heading))</a>" }
    return "<nav class=\"contents\" aria-label=\"Contents of \(XMLText.escaped(report.name))\">"
      + links.joined(separator: "\n") + "</nav>\n"
  }

  private var facts: String {
    guard let identity = report.identity else { return "" }
    let rejected =
      identity.rejectedLines == 0
      ? [] : ["\(HTMLFragment.count(identity.rejectedLines, "line")) could not be read"]
    let unit = report.lead.map { ["lengths in \($0.unit.symbol)"] } ?? []
    return HTMLFragment.paragraph(
      (identity.counts + rejected + unit).joined(separator: " · "), style: "facts")
  }

  private var opening: String {
    guard let lead = report.lead else {
      return HTMLFragment.paragraph(
        "This run scored only groups of this data set, not the whole.", style: "note")
    }
    return HTMLFragment.paragraph(
      SummarySentence(scores: lead, participants: report.participants).markup, style: "summary")
  }
}

/// A part of a data set's section with a heading, which the table of contents links to.
private struct PageBlock {
  /// The identifier in the page; two hyphens keep it apart from those of data sets and figures.
  let identifier: String
  let heading: String
  /// The markup below the heading.
  let content: String

  var html: String { "<h3 id=\"\(identifier)\">\(XMLText.escaped(heading))</h3>\n\(content)" }
}

extension DatasetIdentity {
  /// How much there is of it: "12 participants", "3 recordings" and so on.
  var counts: [String] {
    [
      HTMLFragment.count(participants, "participant"), HTMLFragment.count(recordings, "recording"),
      HTMLFragment.count(strokes, "stroke"), HTMLFragment.count(samples, "sample"),
    ]
  }
}

extension DatasetSection {
  /// The headline measures over the horizons, with their definitions and how predictors were chosen.
  private func curves(_ lines: EstimatedLines) -> String {
    let scores = lines.scores
    let figures = DatasetFigures(lines: lines, slug: report.slug)
    let drawn = HeadlineMeasure.allCases.compactMap { measure -> String? in
      guard let figure = figures.chart(measure), let metric = scores.metric(measure.name) else {
        return nil
      }
      let reason = scores.missingReason(metric, at: scores.moments.indices)
      let absence = reason.map { " No values: \($0)." } ?? ""
      return HTMLFragment.figure(
        [figure],
        caption: "Definition: " + XMLText.escaped(HTMLFragment.sentence(metric.formula) + absence))
    }
    guard !drawn.isEmpty else { return "" }
    let spellings = lines.lines.filter { $0.label != $0.configuration.spelling }.map {
      "\(XMLText.escaped($0.label)) is \(HTMLFragment.code($0.configuration.spelling))"
    }
    let names = spellings.isEmpty ? "" : " In the figures, \(HTMLFragment.list(spellings))."
    let over =
      scores.group.aggregation == .participantMean
      ? "Each value is the mean over participants. "
      : "Each value pools all predictions. "
    return "<div class=\"quad\">\n\(drawn.joined())</div>\n"
      + HTMLFragment.paragraph(
        XMLText.escaped(over + report.participants.explanation), style: "note")
      + HTMLFragment.paragraph(XMLText.escaped(lines.selection.explanation) + names, style: "note")
  }

  /// Each participant's score of the drawn predictors; empty without participants.
  private var participants: String {
    guard let strip = report.strip else { return "" }
    return HTMLFragment.figure(
      [strip],
      caption: XMLText.escaped(
        "Each dot is a participant; the diamond is their mean and the line its interval. "
          + report.participants.explanation), style: "wide")
  }

  /// The headline measures by part of the strokes, in each way that the run divided them.
  private var parts: String {
    PartFigures.Division.allCases.map { division in
      HTMLFragment.figure(
        report.partFigures(division),
        caption: XMLText.escaped(
          "By \(division.noun), one mark per predictor; in brackets, the share of targets in each "
            + "part. \(division.definition)"), style: "trio")
    }.joined()
  }

  private var calibration: String {
    guard let figure = report.calibration else { return "" }
    let drawing = HTMLFragment.figure(
      [figure],
      caption: "How often the contact was inside the region that a predictor states for a given "
        + "probability. On the dotted diagonal both agree; below it the predictor is overconfident, "
        + "above it underconfident. Predictors that state no uncertainty are not shown.")
    return "<div class=\"quad\">\n\(drawing)</div>\n"
  }

  private var risk: String {
    HTMLFragment.figure(
      report.riskFigures,
      caption:
        "The error of the most confident answers against their share. A line that rises from "
        + "left to right belongs to a confidence that is of use. Answers without a confidence, and "
        + "predictors that state none, are not shown.", style: "trio")
  }

  /// Heat maps over observation window and horizon; empty where no window was swept.
  private func windows(_ lead: DatasetScores) -> String {
    guard let maps = report.windowMaps, !maps.isEmpty else { return "" }
    let rows = HeadlineMeasure.allCases.compactMap { measure -> String? in
      let figures = maps.figures(measure)
      guard !figures.isEmpty, let format = lead.format(measure) else { return nil }
      return HTMLFragment.figure(
        figures,
        caption: XMLText.escaped(
          "\(format.title) by observation window and \(HorizonAxis(lead.moments).noun). The "
            + "outlined cell is the best window at that horizon. The maps share one color scale."),
        style: "maps")
    }
    guard !rows.isEmpty, maps.isCut else { return rows.joined() }
    return rows.joined()
      + HTMLFragment.paragraph(
        "Only the first \(WindowMaps.mostFamilies) families of configurations are shown.",
        style: "note")
  }

  /// The worst, median and best strokes of the best predictors, or how to get them.
  private var strokes: String {
    guard report.lead != nil else { return "" }
    guard keepsPredictions else {
      return HTMLFragment.paragraph(
        "No strokes are shown because the run did not keep its predictions; rerun it with "
          + "\(HTMLFragment.code("nextpoint sweep --raw")).", style: "note")
    }
    guard !report.filmstrips.isEmpty else {
      return HTMLFragment.paragraph(
        "No strokes are shown because none has \(Filmstrip.leastScored) predictions that were "
          + "scored.", style: "note")
    }
    return HTMLFragment.figure(
      report.filmstrips.map(\.figure),
      caption: "The strokes with the worst, median and best mean error among those with at least "
        + "\(Filmstrip.leastScored) scored predictions, for up to \(Filmstrip.most) of the drawn "
        + "predictors with the lowest error. Each stroke has its own scale.", style: "film")
  }
}

/// The drawn predictors against the reference, participant by participant.
struct DifferenceBlock {
  let report: DatasetReport

  /// The figures; empty without participants.
  var html: String {
    guard let differences = report.differences else { return "" }
    let figures = report.differenceFigures
    let isPrimary = differences.endpoints.first?.isPrimary ?? false
    let guards = isPrimary ? Array(figures.dropFirst()) : figures
    return HTMLFragment.paragraph(declaration(differences), style: "note")
      + (isPrimary
        ? HTMLFragment.figure(Array(figures.prefix(1)), caption: caption, style: "wide") : "")
      + (guards.isEmpty
        ? ""
        : HTMLFragment.details(
          "The guards: \(HTMLFragment.count(guards.count, "measure"))",
          HTMLFragment.figure(guards, caption: caption, style: "wide")))
  }

  private func declaration(_ differences: Differences) -> String {
    let horizon = HorizonText.full(differences.horizon)
    let nearest = HorizonText.milliseconds(HeadlineMeasure.horizon)
    return "<b>Primary endpoint:</b> the mean over participants of "
      + "\(HTMLFragment.code(Differences.primary)) at \(horizon), the horizon nearest to \(nearest). "
      + "<b>Guards</b>, which must not get worse: "
      + "\(HTMLFragment.list(Differences.guards.map(HTMLFragment.code))). The predictors were chosen on "
      + "this data; confirm the findings on other participants with "
      + "\(HTMLFragment.code("nextpoint compare"))."
  }

  private var caption: String {
    let isExact = report.differences?.endpoints.allSatisfy { endpoint in
      endpoint.rows.allSatisfy(\.comparison.test.isExact)
    }
    return XMLText.escaped(
      "Paired differences, predictor minus reference: each small dot is a participant, the diamond "
        + "their mean, the line its interval; left of 0 is better. On the right: for how many "
        + "participants the predictor is better, and p of the two-sided sign-flip test ("
        + (isExact == true ? "all sign flips" : "random sign flips")
        + "), in brackets with Holm’s correction for the predictors in this figure. "
        + report.participants.explanation)
  }
}
