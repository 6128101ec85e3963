import Evaluation

/// Everything that the page says about one data set.
struct DatasetSection {
  let name: String
  /// The identifier of the section and the beginning of its figures' names.
  let slug: String
  /// The whole data set; nil where a run has groups only.
  let whole: DatasetScores?
  /// The whole as the mean over participants, beside pooled scores.
  let participantMean: DatasetScores?
  /// The groups, pooled.
  let groups: [DatasetScores]
  let identity: DatasetIdentity?

  /// The section.
  var html: String {
    """
    <section id="\(slug)" data-set="\(XMLText.escaped(name))">
    <h2>\(XMLText.escaped(name))</h2>
    \(facts)\(content)\(GroupTables(groups: groups, whole: whole).html)</section>

    """
  }

  private var facts: String {
    guard let identity else { return "" }
    let parts = [
      HTMLFragment.count(identity.participants, "participant"),
      HTMLFragment.count(identity.recordings, "recording"),
      HTMLFragment.count(identity.strokes, "stroke"),
      HTMLFragment.count(identity.samples, "sample"),
    ]
    let rejected =
      identity.rejectedLines == 0
      ? "" : " · \(HTMLFragment.count(identity.rejectedLines, "line")) could not be read"
    let unit = whole.map { " · lengths in \($0.unit.symbol)" } ?? ""
    return HTMLFragment.paragraph(parts.joined(separator: " · ") + rejected + unit, style: "facts")
  }

  private var content: String {
    guard let whole else {
      return HTMLFragment.paragraph(
        "This run has scores of groups only, and none of the whole data set.", style: "note")
    }
    let figures = DatasetFigures(whole, slug: slug)
    let tables = DatasetTables(scores: whole)
    return HTMLFragment.paragraph(SummarySentence(scores: whole).markup, style: "summary")
      + charts(figures) + maps(WindowMaps(whole, slug: slug))
      + "<h3>Selected predictors</h3>\n"
      + tables.selected(figures.lines, participantMean: participantMean)
      + (whole.moments.count > 1 ? "<h3>Best at each horizon</h3>\n" + tables.bestByHorizon() : "")
      + (whole.configurations.count > 1
        ? "<h3>Best by each measure</h3>\n" + tables.bestByMeasure() : "")
  }

  private func charts(_ figures: DatasetFigures) -> String {
    let lines = HeadlineMeasure.allCases.compactMap { measure -> String? in
      guard let figure = figures.chart(measure),
        let metric = figures.scores.metric(measure.name)
      else { return nil }
      return HTMLFragment.figure(
        [figure],
        caption: "Definition: "
          + XMLText.escaped(closed(metric.formula) + absence(metric, in: figures.scores)))
    }
    let scatter = figures.scatter().map { HTMLFragment.figure([$0], caption: scatterCaption) }
    let spellings = figures.lines.lines.filter { $0.label != $0.configuration.spelling }.map {
      "\(XMLText.escaped($0.label)) is \(HTMLFragment.code($0.configuration.spelling))"
    }
    let names = spellings.isEmpty ? "" : " In the figures, \(HTMLFragment.list(spellings))."
    guard !lines.isEmpty || scatter != nil else { return "" }
    return "<div class=\"quad\">\n\(lines.joined())\(scatter ?? "")</div>\n"
      + HTMLFragment.paragraph(
        XMLText.escaped(figures.lines.explanation) + names, style: "note")
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

  private var scatterCaption: String {
    guard let whole else { return "" }
    let overshoot = whole.metric(HeadlineMeasure.overshoot.name)
    let known = overshoot.map { metric in
      whole.configurations.contains {
        whole.value($0, at: whole.headlineMoment, named: metric.name) != nil
      }
    }
    let colour: String
    switch (overshoot, known) {
    case (let metric?, true?):
      let noun = MeasureFormat(metric: metric, lengthUnit: whole.unit).noun
      colour = "the colour is the \(XMLText.escaped(noun))"
    case (let metric?, _):
      let reason = MissingValue.reason(metric, unit: whole.unit)
      colour = "overshoot has no values here: \(XMLText.escaped(reason))"
    case (nil, _):
      colour = "this run did not measure overshoot"
    }
    return "Every configuration; \(colour). No other configuration has both less error and less "
      + "noise than one on the dotted front; below and to the left is better."
  }

  private func maps(_ maps: WindowMaps) -> String {
    guard !maps.isEmpty, let whole else { return "" }
    let rows = HeadlineMeasure.allCases.compactMap { measure -> String? in
      let figures = maps.figures(measure)
      guard !figures.isEmpty, let metric = whole.metric(measure.name) else { return nil }
      let format = MeasureFormat(metric: metric, lengthUnit: whole.unit)
      let axis = HorizonAxis(whole.moments)
      return HTMLFragment.figure(
        figures,
        caption: "\(XMLText.escaped(format.heading)) by observation window and \(axis.noun), in "
          + "\(format.unit); the best window at each horizon is framed. One colour scale for the row.",
        style: "maps")
    }
    guard !rows.isEmpty else { return "" }
    let cut =
      maps.isCut
      ? HTMLFragment.paragraph(
        "There are more families of configurations than are drawn here: the first "
          + "\(WindowMaps.mostFamilies) are.", style: "note") : ""
    return "<h3>Observation window</h3>\n" + rows.joined() + cut
  }
}
