/// Speed Sketch's stroke recognizer, as a state machine on a simulated clock.
///
/// It tracks one touch and turns it into a stroke. A pen's stroke begins at once; a finger's begins
/// after the touch was alone for 0.1 s on the recognizer's clock, which `advance(to:)` moves and
/// which is never behind the newest report. Another touch that reports within 0.1 s of the first
/// contact makes the gesture fail, even if the tracked touch is not in its callback; later touches
/// are ignored. Every accepted move notifies; a finger that is lifted before its stroke began still
/// ends it.
///
/// Each callback of the tracked touch replaces the predicted samples. Samples closer than √0.003 to
/// the last actual one are dropped, with their corrections. A sample with estimated values is
/// corrected when the device sends corrections, even after the end and after `reset`.
///
/// Inconsistent input raises warnings and never stops the recognizer: corrections of unknown
/// samples, predictions after the end, reports out of order or repeated, times and locations that
/// are not finite.
///
/// Source: Apple, Speed Sketch (2016), with the order of its first edition; a canceled gesture
/// becomes `cancelled`, or `failed` if it had not begun.
public struct StrokeRecognizer: Sendable {
  /// The settings.
  public let settings: Settings
  /// The state machine, with a log of its transitions.
  public private(set) var machine = GestureStateMachine(transitions: .continuousOrDiscrete)
  /// The stroke of the current gesture.
  public internal(set) var stroke: LiveStroke
  /// The tracked touch; nil if there is none.
  public private(set) var trackedTouch: String?
  /// The current time in seconds; -∞ before the first report.
  public private(set) var clock = -Double.infinity
  private var trackedSince = 0.0
  private var beginTime: Double?
  /// The touch of the previous gesture, and the events of both.
  private var previousTouch: String?
  private var previousEvents: Set<String> = []
  private var seenEvents: Set<String> = []
  var outstanding = OutstandingUpdates()

  /// Creates a recognizer.
  public init(_ settings: Settings) {
    self.settings = settings
    stroke = LiveStroke(identifier: StrokeIdentifier(tool: settings.tool, number: 0))
  }

  /// Returns whether a correction is pending.
  func isWaiting(for event: TouchEvent) -> Bool {
    OutstandingUpdates.Key(event).map { outstanding[$0] != nil } ?? false
  }

  /// Processes a delivery of the touch system.
  public mutating func receive(_ delivery: TouchDelivery) -> RecognizerOutcome {
    switch delivery {
    case .touches(let callback): return handle(callback)
    case .updates(let events): return update(events)
    case .predictions(let events): return handlePredictions(events)
    }
  }

  /// Processes a callback.
  ///
  /// - Complexity: O(1) per event, except for the one that passes its angles to all before it.
  public mutating func handle(_ callback: TouchCallback) -> RecognizerOutcome {
    guard callback.phase.isContact else { return refuse(callback.events, .hovering) }
    let newest = callback.touches.map { $0.delivered.timestamp }.filter { $0.isFinite }.max()
    var outcome = advance(to: newest ?? clock)
    guard !machine.state.isTerminal else {
      refuseAfterEnd(callback.events, &outcome)
      return outcome
    }
    switch callback.phase {
    case .began: begin(callback, &outcome)
    case .ended: finish(callback, as: .done, &outcome)
    case .cancelled: finish(callback, as: .cancelled, &outcome)
    default: move(callback, &outcome)
    }
    return outcome
  }

  /// Advances the clock, which starts the stroke of a finger that was alone for long enough.
  ///
  /// - Parameter time: The time in seconds; the clock never goes back.
  /// - Returns: The notification of a start, if it happened.
  public mutating func advance(to time: Double) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    clock = max(clock, time)
    guard let beginTime, clock >= beginTime else { return outcome }
    self.beginTime = nil
    if machine.state == .possible { assign(.began, &outcome) }
    return outcome
  }

  /// Cancels the tracked touch, as the system does when the recognizer is removed.
  public mutating func cancel() -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    guard trackedTouch != nil, !machine.state.isTerminal else { return outcome }
    edit(.state(.cancelled), &outcome)
    giveUp(&outcome)
    return outcome
  }

  /// Resets for the next gesture, as the system does after each; earlier strokes are still
  /// corrected.
  public mutating func reset() {
    outstanding.keep(stroke)
    let next = StrokeIdentifier(tool: settings.tool, number: stroke.identifier.number + 1)
    stroke = LiveStroke(identifier: next)
    previousTouch = trackedTouch ?? previousTouch
    trackedTouch = nil
    beginTime = nil
    previousEvents = seenEvents
    seenEvents = []
    machine.reset()
  }

  /// Returns whether the event's identifier is new in this gesture and the previous one.
  mutating func isNew(_ event: TouchEvent, _ outcome: inout RecognizerOutcome) -> Bool {
    if !wasSeen(event) {
      seenEvents.insert(event.identifier)
      return true
    }
    outcome.warn(event, "is a duplicate", "it is ignored")
    outcome.ignore(event, .repeated)
    return false
  }

  /// Ignores an event of an untracked touch, and warns if it is unexpected.
  func passOver(_ event: TouchEvent, _ outcome: inout RecognizerOutcome) {
    if wasSeen(event) {
      outcome.warn(event, "is a duplicate", "it is ignored")
      return outcome.ignore(event, .repeated)
    }
    if event.touchIdentifier == previousTouch {
      outcome.warn(event, "comes after the end of its gesture", "it is ignored")
    }
    outcome.ignore(event, event.type == settings.tool.touchType ? .otherTouch : .otherType)
  }

  private func wasSeen(_ event: TouchEvent) -> Bool {
    seenEvents.contains(event.identifier) || previousEvents.contains(event.identifier)
  }

  private mutating func begin(_ callback: TouchCallback, _ outcome: inout RecognizerOutcome) {
    if trackedTouch == nil, let first = callback.touches.first(where: isFollowable) {
      trackedTouch = first.identifier
      trackedSince = first.delivered.timestamp
      if settings.tool == .finger { beginTime = trackedSince + settings.decisionTime }
    }
    guard append(callback, &outcome) else { return }
    if settings.tool == .pencil { assign(.began, &outcome) }
  }

  private mutating func move(_ callback: TouchCallback, _ outcome: inout RecognizerOutcome) {
    guard append(callback, &outcome), machine.state != .possible else { return }
    assign(.changed, &outcome)
  }

  private mutating func finish(
    _ callback: TouchCallback, as state: LiveStroke.State, _ outcome: inout RecognizerOutcome
  ) {
    guard append(callback, &outcome) else { return }
    edit(.state(state), &outcome)
    if state == .done { assign(.ended, &outcome) } else { giveUp(&outcome) }
  }

  private func isFollowable(_ touch: DeliveredTouch) -> Bool {
    touch.delivered.type == settings.tool.touchType && touch.delivered.timestamp.isFinite
      && !wasSeen(touch.delivered)
  }

  /// Adds the tracked touch's part of the callback; returns whether it is present and continues.
  private mutating func append(
    _ callback: TouchCallback, _ outcome: inout RecognizerOutcome
  ) -> Bool {
    let others = callback.touches.filter { $0.identifier != trackedTouch }
    for event in others.flatMap({ $0.events }) { passOver(event, &outcome) }
    guard trackedTouch != nil else { return false }
    let tracked = callback.touches.filter { $0.identifier == trackedTouch }
    if others.contains(where: isSecondTouch) {
      outcome.ignore(tracked.flatMap { $0.events }, .gestureOver)
      giveUp(&outcome)
      return false
    }
    let news = tracked.filter { !passOverIfRepeated($0, &outcome) }
    for touch in news { collect(touch, isEnd: callback.phase.isEnd, &outcome) }
    return !news.isEmpty
  }

  /// Whether an untracked touch makes the gesture fail: one that reports in time, and neither
  /// repeatedly nor after its own gesture.
  private func isSecondTouch(_ touch: DeliveredTouch) -> Bool {
    touch.delivered.timestamp - trackedSince < settings.decisionTime
      && touch.identifier != previousTouch && !wasSeen(touch.delivered)
  }

  /// Ignores a repeated callback, so that it does not notify again.
  private func passOverIfRepeated(
    _ touch: DeliveredTouch, _ outcome: inout RecognizerOutcome
  ) -> Bool {
    guard touch.measured.allSatisfy(wasSeen) else { return false }
    outcome.warn(touch.delivered, "is a duplicate", "the callback is ignored")
    outcome.ignore(touch.events, .repeated)
    return true
  }

  private mutating func giveUp(_ outcome: inout RecognizerOutcome) {
    if !stroke.predictedSamples.isEmpty { edit(.predictionsWithdrawn, &outcome) }
    assign(machine.state == .possible ? .failed : .cancelled, &outcome)
  }

  private mutating func assign(_ state: GestureState, _ outcome: inout RecognizerOutcome) {
    let before = machine.state
    guard machine.assign(state) else {
      outcome.warnings.append(
        InputWarning(
          place: "gesture of touch \(trackedTouch ?? "none")",
          problem: "\(state) cannot follow \(before)", consequence: "it stays \(before)"))
      return
    }
    if state.callsAction { outcome.notifications.append(state) }
  }

  private func refuse(
    _ events: [TouchEvent], _ reason: IgnoredEvent.Reason
  ) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    outcome.ignore(events, reason)
    return outcome
  }

  private func refuseAfterEnd(_ events: [TouchEvent], _ outcome: inout RecognizerOutcome) {
    outcome.ignore(events, .gestureOver)
    guard let late = events.first(where: { $0.touchIdentifier == trackedTouch }) else { return }
    outcome.warn(late, "comes when the gesture is \(machine.state)", "it is ignored")
  }
}

extension TouchPhase {
  /// Whether the touch is, or was until now, in contact.
  fileprivate var isContact: Bool { rawValue < TouchPhase.regionEntered.rawValue }
}

extension StrokeRecognizer {
  /// The settings of a stroke recognizer.
  public struct Settings: Hashable, Sendable {
    /// The tool it draws with; it tracks only touches of that type.
    public var tool: SketchTool
    /// Whether coalesced reports become samples, or only delivered ones.
    public var collectsCoalesced = true
    /// The location of a touch that samples take.
    public var location = TouchLocation.precise
    /// Whether the system's predictions become predicted samples.
    public var usesPredicted = true
    /// Whether the display measures the force of fingers; that of pens always counts.
    public var isForceCapable = false
    /// How long a second touch makes a gesture fail, and how long a finger waits to begin, in
    /// seconds.
    public var decisionTime = 0.1
    /// The square of the least distance to the last actual sample that makes a new sample, in
    /// squared units of positions.
    public var shortestStepSquared = 0.003

    /// Creates the settings of Speed Sketch.
    public init(tool: SketchTool) { self.tool = tool }
  }
}
