/// The kinds of motion of the synthetic sets; the raw value is the name of the task.
package enum SyntheticTask: String, Hashable, Sendable, CaseIterable {
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
  /// An aimed movement of a primary and corrective submovements.
  case submovements
  /// An ellipse by a power law of another exponent.
  case powerLawEllipse = "power-law-ellipse"
  /// A random closed curve by a power law.
  case doodle
  /// Rapid handwriting of sigma-lognormal strokes.
  case sigmaLognormal = "sigma-lognormal"
  /// An Archimedean spiral.
  case spiral
  /// A Lissajous figure.
  case lissajous
  /// A figure of eight.
  case figureEight = "figure-eight"
  /// A finger that slips while it rests.
  case slip
  /// There and back, smoothly.
  case sine

  /// The motions of the bundled sets.
  package static let bundled: [SyntheticTask] = [
    .line, .acceleration, .circle, .ellipse, .reach, .corner, .reversal, .stopAndGo, .hold,
  ]

  /// Its number, from 1, from which its random numbers come: a new task is therefore the last.
  var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

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
    case .submovements: SubmovementMotion.self
    case .powerLawEllipse: PowerLawEllipseMotion.self
    case .doodle: DoodleMotion.self
    case .sigmaLognormal: SigmaLognormalMotion.self
    case .spiral: SpiralMotion.self
    case .lissajous: LissajousMotion.self
    case .figureEight: FigureEightMotion.self
    case .slip: SlipMotion.self
    case .sine: SineMotion.self
    }
  }
}
