import Evaluation

/// Each participant's score of the drawn predictors.
struct ParticipantBlock {
  let report: DatasetReport

  /// The strip of dots; empty without participants.
  var html: String {
    guard let strip = report.strip else { return "" }
    return HTMLFragment.figure(
      [strip],
      caption: XMLText.escaped(
        "One dot a participant; the diamond is their mean and the line its interval. "
          + report.participants.explanation), style: "wide")
  }
}

/// The drawn predictors against the reference, participant by participant.
struct DifferenceBlock {
  let report: DatasetReport

  /// The figures and the table; empty without participants.
  var html: String {
    guard let differences = report.differences else { return "" }
    let figures = report.differenceFigures
    let isPrimary = differences.endpoints.first?.isPrimary ?? false
    let guards = isPrimary ? figures.dropFirst() : figures[...]
    return HTMLFragment.paragraph(declaration(differences), style: "note")
      + (isPrimary
        ? HTMLFragment.figure(Array(figures.prefix(1)), caption: caption, style: "wide") : "")
      + (guards.isEmpty
        ? ""
        : HTMLFragment.details(
          "The guards: \(HTMLFragment.count(guards.count, "measure"))",
          HTMLFragment.figure(Array(guards), caption: caption, style: "wide")))
  }

  private func declaration(_ differences: Differences) -> String {
    let horizon = HorizonText.full(differences.horizon)
    let nearest = HorizonText.milliseconds(HeadlineMeasure.horizon)
    return "<b>Primary endpoint:</b> the mean over participants of "
      + "\(HTMLFragment.code(Differences.primary)) at \(horizon), the horizon nearest to \(nearest). "
      + "<b>Guards</b>, which must not get worse by it: "
      + "\(HTMLFragment.list(Differences.guards.map(HTMLFragment.code))). The predictors were chosen "
      + "on this data; confirm what is found here on other participants, with "
      + "\(HTMLFragment.code("nextpoint compare"))."
  }

  private var caption: String {
    let isExact = report.differences?.endpoints.allSatisfy { endpoint in
      endpoint.rows.allSatisfy(\.comparison.test.isExact)
    }
    return XMLText.escaped(
      "Paired differences, predictor less reference: a small dot is a participant, the diamond "
        + "their mean, the line its interval; left of 0 is better. Beside it: for how many it is "
        + "better; p of the two-sided sign-flip test, "
        + (isExact == true ? "all flips of the participants’ signs" : "random flips of signs")
        + "; in brackets Holm’s correction for the predictors of this figure. "
        + report.participants.explanation)
  }
}
