import Evaluation

/// How errors are distributed, with what the figure was made of.
struct DistributionBlock {
  let report: DatasetReport

  /// The figure with its caption; empty where nothing is known beyond the mean.
  var html: String {
    guard let figure = report.distribution else { return "" }
    let source =
      report.distributions.isEmpty
      ? "The marks are the quantiles and the greatest error in "
        + "\(HTMLFragment.code(RunFolder.scoresName)), with straight lines between them; runs with "
        + "\(HTMLFragment.code("--raw")) show every error."
      : "Exact, from every error; marks at 50, 10, 5, 1, 0.1 and 0.01\u{A0}% and at the greatest error."
    let drawing = HTMLFragment.figure(
      [figure],
      caption:
        "Which share of all errors is at least as great as the error on the horizontal axis. "
        + "A line that falls more slowly has the heavier tail. \(source)")
    return "<div class=\"quad\">\n\(drawing)</div>\n"
  }
}

/// The recordings and strokes on which the best predictors do worst relative to `hold`, by name.
struct WorstBlock {
  let places: [WorstPlace]

  /// The table; empty where the run did not keep its predictions.
  var html: String {
    guard let first = places.first else { return "" }
    let hasPeople = places.contains { !$0.participant.isEmpty }
    let hasTasks = places.contains { !$0.task.isEmpty }
    let isLinked = places.contains { $0.replay != nil }
    let unit = first.unit
    var columns: [OutputTable.Column] = [.init("predictor"), .init("recording")]
    if hasPeople { columns.append(.init("participant")) }
    if hasTasks { columns.append(.init("task")) }
    columns += [
      .init("stroke"), .init("predictions"), .init("mean error (\(unit.symbol))"),
      .init("of hold (\(unit.symbol))"), .init("times hold"),
    ]
    if isLinked { columns.append(.init("replay")) }
    let rows = places.map { place -> [OutputTable.Cell] in
      var row: [OutputTable.Cell] = [.text(place.predictor), .text(place.source)]
      if hasPeople { row.append(.text(place.participant)) }
      if hasTasks { row.append(.text(place.task)) }
      row += [
        .text(place.stroke ?? "all"), .integer(place.count),
        .measured(place.error), .measured(place.held),
        .number(place.ratio, decimals: 2),
      ]
      if isLinked { row.append(place.replay == nil ? .empty : .text("open")) }
      return row
    }
    let links = Dictionary(
      uniqueKeysWithValues: places.enumerated().compactMap { row, place in
        place.replay.map { (row, $0) }
      })
    let how =
      isLinked
      ? ""
      : " \(HTMLFragment.code("nextpoint report RUN --replay")) adds a page for each to watch it."
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "The \(WorstPlace.most) recordings and the \(WorstPlace.most) strokes on which each "
        + "predictor’s mean error is the greatest multiple of that of hold, at "
        + "\(HorizonText.full(first.horizon)), among recordings with at least "
        + "\(WorstCases.leastTargetsOfRecording) and strokes with at least "
        + "\(WorstCases.leastTargetsOfStroke) scored predictions.\(how)",
      codeColumns: [0], links: links
    ).html
  }
}
