import Evaluation

/// What a data set's scores come to, in a few sentences.
struct SummarySentence {
  let scores: DatasetScores
  let participants: ParticipantScores

  /// The sentences as markup.
  var markup: String {
    let moment = scores.headlineMoment
    let horizon = HorizonText.full(scores.moments[moment])
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let best = scores.best(by: error, at: moment)
    else {
      return "At \(horizon) nothing could be scored on \(dataset)."
    }
    let format = MeasureFormat(metric: error, lengthUnit: scores.unit)
    let value = scores.value(best, at: moment, named: error.name)
    let interval = participants.interval(
      of: best.spelling, at: scores.moments[moment].seconds, named: error.name)
    let quantity = format.estimateQuantity(value, isMean ? interval : nil)
    let name = HTMLFragment.code(best.spelling)
    let opening =
      scores.configurations.count == 1
      ? "At \(horizon) the \(format.noun) of \(name) on \(dataset)\(over) is <b>\(quantity)</b>"
      : "At \(horizon) the lowest \(format.noun) on \(dataset)\(over) is <b>\(quantity)</b> by \(name)"
    return opening + comparison(best, value, format, moment) + "." + sideEffects(best, moment)
      + front
  }

  private var isMean: Bool { scores.group.aggregation == .participantMean }

  private var over: String {
    guard isMean, participants.people.count > 1 else { return "" }
    return ", as the mean over \(HTMLFragment.count(participants.people.count, "participant"))"
  }

  private var dataset: String { "<b>\(XMLText.escaped(scores.group.dataset))</b>" }

  private var hold: DatasetScores.Configuration? { scores.configuration(Landmark.hold) }

  private func comparison(
    _ best: DatasetScores.Configuration, _ value: Double?, _ format: MeasureFormat, _ moment: Int
  ) -> String {
    guard let hold, let value,
      let held = scores.value(hold, at: moment, named: format.metric.name), held > 0
    else { return "" }
    guard best.spelling != hold.spelling else {
      return scores.configurations.count > 1 ? ": nothing does better than holding still" : ""
    }
    let gain = (1 - value / held) * 100
    return ", which is \(FixedPoint.text(abs(gain), decimals: 0))\u{A0}% "
      + "\(gain >= 0 ? "below" : "above") holding (\(format.quantity(held)))"
  }

  private func sideEffects(_ best: DatasetScores.Configuration, _ moment: Int) -> String {
    let parts = [HeadlineMeasure.overshoot, .noise].compactMap { measure -> String? in
      guard let metric = scores.metric(measure.name) else { return nil }
      let format = MeasureFormat(metric: metric, lengthUnit: scores.unit)
      guard let value = scores.value(best, at: moment, named: measure.name) else {
        let reason = MissingValue.reason(metric, unit: scores.unit)
        return "\(format.noun) is not known (\(reason))"
      }
      let held = hold.flatMap { scores.value($0, at: moment, named: measure.name) }
      let beside =
        best.spelling == Landmark.hold
        ? "" : held.map { " (holding: \(format.quantity($0)))" } ?? ""
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
