/// The folds of a leave-one-participant-out validation: each participant is held out once.
///
/// What is fitted or chosen in a fold sees the others alone, and is scored on the one held out, so
/// that the scores say how it does for somebody new.
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

  /// Makes the folds of these participants, each counted once; nil for fewer than two.
  package init?(_ participants: some Sequence<String>) {
    let names = Set(participants).sorted()
    guard names.count > 1 else { return nil }
    folds = names.map { name in Fold(heldOut: name, others: names.filter { $0 != name }) }
  }
}
