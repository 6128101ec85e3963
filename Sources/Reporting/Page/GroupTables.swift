import Evaluation

/// The scores of one data set by task, by participant, or by both.
struct GroupTables {
  /// The groups of the data set, pooled, without the whole.
  let groups: [DatasetScores]
  /// The scores of the whole, whose best predictor is also shown for every group.
  let whole: DatasetScores?

  /// A table with more rows than this is collapsed.
  private static let mostOpen = 16

  /// One table per way of grouping; empty where nothing was grouped.
  var html: String {
    let byTask = groups.filter { $0.group.participant.isEmpty }
    let byParticipant = groups.filter { $0.group.task.isEmpty }
    let byBoth = groups.filter { !$0.group.participant.isEmpty && !$0.group.task.isEmpty }
    return section("By task", "task", byTask)
      + section("By participant", "participant", byParticipant)
      + section("By participant and task", "participant, task", byBoth)
  }

  private func section(_ heading: String, _ column: String, _ groups: [DatasetScores]) -> String {
    guard let first = groups.first, let error = first.metric(HeadlineMeasure.error.name) else {
      return ""
    }
    let headlines = HeadlineMeasure.allCases.compactMap { first.metric($0.name) }
    let reference = whole.flatMap { $0.best(by: error, at: $0.headlineMoment) }
    let format = first.format(error)
    var columns: [OutputTable.Column] = [.init(column), .init("best by \(format.noun)")]
    columns += headlines.map { metric in
      .init("its " + first.format(metric).axisTitle)
    }
    columns.append(.init("\(format.noun) of hold (\(format.unit))"))
    if reference != nil { columns.append(.init("\(format.noun) of best overall (\(format.unit))")) }
    let rows = groups.map { row($0, error: error, headlines: headlines, reference: reference) }
    let horizon = first.headlineHorizon
    let table = HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "The configuration with the lowest pooled \(format.noun) in each group at \(horizon)."
        + (reference.map { " Best overall is \(HTMLFragment.code($0.spelling))." } ?? ""),
      codeColumns: [1])
    let content = table.html
    return "<h3>\(heading)</h3>\n"
      + (rows.count > Self.mostOpen
        ? HTMLFragment.details("\(rows.count) groups", content) : content)
  }

  private func row(
    _ scores: DatasetScores, error: MetricDefinition, headlines: [MetricDefinition],
    reference: DatasetScores.Configuration?
  ) -> [OutputTable.Cell] {
    let moment = scores.headlineMoment
    func cell(
      _ configuration: DatasetScores.Configuration?, _ metric: MetricDefinition
    ) -> OutputTable.Cell {
      let value = configuration.flatMap { scores.value($0, at: moment, named: metric.name) }
      return scores.format(metric).cell(value)
    }
    let best = scores.best(by: error, at: moment)
    let name = [scores.group.participant, scores.group.task].filter { !$0.isEmpty }
    var result: [OutputTable.Cell] = [
      .text(name.joined(separator: ", ")), best.map { .text($0.spelling) } ?? .empty,
    ]
    result += headlines.map { cell(best, $0) }
    result.append(cell(scores.hold, error))
    if let reference { result.append(cell(scores.configuration(reference.spelling), error)) }
    return result
  }
}
