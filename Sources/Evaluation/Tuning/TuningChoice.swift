/// The setting that a search chose from its trials.
///
/// Only a finished search can create a choice, which is why `HeldOutData` asks for one.
package struct TuningChoice: Hashable, Sendable {
  /// The index of the setting among the trials.
  package let trial: Int
  /// Its spelling.
  package let spelling: String
  /// Its objective: the mean over the participants.
  package let objective: Double

  /// Chooses the setting with the least objective that satisfies every bound.
  ///
  /// Each participant counts once, whatever their number of predictions. Among equal settings
  /// (`EqualScores`) the first is chosen. A setting without a score for every participant is not
  /// chosen: its mean would be over other people.
  ///
  /// - Parameters:
  ///   - trials: The settings with their scores.
  ///   - goal: The objective and the bounds.
  /// - Throws: `TuningError` if no setting is eligible.
  package init(from trials: [TuningTrial], for goal: TuningGoal) throws(TuningError) {
    let participants = trials.participants
    let standings = trials.map { $0.standing(over: participants, for: goal) }
    guard !participants.isEmpty, standings.contains(where: { $0.objective != nil }) else {
      throw .nothingScored(measure: goal.objective.name, settings: trials.count)
    }
    let least = standings.compactMap(\.eligibleObjective).min()
    guard let least,
      let trial = standings.firstIndex(where: { standing in
        standing.eligibleObjective.map { !EqualScores.isGreater($0, than: least) } ?? false
      }), let objective = standings[trial].objective
    else { throw .boundsExceeded(Self.nearest(trials, standings, goal), settings: trials.count) }
    self.trial = trial
    self.objective = objective
    spelling = trials[trial].spelling
  }

  /// Returns each bound with the least value that any setting reached.
  private static func nearest(
    _ trials: [TuningTrial], _ standings: [TuningStanding], _ goal: TuningGoal
  ) -> [TuningError.Reached] {
    goal.guards.indices.map { place in
      let reached = standings.indices.compactMap { trial in
        standings[trial].guarded[place].map { (value: $0, trial: trial) }
      }
      let least = reached.min { ($0.value, $0.trial) < ($1.value, $1.trial) }
      return TuningError.Reached(
        bound: goal.guards[place].description, least: least?.value,
        spelling: least.map { trials[$0.trial].spelling } ?? "")
    }
  }
}

extension [TuningTrial] {
  /// The participants with a score in any of the trials, in order of first appearance.
  package var participants: [String] {
    var seen: Set<String> = []
    return flatMap(\.participants).filter { seen.insert($0).inserted }
  }
}

/// The reason why no setting could be chosen.
package enum TuningError: Error, Hashable, Sendable {
  /// The value nearest to a bound that any setting reached.
  package struct Reached: Hashable, Sendable {
    /// The bound as written.
    package let bound: String
    /// The least mean over participants of any setting; nil if it could not be computed.
    package let least: Double?
    /// The setting that reached it.
    package let spelling: String
  }

  /// No setting has a score for every participant.
  case nothingScored(measure: String, settings: Int)
  /// No setting satisfies all bounds.
  case boundsExceeded([Reached], settings: Int)
  /// There are fewer than two participants to leave out.
  case tooFewParticipants(Int)
}

/// Data that is revealed only after every choice is made, such as the test part of a split.
///
/// The content is available only in exchange for a `TuningChoice`, which a search makes from its
/// trials, so a search cannot read it.
package struct HeldOutData<Content: Sendable>: Sendable {
  private let content: Content

  /// Holds out data.
  package init(_ content: Content) { self.content = content }

  /// Returns the data if there is a choice; otherwise nil.
  package func revealed(after choices: [TuningChoice]) -> Content? {
    choices.isEmpty ? nil : content
  }
}
