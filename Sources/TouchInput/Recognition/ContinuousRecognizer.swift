/// Tracks one touch and records its path, tentatively until the gesture ends.
///
/// It fails if two touches begin at once; touches that begin later are ignored. The recorded
/// samples are rolled back if the gesture is canceled and committed at its end: do not act on them
/// before. Coalesced reports are recorded too, predictions are not. Illegal transitions, such as a
/// move after the end, change nothing and are recorded in `machine`. By default the type of the
/// first touch excludes touches of other types: they are not a second touch.
///
/// ```swift
/// var recognizer = ContinuousRecognizer()
/// for callback in callbacks {
///   let outcome = recognizer.handle(callback)
///   if let samples = outcome.committed { finished.append(samples) }
///   if recognizer.machine.state.isTerminal { recognizer.reset() }
/// }
/// ```
///
/// Source: Apple, Implementing a Continuous Gesture Recognizer, without its fallthrough to `began`
/// after a failure and without recording touches other than the tracked one.
public struct ContinuousRecognizer: Hashable, Sendable {
  /// The outcome of a callback.
  public struct Outcome: Hashable, Sendable {
    /// The samples of a gesture that ended; nil if none did.
    public var committed: [StrokeSample]?
    /// The samples of a gesture that was canceled; nil if none was.
    public var rolledBack: [StrokeSample]?
    /// The events that were not recorded.
    public var ignored: [IgnoredEvent] = []
    /// The warnings.
    public var warnings: [InputWarning] = []

    /// Creates an outcome in which nothing happened.
    public init() {}
  }

  /// The state machine, with a log of its transitions.
  public private(set) var machine = GestureStateMachine(transitions: .continuous)
  /// The tracked touch; nil if there is none.
  public private(set) var trackedTouch: String?
  /// The recorded samples, tentative until the state is `ended`.
  public private(set) var samples: [StrokeSample] = []
  /// The touches that began while another was tracked.
  public private(set) var ignoredTouches: Set<String> = []

  private var typeLock: TouchTypeLock

  /// Creates a recognizer in the state `possible`.
  ///
  /// - Parameter requiresExclusiveTouchType: Whether the type of the first touch excludes touches
  ///   of other types, so that a finger beside a pen is not a second touch.
  public init(requiresExclusiveTouchType: Bool = true) {
    typeLock = TouchTypeLock(isExclusive: requiresExclusiveTouchType)
  }

  /// Whether the type of the first touch excludes touches of other types.
  public var requiresExclusiveTouchType: Bool { typeLock.isExclusive }

  /// Processes a callback.
  public mutating func handle(_ callback: TouchCallback) -> Outcome {
    var outcome = Outcome()
    let (callback, others) = typeLock.divide(callback)
    for touch in others { outcome.ignore(touch.events, .otherType) }
    guard !callback.touches.isEmpty || others.isEmpty else { return outcome }
    switch callback.phase {
    case .began: begin(callback.touches, &outcome)
    case .moved, .stationary: follow(callback.touches, to: .changed, &outcome)
    case .ended: follow(callback.touches, to: .ended, &outcome)
    case .cancelled: follow(callback.touches, to: .cancelled, &outcome)
    case .regionEntered, .regionMoved, .regionExited:
      for touch in callback.touches { outcome.ignore(touch.events, .hovering) }
    }
    return outcome
  }

  /// Drops the samples and resets for the next gesture, as the system does after each.
  public mutating func reset() {
    samples = []
    trackedTouch = nil
    ignoredTouches = []
    typeLock.reset()
    machine.reset()
  }

  private mutating func begin(_ touches: [DeliveredTouch], _ outcome: inout Outcome) {
    guard trackedTouch == nil else {
      let others = touches.filter { $0.identifier != trackedTouch }
      ignoredTouches.formUnion(others.map { $0.identifier })
      for touch in others { outcome.ignore(touch.events, .otherTouch) }
      let again = touches.filter { $0.identifier == trackedTouch }
      if !again.isEmpty { follow(again, to: .began, &outcome) }
      return
    }
    guard let only = touches.first, touches.count == 1 else {
      assign(.failed, &outcome)
      for touch in touches { outcome.ignore(touch.events, .otherTouch) }
      return
    }
    guard assign(.began, &outcome) else { return outcome.ignore(only.events, .gestureOver) }
    trackedTouch = only.identifier
    record(only, &outcome)
  }

  private mutating func follow(
    _ touches: [DeliveredTouch], to state: GestureState, _ outcome: inout Outcome
  ) {
    for touch in touches where touch.identifier != trackedTouch {
      outcome.ignore(touch.events, .otherTouch)
    }
    let tracked = touches.filter { $0.identifier == trackedTouch }
    guard !tracked.isEmpty else { return }
    guard assign(state, &outcome) else {
      return outcome.ignore(tracked.flatMap { $0.events }, .gestureOver)
    }
    for touch in tracked { record(touch, &outcome) }
    if state == .ended { outcome.committed = samples }
    guard state == .cancelled else { return }
    outcome.rolledBack = samples
    samples = []
  }

  private mutating func record(_ touch: DeliveredTouch, _ outcome: inout Outcome) {
    for event in touch.measured {
      samples.append(StrokeSample(timestamp: event.timestamp, location: event.location))
    }
    for index in touch.coalesced.indices {
      samples[samples.count - 1 - touch.coalesced.count + index].isCoalesced = true
    }
    outcome.ignore(touch.predicted, .predictionsNotUsed)
  }

  @discardableResult private mutating func assign(
    _ state: GestureState, _ outcome: inout Outcome
  ) -> Bool {
    let before = machine.state
    if machine.assign(state) { return true }
    outcome.warnings.append(
      InputWarning(
        place: "gesture of touch \(trackedTouch ?? "none")",
        problem: "\(state) cannot follow \(before)", consequence: "it stays \(before)"))
    return false
  }
}

extension ContinuousRecognizer.Outcome {
  fileprivate mutating func ignore(_ events: [TouchEvent], _ reason: IgnoredEvent.Reason) {
    ignored += events.map { IgnoredEvent(event: $0.identifier, reason: reason) }
  }
}

#if !hasFeature(Embedded)
  extension ContinuousRecognizer: Codable {
    /// Decodes an archive; one of an earlier version has no type lock and gets an open one.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      machine = try values.decode(GestureStateMachine.self, forKey: .machine)
      trackedTouch = try values.decodeIfPresent(String.self, forKey: .trackedTouch)
      samples = try values.decode([StrokeSample].self, forKey: .samples)
      ignoredTouches = try values.decode(Set<String>.self, forKey: .ignoredTouches)
      typeLock =
        try values.decodeIfPresent(TouchTypeLock.self, forKey: .typeLock) ?? TouchTypeLock()
    }

    private enum CodingKeys: String, CodingKey {
      case machine
      case trackedTouch
      case samples
      case ignoredTouches
      case typeLock
    }
  }
#endif
