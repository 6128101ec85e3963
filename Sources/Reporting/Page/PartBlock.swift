/// The headline measures by phase of the motion and by speed.
struct PartBlock {
  let report: DatasetReport

  /// The figures; empty where the run was not divided so.
  var html: String {
    PartFigures.Division.allCases.map { division in
      HTMLFragment.figure(
        report.partFigures(division),
        caption: XMLText.escaped(
          "By \(division.noun): one mark a predictor; in brackets the share of the targets in each "
            + "part. \(definition(division))"), style: "trio")
    }.joined()
  }

  private func definition(_ division: PartFigures.Division) -> String {
    switch division {
    case .phase:
      "Start: within 0.1 s after touching down. Stop: at rest, just before a pause or the lift. "
        + "Corner: the direction turns by more than 45° within 0.1 s. Cruise: everywhere else."
    case .speed: "The speed is the true one at the moment that is predicted."
    }
  }
}

/// The worst, median and best strokes of the predictors with least error.
struct FilmBlock {
  let report: DatasetReport
  let keepsPredictions: Bool

  /// The figures, or how to get them.
  var html: String {
    guard report.lead != nil else { return "" }
    guard keepsPredictions else {
      return HTMLFragment.paragraph(
        "No strokes are drawn: the run did not keep its predictions; make it with "
          + "\(HTMLFragment.code("nextpoint sweep --raw")).", style: "note")
    }
    guard !report.films.isEmpty else {
      return HTMLFragment.paragraph(
        "No strokes are drawn: none has \(Filmstrip.leastScored) predictions that were scored.",
        style: "note")
    }
    let explanation =
      "The strokes with the worst, the median and the best mean error, of those with at least "
      + "\(Filmstrip.leastScored) scored predictions, for up to \(Filmstrip.most) of the drawn "
      + "predictors with the least error. Each stroke has its own scale."
    return HTMLFragment.figure(
      report.films.map(\.figure), caption: explanation, style: "film")
  }
}
