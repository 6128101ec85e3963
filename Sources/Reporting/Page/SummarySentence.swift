import Evaluation

/// The main result on a data set, in a few sentences.
struct SummarySentence {
  let scores: DatasetScores
  let participants: ParticipantScores

  /// The sentences as markup.
  var markup: String {
    let moment = scores.headlineMoment
    let horizon = scores.headlineHorizon
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let best = scores.best(by: error, at: moment)
    else {
      return "At \(horizon), nothing could be scored on \(dataset)."
    }
    let format = scores.format(error)
    let value = scores.value(best, at: moment, named: error.name)
    let interval = participants.interval(
      of: best.spelling, at: scores.moments[moment].seconds, named: error.name)
    let quantity = format.estimateQuantity(value, isMean ? interval : nil)
    let name = HTMLFragment.code(best.spelling)
    let opening =
      scores.configurations.count == 1
      ? "At \(horizon), the \(format.noun) of \(name) on \(dataset)\(over) is <b>\(quantity)</b>"
      : "At \(horizon), the lowest \(format.noun) on \(dataset)\(over) is <b>\(quantity)</b> by \(name)"
    return opening + comparison(best, format, moment) + "." + sideEffects(best, moment)
      + front
  }

  private var isMean: Bool { scores.group.aggregation == .participantMean }

  private var over: String {
    guard isMean, participants.people.count > 1 else { return "" }
    return ", as the mean over \(HTMLFragment.count(participants.people.count, "participant"))"
  }

  private var dataset: String { "<b>\(XMLText.escaped(scores.group.dataset))</b>" }

  private func comparison(
    _ best: DatasetScores.Configuration, _ format: MeasureFormat, _ moment: Int
  ) -> String {
    guard let gain = scores.gainOverHolding(best, at: moment),
      let held = scores.hold.flatMap({ scores.value($0, at: moment, named: format.metric.name) })
    else { return "" }
    guard best.spelling != Landmark.hold else {
      return scores.configurations.count > 1 ? ": nothing beats holding still" : ""
    }
    return ", which is \(FixedPoint.text(abs(gain), decimals: 0))\u{A0}% "
      + "\(gain >= 0 ? "below" : "above") holding still (\(format.quantity(held)))"
  }

  private func sideEffects(_ best: DatasetScores.Configuration, _ moment: Int) -> String {
    let parts = [HeadlineMeasure.overshoot, .noise].compactMap { measure -> String? in
      guard let format = scores.format(measure) else { return nil }
      guard let value = scores.value(best, at: moment, named: measure.name) else {
        return "\(format.noun) is unknown (\(format.missingReason))"
      }
      let held = scores.hold.flatMap { scores.value($0, at: moment, named: measure.name) }
      let beside =
        best.spelling == Landmark.hold
        ? "" : held.map { " (holding still: \(format.quantity($0)))" } ?? ""
      return "\(format.noun) is \(format.quantity(value))\(beside)"
    }
    return parts.isEmpty ? "" : " Its \(parts.joined(separator: ", its "))."
  }

  private var front: String {
    let moment = scores.headlineMoment
    let standings = scores.configurations.compactMap { scores.row($0, at: moment)?.pareto }
    let count = standings.count { $0 != .dominated }
    guard standings.count > 2 else { return "" }
    return
      " \(HTMLFragment.grouped(count)) of \(HTMLFragment.grouped(standings.count)) "
      + "configurations are on the Pareto front of error, overshoot and noise."
  }
}
