/// A choice for each participant, made on all the others: what tuning does for somebody new.
///
/// Every setting is scored once for each participant; the folds only choose among those scores, so
/// that leaving n participants out costs no more replays than one search. What a fold chooses from
/// does not hold the score of the one left out.
package struct NestedTuning: Hashable, Sendable {
  /// One participant, and what was chosen without them.
  package struct Fold: Hashable, Sendable {
    /// Who was left out.
    package let heldOut: String
    /// What the others chose.
    package let choice: TuningChoice
    /// The score of that setting for the one left out.
    package let score: TuningTrial.Score
  }

  /// The folds, sorted by the participant left out.
  package let folds: [Fold]

  /// Chooses for every participant of the trials.
  ///
  /// - Throws: `TuningRefusal` for fewer than two participants, and where a fold finds no setting.
  package init(_ trials: [TuningTrial], for goal: TuningGoal) throws(TuningRefusal) {
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

  /// The left-out scores as if they were one setting's.
  package func trial(spelling: String) -> TuningTrial {
    TuningTrial(spelling: spelling, scores: folds.map { ($0.heldOut, $0.score) })
  }

  /// How often each trial was chosen, by its place.
  package var counts: [Int: Int] {
    folds.reduce(into: [:]) { $0[$1.choice.trial, default: 0] += 1 }
  }
}
