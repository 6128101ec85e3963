import MotionNumerics
import TouchInput

/// A part of the strokes, by what the contact does there or by when it is, with rows of its own.
///
/// Kinds and phases partition all targets. So do ages and times to the lift, and speeds if the scale is known.
public enum StrokePart: Hashable, Sendable {
  /// Strokes of a kind.
  case kind(Stroke.Kind)
  /// A phase of the motion.
  case phase(StrokePhase)
  /// A range of speeds.
  case speed(SpeedClass)
  /// A range of numbers of samples since the contact touched down.
  case age(AgeClass)
  /// A range of times since the contact touched down.
  case elapsed(TimeClass)
  /// A range of times until the contact lifts.
  case untilLift(TimeClass)

  /// The name in `scores.csv`, such as `phase:corner`.
  public var name: String {
    switch self {
    case .kind(let kind): "kind:\(kind.rawValue)"
    case .phase(let phase): "phase:\(phase.rawValue)"
    case .speed(let speed): "speed:\(speed.rawValue)"
    case .age(let age): "age:\(age.rawValue)"
    case .elapsed(let time): "age-ms:\(time.rawValue)"
    case .untilLift(let time): "lift-ms:\(time.rawValue)"
    }
  }

  /// Returns all parts of a grouping, in order.
  package static func all(by grouping: EvaluationPlan.Grouping) -> [StrokePart] {
    switch grouping {
    case .kind: Stroke.Kind.allCases.map(StrokePart.kind)
    case .phase: StrokePhase.allCases.map(StrokePart.phase)
    case .speed: SpeedClass.allCases.map(StrokePart.speed)
    case .age: AgeClass.allCases.map(StrokePart.age)
    case .ageTime: TimeClass.allCases.map(StrokePart.elapsed)
    case .liftTime: TimeClass.allCases.map(StrokePart.untilLift)
    case .task, .participant, .device, .recording: []
    }
  }

  /// Creates the part with this name; nil if there is none.
  package init?(name: String) {
    let all = EvaluationPlan.Grouping.allCases.flatMap(StrokePart.all(by:))
    guard let part = all.first(where: { $0.name == name }) else { return nil }
    self = part
  }

  /// Whether a target of those classes belongs to it.
  func contains(_ classes: TargetClasses) -> Bool {
    switch self {
    case .kind(let own): classes.kind == own
    case .phase(let own): classes.phase == own
    case .speed(let own): classes.speed == own
    case .age(let own): classes.age == own
    case .elapsed(let own): classes.elapsed == own
    case .untilLift(let own): classes.untilLift == own
    }
  }
}

/// What parts of strokes a target belongs to; nil if nothing is grouped that way.
struct TargetClasses: Hashable, Sendable {
  /// The kind of the stroke.
  var kind: Stroke.Kind?
  /// The phase of the motion at the predicted moment.
  var phase: StrokePhase?
  /// How fast the contact then is; nil also if the scale is not known.
  var speed: SpeedClass?
  /// How many samples of the stroke there are up to the newest one.
  var age: AgeClass?
  /// How long the stroke has lasted at the newest sample.
  var elapsed: TimeClass?
  /// How long it will last from there.
  var untilLift: TimeClass?
}

/// What the contact is doing at a moment.
///
/// The definitions are nextpoint's own. If two apply, the first listed counts.
public enum StrokePhase: String, Hashable, Sendable, Codable, CaseIterable {
  /// Within 0.1 s after touching down.
  case start
  /// At rest, within 0.1 s of the beginning of a pause, or less than 0.1 s before the lift and
  /// later.
  case stop
  /// Where the direction turns by more than 45° within 0.1 s.
  case corner
  /// Everywhere else.
  case cruise
}

/// How fast the contact is at a moment, in millimeters per second.
///
/// The lower bound belongs to a class.
public enum SpeedClass: String, Hashable, Sendable, Codable, CaseIterable {
  /// Below 50 mm/s.
  case slow = "0-50"
  /// From 50 mm/s to below 200 mm/s.
  case moderate = "50-200"
  /// From 200 mm/s to below 500 mm/s.
  case fast = "200-500"
  /// 500 mm/s and above.
  case fastest = "500+"

  /// Creates the class of a speed in millimeters per second.
  package init(_ speed: Double) {
    self =
      switch speed * (1 + TimeTolerance.share) {
      case ..<50: .slow
      case ..<200: .moderate
      case ..<500: .fast
      default: .fastest
      }
  }
}

/// How many samples of the stroke have come when a prediction is made, the newest included.
public enum AgeClass: String, Hashable, Sendable, Codable, CaseIterable {
  /// The first ten samples.
  case first = "1-10"
  /// The eleventh to the thirtieth sample.
  case young = "11-30"
  /// The thirty-first to the hundredth sample.
  case middle = "31-100"
  /// All later samples.
  case old = "101+"

  /// Creates the class of a sample's place in its stroke, 1 being the first.
  package init(_ place: Int) {
    self =
      switch place {
      case ...10: .first
      case ...30: .young
      case ...100: .middle
      default: .old
      }
  }
}

/// A range of times, in milliseconds; the lower bound belongs to a class.
public enum TimeClass: String, Hashable, Sendable, Codable, CaseIterable {
  /// Below 50 ms.
  case to50 = "0-50"
  /// From 50 ms to below 100 ms.
  case to100 = "50-100"
  /// From 100 ms to below 200 ms.
  case to200 = "100-200"
  /// From 200 ms to below 500 ms.
  case to500 = "200-500"
  /// From 500 ms to below 1 s.
  case to1000 = "500-1000"
  /// 1 s and above.
  case longer = "1000+"

  /// Creates the class of a time in seconds.
  package init(_ seconds: Double) {
    self =
      switch seconds + TimeTolerance.seconds {
      case ..<0.05: .to50
      case ..<0.1: .to100
      case ..<0.2: .to200
      case ..<0.5: .to500
      case ..<1: .to1000
      default: .longer
      }
  }
}

/// Determines the phases of a stroke; see `StrokePhase`.
///
/// Moments are asked for in any order; the cost of one is that of three look-ups on the track and
/// of a binary search among the stops.
struct StrokePhases {
  /// How long a start and a stop are, in seconds.
  private static let transition = 0.1
  /// A corner turns between this long before and after a moment, in seconds.
  private static let turnReach = 0.05
  /// The cosine of the least turn of a corner, 45°.
  private static let cornerCosine = 0.5.squareRoot()

  private let track: MotionTrack
  /// When the contact comes to rest, in order.
  private let stops: [Double]
  /// The least displacement, in the track's unit, that has a direction.
  private let leastMotion: Double
  private var hint = 0

  /// The phases of a track.
  ///
  /// - Parameters:
  ///   - track: The true track.
  ///   - stops: The pauses, and the lift; nil if the scale is not known, and then only the lift
  ///     and rest itself count as stops.
  ///   - leastMotion: The least displacement that has a direction, in the track's unit.
  init(track: MotionTrack, stops: [StopLandmark]?, leastMotion: Double) {
    self.track = track
    self.stops = (stops ?? []).map(\.time)
    self.leastMotion = leastMotion
  }

  /// The phase at a moment.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - isResting: Whether the contact has no direction of motion then.
  /// - Returns: The phase; a stop where there is no track.
  mutating func phase(at time: Double, isResting: Bool) -> StrokePhase {
    guard let first = track.times.first, let last = track.times.last else { return .stop }
    if time < first + Self.transition - TimeTolerance.seconds { return .start }
    let isAtEnd = time > last - Self.transition + TimeTolerance.seconds
    if isResting || isAtEnd || isNearStop(time) { return .stop }
    let turn = track.turn(
      at: time, reach: Self.turnReach, leastMotion: leastMotion, hint: &hint)
    if let turn, turn < Self.cornerCosine - TimeTolerance.share { return .corner }
    return .cruise
  }

  private func isNearStop(_ time: Double) -> Bool {
    let reach = Self.transition + TimeTolerance.seconds
    let low = stops.partitioningIndex { $0 >= time - reach }
    return low < stops.count && stops[low] <= time + reach
  }
}

extension MotionTrack {
  /// The cosine of the angle between the displacements before and after a moment.
  ///
  /// Nil if the track does not reach that far, and where a displacement is shorter than the least
  /// that has a direction.
  ///
  /// - Parameters:
  ///   - time: The moment, in seconds.
  ///   - reach: How long before and after, in seconds.
  ///   - leastMotion: The least displacement that has a direction.
  ///   - hint: Where to look first; see `position(at:hint:)`.
  /// - Returns: The cosine, −1 to 1.
  func turn(at time: Double, reach: Double, leastMotion: Double, hint: inout Int) -> Double? {
    guard let first = times.first, let last = times.last,
      time - reach >= first - TimeTolerance.seconds, time + reach <= last + TimeTolerance.seconds
    else { return nil }
    let here = position(at: time, hint: &hint)
    let before = here - position(at: time - reach, hint: &hint)
    let after = position(at: time + reach, hint: &hint) - here
    let (lengthBefore, lengthAfter) = (before.length, after.length)
    let least = leastMotion * (1 - TimeTolerance.share)
    guard lengthBefore >= least, lengthAfter >= least, lengthBefore > 0, lengthAfter > 0
    else { return nil }
    return before.dot(after) / (lengthBefore * lengthAfter)
  }
}
