/// The kinds of motion of the synthetic sets; the raw value is the name of the task.
public enum SyntheticTask: String, Hashable, Sendable, CaseIterable {
  /// A straight line at constant velocity.
  case line
  /// Constant acceleration.
  case acceleration
  /// A circle at constant speed.
  case circle
  /// An ellipse by the two-thirds power law.
  case ellipse
  /// A minimum-jerk reach that dwells at its target.
  case reach
  /// Two straight legs with a sharp corner.
  case corner
  /// There and back at constant speed.
  case reversal
  /// Moves and pauses in turn.
  case stopAndGo = "stop-and-go"
  /// No motion.
  case hold

  /// The type of the motion.
  var motion: any SyntheticMotion.Type {
    switch self {
    case .line: LineMotion.self
    case .acceleration: AccelerationMotion.self
    case .circle: CircleMotion.self
    case .ellipse: EllipseMotion.self
    case .reach: ReachMotion.self
    case .corner: CornerMotion.self
    case .reversal: ReversalMotion.self
    case .stopAndGo: StopAndGoMotion.self
    case .hold: HoldMotion.self
    }
  }
}
