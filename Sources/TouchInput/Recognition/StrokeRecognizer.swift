/// Speed Sketch's stroke recognizer, as a state machine on a simulated clock.
///
/// It follows one touch and makes a stroke of it. A pen's stroke begins at once; a finger's begins
/// when the touch was alone for 0.1 s, which the clock decides: it is moved by `advance(to:)`, and
/// never stands behind the newest report. Another touch that reports within 0.1 s of the first
/// contact makes the gesture something else, even where the followed touch is not in its callback;
/// later ones are passed over. Every accepted move notifies; the end of a finger that was too short
/// to begin is an end all the same.
///
/// Each callback of the followed touch replaces the predicted samples. Samples closer than
/// √0.003 to the last actual one are dropped, with whatever was said of them. A sample whose values
/// are estimates is corrected when the device knows better, after the end and after `reset` too.
///
/// Odd input becomes warnings: corrections of what is not there, predictions after the end, reports
/// out of order or for the second time, times and places that are no numbers. Nothing stops it.
///
/// Source: Apple, Speed Sketch (2016), with the order of its first edition; a gesture that is
/// cancelled is cancelled, or failed where it had not begun.
package struct StrokeRecognizer: Sendable {
  /// What it collects, and when it begins.
  package let settings: Settings
  /// Its state, with the record of how it came about.
  package private(set) var machine = GestureStateMachine(transitions: .continuousOrDiscrete)
  /// The stroke of the present gesture.
  package internal(set) var stroke: LiveStroke
  /// The touch that is followed; nil where none is.
  package private(set) var trackedTouch: String?
  /// The newest moment that it knows of, in seconds; -∞ before the first.
  package private(set) var clock = -Double.infinity
  private var trackedSince = 0.0
  private var beginTime: Double?
  /// The touch of the gesture before this one, and the events of both.
  private var previousTouch: String?
  private var previousEvents: Set<String> = []
  private var seenEvents: Set<String> = []
  var outstanding = OutstandingUpdates()

  /// Makes a recognizer.
  package init(_ settings: Settings) {
    self.settings = settings
    stroke = LiveStroke(identifier: StrokeIdentifier(tool: settings.tool, number: 0))
  }

  /// How many corrections are waited for, of this stroke and of earlier ones.
  package var outstandingUpdateCount: Int { outstanding.count }

  /// Whether a correction is one that it waits for.
  func isWaiting(for event: TouchEvent) -> Bool {
    OutstandingUpdates.Key(event).map { outstanding[$0] != nil } ?? false
  }

  /// Takes in what the touch system hands over.
  package mutating func receive(_ delivery: TouchDelivery) -> RecognizerOutcome {
    switch delivery {
    case .touches(let callback): return handle(callback)
    case .updates(let events): return update(events)
    case .predictions(let events): return handlePredictions(events)
    }
  }

  /// Takes in touches that did something.
  ///
  /// - Complexity: O(1) an event, but for the one that gives its angles to all before it.
  package mutating func handle(_ callback: TouchCallback) -> RecognizerOutcome {
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

  /// Moves the clock, which begins the stroke of a finger that was alone for long enough.
  ///
  /// - Parameter time: Seconds; the clock never goes back.
  /// - Returns: The notification of a beginning, if that was its moment.
  package mutating func advance(to time: Double) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    clock = max(clock, time)
    guard let beginTime, clock >= beginTime else { return outcome }
    self.beginTime = nil
    if machine.state == .possible { assign(.began, &outcome) }
    return outcome
  }

  /// Takes the followed touch away, as the system does when the recognizer is removed.
  package mutating func cancel() -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    guard trackedTouch != nil, !machine.state.isTerminal else { return outcome }
    edit(.state(.cancelled), &outcome)
    giveUp(&outcome)
    return outcome
  }

  /// Makes ready for the next gesture, as the system does after each; earlier strokes are still
  /// corrected.
  package mutating func reset() {
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

  /// Says whether the event is the first of its name in this gesture and the one before it.
  mutating func isNew(_ event: TouchEvent, _ outcome: inout RecognizerOutcome) -> Bool {
    if !wasSeen(event) {
      seenEvents.insert(event.identifier)
      return true
    }
    outcome.warn(event, "was there before", "it is passed over")
    outcome.ignore(event, .repeated)
    return false
  }

  /// Passes over an event of a touch that is not followed, and warns where it should not be there.
  func passOver(_ event: TouchEvent, _ outcome: inout RecognizerOutcome) {
    if wasSeen(event) {
      outcome.warn(event, "was there before", "it is passed over")
      return outcome.ignore(event, .repeated)
    }
    if event.touchIdentifier == previousTouch {
      outcome.warn(event, "comes after the end of its gesture", "it is passed over")
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

  /// Adds what the callback says of the followed touch; says whether it is in there and goes on.
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

  /// Whether a touch that is not followed makes the gesture something else: one that reports in
  /// time, and neither for the second time nor after its own gesture.
  private func isSecondTouch(_ touch: DeliveredTouch) -> Bool {
    touch.delivered.timestamp - trackedSince < settings.decisionTime
      && touch.identifier != previousTouch && !wasSeen(touch.delivered)
  }

  /// Passes over a whole callback that was there before, so that it does not notify again.
  private func passOverIfRepeated(
    _ touch: DeliveredTouch, _ outcome: inout RecognizerOutcome
  ) -> Bool {
    guard touch.measured.allSatisfy(wasSeen) else { return false }
    outcome.warn(touch.delivered, "was there before", "it is passed over, with what came with it")
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
    outcome.warn(late, "comes when the gesture is \(machine.state)", "it is passed over")
  }
}

extension TouchPhase {
  /// Whether the touch is, or was until now, in contact.
  fileprivate var isContact: Bool { rawValue < TouchPhase.regionEntered.rawValue }
}

extension StrokeRecognizer {
  /// What a stroke recognizer collects, and when it begins.
  package struct Settings: Hashable, Sendable {
    /// What it draws with: it follows touches of that type alone.
    package var tool: SketchTool
    /// Whether coalesced reports become samples, or only delivered ones.
    package var collectsCoalesced = true
    /// Which place of a touch samples have.
    package var location = TouchLocation.precise
    /// Whether the system's predictions become predicted samples.
    package var usesPredicted = true
    /// Whether the display measures the force of fingers; that of pens always counts.
    package var isForceCapable = false
    /// How long a second touch makes a gesture something else, and a finger waits to begin, in
    /// seconds.
    package var decisionTime = 0.1
    /// The square of the shortest way to the last actual sample that makes a new sample, in the
    /// square of the unit of positions.
    package var shortestStepSquared = 0.003

    /// Makes the settings of Speed Sketch.
    package init(tool: SketchTool) { self.tool = tool }
  }
}
