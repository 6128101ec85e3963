/// An event that had no effect on a stroke, and the reason.
public struct IgnoredEvent: Hashable, Sendable {
  /// The reason why an event had no effect.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its touch is not the tracked one.
    case otherTouch
    /// Touches of its type are not accepted now.
    case otherType
    /// The gesture is over and was not reset.
    case gestureOver
    /// Coalesced reports are not collected.
    case coalescedNotCollected
    /// Predictions are not used.
    case predictionsNotUsed
    /// It is too close to the previous sample; or it corrects one that was.
    case tooClose
    /// It was already processed.
    case repeated
    /// Its time or location is not finite.
    case notFinite
    /// It corrects an unknown sample, or one without a pending correction.
    case unknownUpdate
    /// It is a prediction after the end of its touch.
    case afterEnd
    /// Its touch is hovering.
    case hovering
  }

  /// The event's identifier.
  public var event: String
  /// The reason.
  public var reason: Reason

  /// Creates a record.
  public init(event: String, reason: Reason) {
    self.event = event
    self.reason = reason
  }
}

/// The outcome of a recognizer's input.
///
/// Each event is in exactly one of the edits or among the ignored ones; inconsistencies raise
/// warnings as well.
public struct RecognizerOutcome: Hashable, Sendable {
  /// The edits of strokes, in order.
  public var edits: [StrokeEdit] = []
  /// The states for which the gesture's action is called, in order.
  public var notifications: [GestureState] = []
  /// The strokes whose last pending correction arrived.
  public var settled: [StrokeIdentifier] = []
  /// The events that had no effect.
  public var ignored: [IgnoredEvent] = []
  /// The warnings.
  public var warnings: [InputWarning] = []

  /// Creates an empty outcome.
  public init() {}

  /// Appends a later outcome.
  public mutating func append(_ later: RecognizerOutcome) {
    edits += later.edits
    notifications += later.notifications
    settled += later.settled
    ignored += later.ignored
    warnings += later.warnings
  }

  mutating func ignore(_ event: TouchEvent, _ reason: IgnoredEvent.Reason) {
    ignored.append(IgnoredEvent(event: event.identifier, reason: reason))
  }

  mutating func ignore(_ events: [TouchEvent], _ reason: IgnoredEvent.Reason) {
    for event in events { ignore(event, reason) }
  }

  mutating func warn(_ event: TouchEvent, _ problem: String, _ consequence: String) {
    warnings.append(
      InputWarning(
        place: "event \(event.identifier) of touch \(event.touchIdentifier)", problem: problem,
        consequence: consequence))
  }
}

/// An inconsistency in a stream of input, with how it was handled.
///
/// Real streams repeat events, lose them and send them late. None of that stops a pipeline; each
/// inconsistency is recorded, so that a missing point can be traced.
public struct InputWarning: Hashable, Sendable, CustomStringConvertible {
  /// The identifier of the event, touch or callback.
  public var place: String
  /// The problem.
  public var problem: String
  /// How the problem was handled.
  public var consequence: String

  /// Creates a warning.
  public init(place: String, problem: String, consequence: String) {
    self.place = place
    self.problem = problem
    self.consequence = consequence
  }

  /// The warning as a sentence.
  public var description: String { "\(place): \(problem); \(consequence)" }
}
