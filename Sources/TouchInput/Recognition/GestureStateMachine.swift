/// The state of a gesture recognizer, restricted to legal transitions.
///
/// An illegal assignment changes nothing and is recorded. Every legal one to began, changed, ended
/// or cancelled calls the action, also from changed to changed; one to failed does not. The log
/// grows by at most one entry per callback.
///
/// ```swift
/// var machine = GestureStateMachine(transitions: .continuous)
/// machine.assign(.began)
/// machine.assign(.ended)
/// machine.assign(.changed)  // false: an ended gesture stays as it is
/// machine.rejections.count  // 1
/// machine.reset()
/// ```
public struct GestureStateMachine: Hashable, Sendable {
  /// An illegal assignment.
  public struct Rejection: Hashable, Sendable {
    /// The state at the time.
    public let state: GestureState
    /// The assigned state.
    public let assigned: GestureState

    /// Creates a record.
    public init(state: GestureState, assigned: GestureState) {
      self.state = state
      self.assigned = assigned
    }
  }

  /// The legal transitions.
  public let transitions: GestureTransitions
  /// The current state.
  public private(set) var state = GestureState.possible
  /// Every assigned state, in order, without resets.
  public private(set) var log: [GestureState] = []
  /// The illegal assignments, in order.
  public private(set) var rejections: [Rejection] = []
  /// The number of times the action was called.
  public private(set) var actionCount = 0

  /// Creates a machine in the state `possible`.
  public init(transitions: GestureTransitions = .continuous) { self.transitions = transitions }

  /// Assigns a state.
  ///
  /// - Returns: Whether the transition was legal.
  @discardableResult public mutating func assign(_ next: GestureState) -> Bool {
    guard transitions.allow(next, after: state) else {
      rejections.append(Rejection(state: state, assigned: next))
      return false
    }
    state = next
    log.append(next)
    if next.callsAction { actionCount += 1 }
    return true
  }

  /// Returns to `possible`, as the system does before the next gesture; the records stay.
  public mutating func reset() { state = .possible }
}

#if !hasFeature(Embedded)
  extension GestureStateMachine: Codable {}
  extension GestureStateMachine.Rejection: Codable {}
#endif
