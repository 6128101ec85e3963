import Evaluation

/// The first screen: for each data set which predictor, how sure, and where it fails.
struct AnswerCards: Sendable {
  let datasets: [DatasetReport]

  /// One card per data set that was scored as a whole; empty for none.
  var html: String {
    let cards = datasets.compactMap(card)
    guard !cards.isEmpty else { return "" }
    return "<div class=\"answers\">\n\(cards.joined())</div>\n"
      + HTMLFragment.paragraph(
        "The predictors were chosen on this data, so p is not corrected for the choice; confirm "
          + "with \(HTMLFragment.code("nextpoint compare")) on other participants.", style: "note")
  }

  private func card(_ report: DatasetReport) -> String? {
    guard let scores = report.lead, let answer = report.answer,
      let format = scores.format(.error)
    else { return nil }
    let text = AnswerText(report: report, scores: scores, answer: answer, format: format)
    return """
      <article class="answer">
      <h2><a href="#\(report.slug)">\(XMLText.escaped(report.name))</a></h2>
      <dl><dt>Which predictor</dt><dd>\(text.which)</dd>
      <dt>How sure</dt><dd>\(text.sure)</dd>
      <dt>Where it fails</dt><dd>\(text.failures)</dd></dl>
      </article>

      """
  }
}

/// The three answers about a data set, as markup.
private struct AnswerText {
  let report: DatasetReport
  let scores: DatasetScores
  let answer: BestAnswer
  let format: MeasureFormat

  private var moment: Int { scores.headlineMoment }
  private var seconds: Double { scores.moments[moment].seconds }

  var which: String {
    let best = answer.best
    let isMean = scores.group.aggregation == .participantMean
    let quantity = format.estimateQuantity(
      scores.value(best, at: moment, named: format.metric.name),
      isMean
        ? report.participants.interval(of: best.spelling, at: seconds, named: format.metric.name)
        : nil)
    let gain = scores.gainOverHolding(best, at: moment).map { gain in
      best.spelling == Landmark.hold
        ? "; nothing beats holding still"
        : ", \(FixedPoint.text(abs(gain), decimals: 0))\u{A0}% \(gain >= 0 ? "below" : "above") "
          + "holding still"
    }
    return
      "\(HTMLFragment.code(best.spelling)): \(XMLText.escaped(format.noun)) <b>\(quantity)</b> "
      + "at \(scores.headlineHorizon)\(gain ?? "")."
  }

  var sure: String {
    guard let next = answer.next else { return "The run has no predictor of another kind." }
    let value = scores.value(next, at: moment, named: format.metric.name)
    let name = "\(HTMLFragment.code(next.spelling)) (\(format.quantity(value)))"
    guard let comparison = answer.comparison else {
      return "Unknown: the run has no two participants to compare. Next is \(name)."
    }
    let mean = comparison.participantMean
    let people = comparison.participants.count
    // Of few participants the interval alone would be too sure.
    let isClear = (mean.interval?.high ?? 0) < 0 && comparison.test.p < 0.05
    let few =
      people < PairedComparison.fewParticipants
      ? " With \(people) participants, the interval is too narrow." : ""
    return "\(isClear ? "Better than" : "Not clearly better than") the next kind, \(name): "
      + "\(format.estimateQuantity(mean.difference, mean.interval?.range)), better for "
      + "\(comparison.improved) of \(people) participants, "
      + "p\u{A0}\(pText(comparison.test.p)).\(few)"
  }

  private func pText(_ value: Double) -> String {
    let text = XMLText.escaped(DifferenceFigure.p(value))
    return value < 0.0001 ? text : "= \(text)"
  }

  var failures: String {
    let groups = answer.weakest.map { weakness in
      "\(XMLText.escaped(weakness.place)) (\(percent(weakness.ratio)) of the error of holding still"
        + "\(weakness.ratio > 1 ? ", so worse" : ""))"
    }
    let worst = report.worst.first { $0.stroke != nil && $0.predictor == answer.best.spelling }
    let stroke =
      worst.map { place in
        let name = [place.source, place.task, place.participant, "stroke \(place.stroke ?? "")"]
          .filter { !$0.isEmpty }.joined(separator: ", ")
        return "Worst stroke: <a href=\"#\(report.slug)--worst\">\(XMLText.escaped(name))</a>, "
          + "\(FixedPoint.text(place.ratio, decimals: 1)) times the error of holding still."
      } ?? ""
    let parts = [tail, groups.isEmpty ? "" : "Weakest: \(groups.joined(separator: "; ")).", stroke]
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty
      ? "Unknown: the run has neither groups nor the measures of "
        + "\(HTMLFragment.code("--metrics tail"))." : text
  }

  /// The share of strokes on which holding still would be better; empty where it was not measured.
  private var tail: String {
    let pooled = report.pooled ?? scores
    let share = pooled.value(of: answer.best.spelling, at: seconds, named: TailTable.strokesShare)
    guard let share, answer.best.spelling != Landmark.hold else { return "" }
    return "Worse than holding still on \(percent(share, 1)) of strokes."
  }

  private func percent(_ share: Double, _ decimals: Int = 0) -> String {
    "\(FixedPoint.text(100 * share, decimals: decimals))\u{A0}%"
  }
}
