/// The state of a gesture recognizer, which goes only where it may.
///
/// An assignment that is not allowed changes nothing and is recorded. Every allowed one to began,
/// changed, ended or cancelled calls the action, from changed to changed too; one to failed does
/// not. The log grows by one a callback.
public struct GestureStateMachine: Hashable, Sendable {
  /// An assignment that was not allowed.
  public struct Rejection: Hashable, Sendable {
    /// The state in which it was made.
    public let state: GestureState
    /// What was assigned.
    public let assigned: GestureState
  }

  /// Which states may follow which.
  package let transitions: GestureTransitions
  /// The state.
  public private(set) var state = GestureState.possible
  /// Every state that was assigned, in order; resets are not among them.
  public private(set) var log: [GestureState] = []
  /// What was assigned in vain, in order.
  public private(set) var rejections: [Rejection] = []
  /// How often the action was called.
  public private(set) var actionCount = 0

  /// Makes a machine in the state possible.
  package init(transitions: GestureTransitions = .continuous) { self.transitions = transitions }

  /// Assigns a state.
  ///
  /// - Returns: Whether it was allowed.
  @discardableResult package mutating func assign(_ next: GestureState) -> Bool {
    guard transitions.allow(next, after: state) else {
      rejections.append(Rejection(state: state, assigned: next))
      return false
    }
    state = next
    log.append(next)
    if next.callsAction { actionCount += 1 }
    return true
  }

  /// Returns to possible, as the system does before the next gesture; the records stay.
  package mutating func reset() { state = .possible }
}

#if !hasFeature(Embedded)
  extension GestureStateMachine: Codable {}
  extension GestureStateMachine.Rejection: Codable {}
#endif
