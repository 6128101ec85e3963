/// The state of a gesture recognizer, with the raw values of touch systems.
public enum GestureState: Int, Hashable, Sendable, CaseIterable {
  /// Nothing is decided yet.
  case possible = 0
  /// The gesture was recognized and continues.
  case began = 1
  /// The gesture continued.
  case changed = 2
  /// The gesture was completed.
  case ended = 3
  /// The gesture was canceled after it began.
  case cancelled = 4
  /// The gesture was not recognized.
  case failed = 5

  /// Whether only a reset leads out of this state.
  public var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }

  /// Whether the gesture's action is called.
  public var callsAction: Bool { self != .possible && self != .failed }
}

/// The legal transitions between states.
public enum GestureTransitions: String, Hashable, Sendable, CaseIterable {
  /// For a gesture with duration: possible to began or failed; began and changed to changed, ended
  /// or cancelled.
  case continuous
  /// The same, and possible to ended: for a gesture that may end before it was recognized.
  case continuousOrDiscrete
  /// For a gesture that is recognized at its end, such as a tap: possible to ended or failed.
  case discrete

  /// Returns whether `next` may follow `state`.
  public func allow(_ next: GestureState, after state: GestureState) -> Bool {
    switch state {
    case .possible where self == .discrete: next == .ended || next == .failed
    case .possible:
      next == .began || next == .failed || (next == .ended && self == .continuousOrDiscrete)
    case .began, .changed:
      self != .discrete && (next == .changed || next == .ended || next == .cancelled)
    case .ended, .cancelled, .failed: false
    }
  }
}
