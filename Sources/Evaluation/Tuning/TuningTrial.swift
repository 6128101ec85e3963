import MotionNumerics

/// A trial of one setting, with its scores by participant.
package struct TuningTrial: Hashable, Sendable {
  /// The scores on one participant's recordings.
  package struct Score: Hashable, Sendable {
    /// The objective, lower is better; nil if it cannot be computed.
    package var objective: Double?
    /// The bounded measures, in the order of the guards.
    package var guarded: [Double?]
    /// The number of scored targets, if known.
    package var targets: Double?

    /// Creates a score.
    package init(objective: Double?, guarded: [Double?] = [], targets: Double? = nil) {
      self.objective = objective
      self.guarded = guarded
      self.targets = targets
    }
  }

  /// The spelling of the setting.
  package let spelling: String
  /// The participants, in the order of the data.
  package let participants: [String]
  /// The scores of each participant.
  package let scores: [String: Score]

  /// Creates a trial of scores by participant.
  package init(spelling: String, scores: [(participant: String, score: Score)]) {
    self.spelling = spelling
    participants = scores.map(\.participant)
    self.scores = Dictionary(scores.map { ($0.participant, $0.score) }) { first, _ in first }
  }

  /// Creates a trial of one setting's rows.
  ///
  /// Scores are averaged over horizons, each counting the same. A row with a note gives no score.
  ///
  /// - Parameters:
  ///   - spelling: The spelling of the setting.
  ///   - rows: Its rows from an evaluation grouped by participant.
  ///   - metrics: The measures of the rows.
  ///   - goal: The objective and the bounds.
  ///   - label: Returns the name of a row's participant.
  package init(
    spelling: String, rows: [ScoreRow], metrics: [MetricDefinition], goal: TuningGoal,
    label: (ScoreRow) -> String
  ) {
    var members: [String: [ScoreRow]] = [:]
    var order: [String] = []
    for row in rows.ofSingleParticipants {
      let name = label(row)
      if members[name] == nil { order.append(name) }
      members[name, default: []].append(row)
    }
    func mean(_ metric: MetricDefinition, _ rows: [ScoreRow]) -> Double? {
      guard let place = metrics.firstIndex(where: { $0.name == metric.name }) else { return nil }
      let values = rows.compactMap { $0.note == nil ? $0.values[place] : nil }
      return values.count == rows.count ? values.map(metric.badness).mean : nil
    }
    let counts = metrics.firstIndex { $0.name == "scored" }
    self.init(
      spelling: spelling,
      scores: order.map { name in
        let rows = members[name] ?? []
        let score = Score(
          objective: mean(goal.objective, rows),
          guarded: goal.guards.map { mean($0.metric, rows) },
          targets: counts.map { place in rows.reduce(0) { $0 + ($1.values[place] ?? 0) } })
        return (name, score)
      })
  }

  /// Returns the trial restricted to these participants.
  package func restricted(to names: [String]) -> TuningTrial {
    let kept = Set(names)
    return TuningTrial(
      spelling: spelling,
      scores: participants.compactMap { name in
        kept.contains(name) ? scores[name].map { (name, $0) } : nil
      })
  }

  /// Returns the standing of the setting over participants, each counting once.
  package func standing(over participants: [String], for goal: TuningGoal) -> TuningStanding {
    let members = participants.map { scores[$0] }
    func mean(_ value: (Score) -> Double?) -> Double? {
      let values = members.compactMap { $0.flatMap(value) }
      return values.count == members.count ? values.mean : nil
    }
    let guarded = goal.guards.indices.map { place in mean { $0.guarded[place] } }
    return TuningStanding(
      objective: mean(\.objective), guarded: guarded,
      broken: zip(goal.guards, guarded).filter { !$0.isKept(by: $1) }.map(\.0))
  }
}

/// The standing of a setting over some participants.
package struct TuningStanding: Hashable, Sendable {
  /// The mean of the objective; nil if one of the participants has none.
  package let objective: Double?
  /// The means of the bounded measures, in the order of the guards.
  package let guarded: [Double?]
  /// The bounds that are exceeded.
  package let broken: [TuningGoal.Guard]

  /// The objective if the setting is eligible; otherwise nil.
  package var eligibleObjective: Double? { broken.isEmpty ? objective : nil }
}

extension [ScoreRow] {
  /// The rows of one predictor that are each of a single participant: those after the pooled row of
  /// all at the same data set and horizon.
  package var ofSingleParticipants: [ScoreRow] {
    var seen: [String: Set<Double>] = [:]
    return filter { row in
      row.aggregation == .pooled
        && !seen[row.dataset, default: []].insert(row.horizon).inserted
    }
  }
}

extension ParticipantMean {
  /// The mean of a trial's objective; nil if no participant has one.
  package init?(of trial: TuningTrial, resampling: PairedComparison.Resampling) {
    self.init(
      trial.participants.compactMap { trial.scores[$0]?.objective }, resampling: resampling)
  }
}

extension PairedComparison {
  /// Compares the objective of two trials over the participants who have both on the same number of
  /// targets; nil if there are none.
  package init?(
    of trial: TuningTrial, with reference: TuningTrial, resampling: Resampling, jobs: Int
  ) async {
    let pairs = trial.participants.compactMap { name -> Participant? in
      guard let score = trial.scores[name], let other = reference.scores[name],
        let after = score.objective, let before = other.objective, score.targets == other.targets
      else { return nil }
      return Participant(name: name, reference: before, score: after)
    }
    await self.init(
      participants: pairs, errors: nil, clusters: [], resampling: resampling, jobs: jobs)
  }
}
