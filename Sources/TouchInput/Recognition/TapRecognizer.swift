/// Recognizes a tap: one touch that comes down and is lifted soon, and near where it began.
///
/// Hands tremble, pens report 240 times a second, and a display that measures force reports moves
/// without motion. So a move is no reason to fail: only one that leads further from the place of the
/// first contact than is allowed. A second touch, a cancelled one, or too long a contact is no tap.
///
/// Source: Apple's talk on touch input (2016), and UIKit's tap recognizer. The distance and the time are
/// ours; Apple states none.
public struct TapRecognizer: Hashable, Sendable {
  /// What counts as a tap.
  public struct Settings: Hashable, Sendable {
    /// How far from its first place the touch may move, in the unit of positions.
    public var allowableMovement = 10.0
    /// How long it may last, in seconds.
    public var longestDuration = 0.5
    /// Whether the type of the first touch shuts out touches of other types.
    public var requiresExclusiveTouchType = true

    /// Makes the usual settings.
    public init() {}
  }

  /// What became of a callback.
  public struct Outcome: Hashable, Sendable {
    /// The place of the tap that was recognized, where it began; nil where none was.
    public var tap: SIMD2<Double>?
    /// The events that are not of the followed touch, or say nothing of a contact.
    public var ignored: [IgnoredEvent] = []
  }

  /// What counts as a tap.
  public let settings: Settings
  /// Its state, with the record of how it came about.
  public private(set) var machine = GestureStateMachine(transitions: .discrete)
  /// The touch that is followed; nil where none is.
  public private(set) var trackedTouch: String?
  private var startPlace = SIMD2<Double>.zero
  private var startTime = 0.0
  private var typeLock: TouchTypeLock

  /// Makes a recognizer in the state possible.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    typeLock = TouchTypeLock(isExclusive: settings.requiresExclusiveTouchType)
  }

  /// Takes in touches that did something.
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

  /// Moves the clock, which ends the wait for a tap that lasts too long.
  public mutating func advance(to time: Double) {
    guard trackedTouch != nil, machine.state == .possible else { return }
    if time - startTime > settings.longestDuration { machine.assign(.failed) }
  }

  /// Makes ready for the next gesture, as the system does after each.
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
    // The place of the first report: what is delivered with the others may have moved since.
    guard let first = only.measured.first(where: { $0.hasPlace }) else {
      return outcome.ignore(only.events, .notFinite)
    }
    trackedTouch = only.identifier
    startPlace = first.location(.precise)
    startTime = first.timestamp
    check(only, &outcome)
  }

  /// Follows the touch; says whether it is there and still one that may tap.
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

  /// Fails where a report is too far away or too late; coalesced ones count, predictions do not.
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
  /// Whether time and place are finite numbers.
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
