/// The setting that a search has chosen, from its trials alone.
///
/// There is no other way to make one, so that whoever holds a choice has finished choosing: it is
/// what `HeldOutData` asks for.
package struct TuningChoice: Hashable, Sendable {
  /// The place of the setting among the trials.
  package let trial: Int
  /// Its spelling.
  package let spelling: String
  /// Its objective: the mean over the participants.
  package let objective: Double

  /// Chooses the setting with the least objective that keeps every bound.
  ///
  /// Each participant counts once, whatever their number of predictions. Of settings that are equal
  /// (`EqualScores`) the first tried is taken. A setting without a score for one of the
  /// participants is not chosen: its mean would be over other people.
  ///
  /// - Parameters:
  ///   - trials: The settings with their scores.
  ///   - goal: What is to be least, and the bounds.
  /// - Throws: `TuningError` if no setting may be chosen.
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

  /// Each bound with the least that any setting reached.
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
  /// All who have a score in one of the trials, in order of first appearance.
  package var participants: [String] {
    var seen: Set<String> = []
    return flatMap(\.participants).filter { seen.insert($0).inserted }
  }
}

/// Why there is no choice.
package enum TuningError: Error, Hashable, Sendable {
  /// What the settings came nearest to.
  package struct Reached: Hashable, Sendable {
    /// The bound as it was written.
    package let bound: String
    /// The least mean over participants of any setting; nil if it could not be computed.
    package let least: Double?
    /// The setting that has it.
    package let spelling: String
  }

  /// No setting has a score for every participant.
  case nothingScored(measure: String, settings: Int)
  /// No setting keeps all bounds.
  case boundsExceeded([Reached], settings: Int)
  /// Fewer than two participants, of whom none can be left out.
  case tooFewParticipants(Int)
}

/// Something that may be looked at only once every choice is made, such as the test part of a
/// split.
///
/// The content cannot be reached but in exchange for a `TuningChoice`, and a search makes that of
/// its trials alone; a search that is handed the seal cannot read what is under it.
package struct HeldOutData<Content: Sendable>: Sendable {
  private let content: Content

  /// Seals.
  package init(_ content: Content) { self.content = content }

  /// The content, once there is a choice; nil if there are none.
  package func revealed(after choices: [TuningChoice]) -> Content? {
    choices.isEmpty ? nil : content
  }
}
