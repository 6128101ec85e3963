/// A part of the strokes, by what the contact does there: rows of their own beside the whole.
///
/// The phases divide all targets among them, and so do the speeds where the scale is known.
public enum StrokePart: Hashable, Sendable {
  /// A phase of the motion.
  case phase(StrokePhase)
  /// A range of speeds.
  case speed(SpeedClass)

  /// The name in `scores.csv`, such as `phase:corner`.
  public var name: String {
    switch self {
    case .phase(let phase): "phase:\(phase.rawValue)"
    case .speed(let speed): "speed:\(speed.rawValue)"
    }
  }

  /// All parts of a grouping, in order.
  package static func all(by grouping: EvaluationPlan.Grouping) -> [StrokePart] {
    switch grouping {
    case .phase: StrokePhase.allCases.map(StrokePart.phase)
    case .speed: SpeedClass.allCases.map(StrokePart.speed)
    case .task, .participant, .device: []
    }
  }

  /// The part of that name; nil where there is none.
  package init?(name: String) {
    let all = EvaluationPlan.Grouping.allCases.flatMap(StrokePart.all(by:))
    guard let part = all.first(where: { $0.name == name }) else { return nil }
    self = part
  }

  func contains(_ target: Target) -> Bool { contains(phase: target.phase, speed: target.speed) }

  /// Whether a target of that phase and speed belongs to it.
  func contains(phase: StrokePhase?, speed: SpeedClass?) -> Bool {
    switch self {
    case .phase(let own): phase == own
    case .speed(let own): speed == own
    }
  }
}

/// What the contact is doing at a moment.
///
/// Our own operationalization; of two that hold, the first named counts.
public enum StrokePhase: String, Hashable, Sendable, Codable, CaseIterable {
  /// Within 0.1 s after touching down.
  case start
  /// At rest, within 0.1 s of the beginning of a pause, or less than 0.1 s before the lift and later.
  case stop
  /// Where the direction turns by more than 45° within 0.1 s.
  case corner
  /// Everywhere else.
  case cruise
}

/// How fast the contact is at a moment, in millimeters a second; the lower bound belongs to a class.
public enum SpeedClass: String, Hashable, Sendable, Codable, CaseIterable {
  /// Below 50 mm/s.
  case slow = "0-50"
  /// From 50 mm/s to below 200 mm/s.
  case moderate = "50-200"
  /// From 200 mm/s to below 500 mm/s.
  case fast = "200-500"
  /// 500 mm/s and above.
  case fastest = "500+"

  /// The class of a speed in millimeters a second.
  package init(_ speed: Double) {
    self =
      switch speed {
      case ..<50: .slow
      case ..<200: .moderate
      case ..<500: .fast
      default: .fastest
      }
  }
}
