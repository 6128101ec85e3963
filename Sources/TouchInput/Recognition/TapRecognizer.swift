/// Recognizes a tap: one touch that is lifted soon and close to where it began.
///
/// Hands tremble, pens report 240 times per second, and force-sensitive displays report moves
/// without motion. So a move is no reason to fail, unless it leads farther from the first contact
/// than allowed. A second touch, a canceled one, or too long a contact is not a tap.
///
/// Source: Apple's talk on touch input (2016) and UIKit's tap recognizer. Apple states no distance
/// or time; the values here are ours.
public struct TapRecognizer: Hashable, Sendable {
  /// The limits of a tap.
  public struct Settings: Hashable, Sendable {
    /// The greatest distance from the first contact, in the unit of positions.
    public var allowableMovement = 10.0
    /// The greatest duration, in seconds.
    public var longestDuration = 0.5
    /// Whether the type of the first touch shuts out touches of other types.
    public var requiresExclusiveTouchType = true

    /// Creates the default settings.
    public init() {}
  }

  /// The outcome of a callback.
  public struct Outcome: Hashable, Sendable {
    /// The location of the recognized tap, where it began; nil if there was none.
    public var tap: SIMD2<Double>?
    /// The events that do not belong to the tracked touch or to a contact.
    public var ignored: [IgnoredEvent] = []

    /// Creates an outcome in which nothing happened.
    public init() {}
  }

  /// The limits of a tap.
  public let settings: Settings
  /// The state machine, with a log of its transitions.
  public private(set) var machine = GestureStateMachine(transitions: .discrete)
  /// The tracked touch; nil if there is none.
  public private(set) var trackedTouch: String?
  private var startPlace = SIMD2<Double>.zero
  private var startTime = 0.0
  private var typeLock: TouchTypeLock

  /// Creates a recognizer in the state `possible`.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    typeLock = TouchTypeLock(isExclusive: settings.requiresExclusiveTouchType)
  }

  /// Processes a callback.
  public mutating func handle(_ callback: TouchCallback) -> Outcome {
    var outcome = Outcome()
    let (callback, others) = typeLock.divide(callback)
    for touch in others { outcome.ignore(touch.events, .otherType) }
    guard machine.state == .possible else {
      outcome.ignore(callback.events, .gestureOver)
      return outcome
    }
    switch callback.phase {
    case .began: begin(callback.touches, &outcome)
    case .moved, .stationary: follow(callback.touches, &outcome)
    case .ended:
      if follow(callback.touches, &outcome), machine.assign(.ended) { outcome.tap = startPlace }
    case .cancelled:
      if follow(callback.touches, &outcome) { machine.assign(.failed) }
    case .regionEntered, .regionMoved, .regionExited: outcome.ignore(callback.events, .hovering)
    }
    return outcome
  }

  /// Advances the clock, which fails a tap that lasts too long.
  public mutating func advance(to time: Double) {
    guard trackedTouch != nil, machine.state == .possible else { return }
    if time - startTime > settings.longestDuration { machine.assign(.failed) }
  }

  /// Resets for the next gesture, as the system does after each.
  public mutating func reset() {
    trackedTouch = nil
    typeLock.reset()
    machine.reset()
  }

  private mutating func begin(_ touches: [DeliveredTouch], _ outcome: inout Outcome) {
    guard trackedTouch == nil, touches.count == 1, let only = touches.first else {
      if !touches.isEmpty { machine.assign(.failed) }
      return outcome.ignore(touches.flatMap { $0.events }, .otherTouch)
    }
    // The location of the first report: later ones in the callback may have moved.
    guard let first = only.measured.first(where: { $0.hasPlace }) else {
      return outcome.ignore(only.events, .notFinite)
    }
    trackedTouch = only.identifier
    startPlace = first.location(.precise)
    startTime = first.timestamp
    check(only, &outcome)
  }

  /// Tracks the touch; returns whether it is present and may still be a tap.
  @discardableResult private mutating func follow(
    _ touches: [DeliveredTouch], _ outcome: inout Outcome
  ) -> Bool {
    for touch in touches where touch.identifier != trackedTouch {
      outcome.ignore(touch.events, .otherTouch)
    }
    let tracked = touches.filter { $0.identifier == trackedTouch }
    for touch in tracked { check(touch, &outcome) }
    return !tracked.isEmpty && machine.state == .possible
  }

  /// Fails if a report is too far away or too late; coalesced reports count, predictions do not.
  private mutating func check(_ touch: DeliveredTouch, _ outcome: inout Outcome) {
    outcome.ignore(touch.measured.filter { !$0.hasPlace }, .notFinite)
    outcome.ignore(touch.predicted, .predictionsNotUsed)
    let limit = settings.allowableMovement * settings.allowableMovement
    let isTooFar = touch.measured.filter { $0.hasPlace }.contains { event in
      let way = event.location(.precise) - startPlace
      return (way * way).sum() > limit
        || event.timestamp - startTime > settings.longestDuration
    }
    if isTooFar { machine.assign(.failed) }
  }
}

extension TouchEvent {
  /// Whether time and location are finite.
  fileprivate var hasPlace: Bool {
    let place = location(.precise)
    return timestamp.isFinite && place.x.isFinite && place.y.isFinite
  }
}

extension TapRecognizer.Outcome {
  fileprivate mutating func ignore(_ events: [TouchEvent], _ reason: IgnoredEvent.Reason) {
    ignored += events.map { IgnoredEvent(event: $0.identifier, reason: reason) }
  }
}
