/// Nested tuning: a choice for each participant made on all the others, which estimates how tuning
/// does for somebody new.
///
/// Every setting is scored once per participant, and the folds only choose among those scores, so
/// leaving out n participants costs no more replays than one search. A fold's trials do not contain
/// the score of the participant left out.
package struct NestedTuning: Hashable, Sendable {
  /// One participant, and the choice made without them.
  package struct Fold: Hashable, Sendable {
    /// The participant left out.
    package let heldOut: String
    /// The choice made on the others.
    package let choice: TuningChoice
    /// The score of that setting for the one left out.
    package let score: TuningTrial.Score
  }

  /// The folds, sorted by the participant left out.
  package let folds: [Fold]

  /// Makes a choice for every participant of the trials.
  ///
  /// - Throws: `TuningError` for fewer than two participants, or if a fold finds no setting.
  package init(_ trials: [TuningTrial], for goal: TuningGoal) throws(TuningError) {
    let participants = trials.participants
    guard let division = LeaveOneParticipantOut(participants) else {
      throw .tooFewParticipants(participants.count)
    }
    var folds: [Fold] = []
    for fold in division.folds {
      let choice = try TuningChoice(
        from: trials.map { $0.restricted(to: fold.others) }, for: goal)
      let score = trials[choice.trial].scores[fold.heldOut]
      folds.append(
        Fold(
          heldOut: fold.heldOut, choice: choice,
          score: score ?? TuningTrial.Score(objective: nil)))
    }
    self.folds = folds
  }

  /// Returns the scores of the participants left out as if they were those of one setting.
  package func trial(spelling: String) -> TuningTrial {
    TuningTrial(spelling: spelling, scores: folds.map { ($0.heldOut, $0.score) })
  }

  /// How often each trial was chosen, by its index.
  package var counts: [Int: Int] {
    folds.reduce(into: [:]) { $0[$1.choice.trial, default: 0] += 1 }
  }
}

/// The folds of a leave-one-participant-out validation: each participant is held out once.
///
/// Each fold fits or chooses on the others only and is scored on the participant held out, so that
/// the scores tell how it does for somebody new.
package struct LeaveOneParticipantOut: Hashable, Sendable {
  /// One participant held out, and the others.
  package struct Fold: Hashable, Sendable {
    /// The participant to score on.
    package let heldOut: String
    /// The participants to fit on; sorted, and never the one held out.
    package let others: [String]
  }

  /// The folds, sorted by the participant held out; at least two.
  package let folds: [Fold]

  /// Creates the folds of these participants; nil for fewer than two.
  package init?(_ participants: some Sequence<String>) {
    let names = Set(participants).sorted()
    guard names.count > 1 else { return nil }
    folds = names.map { name in Fold(heldOut: name, others: names.filter { $0 != name }) }
  }
}
