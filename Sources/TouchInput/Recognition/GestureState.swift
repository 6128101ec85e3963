/// How far a gesture recognizer has come, with the numbers that touch systems give.
public enum GestureState: Int, Hashable, Sendable, CaseIterable {
  /// Nothing is decided.
  case possible = 0
  /// The gesture was recognized and goes on.
  case began = 1
  /// It went on.
  case changed = 2
  /// It was completed.
  case ended = 3
  /// It was taken away after it began.
  case cancelled = 4
  /// It was none.
  case failed = 5

  /// Whether only a reset leads on.
  public var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }

  /// Whether whoever listens to the gesture is told.
  package var callsAction: Bool { self != .possible && self != .failed }
}

/// Which states may follow which.
package enum GestureTransitions: String, Hashable, Sendable, CaseIterable {
  /// Of a gesture that goes on for a while: possible to began or failed; began and changed to
  /// changed, ended or cancelled.
  case continuous
  /// The same, and possible to ended: a gesture that may be over before it was known to begin.
  case continuousOrDiscrete
  /// Of a gesture that is over when it is known, such as a tap: possible to ended or failed.
  case discrete

  /// Whether `next` may be assigned in `state`.
  package func allow(_ next: GestureState, after state: GestureState) -> Bool {
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
