import Evaluation
import Reporting

/// What was chosen, in sentences for people.
struct TuningSummary {
  private let result: TuningResult
  private let request: TuningRequest

  init(_ result: TuningResult, request: TuningRequest) {
    self.result = result
    self.request = request
  }

  /// For each spelling the sentences, and the table of what the choice came to.
  var text: String {
    let tables = TuningTables(result, goal: request.goal)
    return result.spaces.map { tuned in
      (lines(of: tuned) + [heading]).map { "\($0)\n" }.joined()
        + tables.comparison(of: tuned).rendered(as: .table)
    }.joined(separator: "\n")
  }

  private func lines(of tuned: TunedSpace) -> [String] {
    let tried =
      "\(tuned.space.spelling): \(tuned.outcome.trials.count) of "
      + "\(tuned.space.settings.count) settings tried (\(request.search.name))"
    guard !tuned.folds.isEmpty else {
      let chosen = tuned.counts.keys.sorted().map { tuned.outcome.trials[$0] }
      return [tried] + chosen.map { "  chosen: \($0.spelling), \(standing(of: $0, in: tuned))" }
    }
    let order = tuned.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [tried]
      + order.map {
        "  chosen \($0.value) of \(tuned.folds.count) times: \(tuned.outcome.trials[$0.key].spelling)"
      }
  }

  private func standing(of trial: TuningTrial, in tuned: TunedSpace) -> String {
    let participants = tuned.outcome.trials.participants
    let objective = trial.standing(over: participants, for: request.goal).objective
    let parts = result.parts.map(\.part).joined(separator: " and ")
    let value = objective.map { FixedPoint.text($0, decimals: 3) } ?? "–"
    return
      "\(request.goal.objective.name) \(value) over \(participants.count) participants of \(parts)"
  }

  /// What the table below is of.
  private var heading: String {
    let horizons = result.outcome.plan.horizons.map {
      FixedPoint.text($0.milliseconds, decimals: 1)
    }
    let over = result.parts.isEmpty ? "each participant by the choice of the others" : "test"
    return "\(request.goal.objective.name) at \(horizons.joined(separator: ", ")) ms on \(over), "
      + "mean over participants:"
  }
}
