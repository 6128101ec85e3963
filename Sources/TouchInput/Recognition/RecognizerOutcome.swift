/// An event that left no trace in a stroke, and why.
public struct IgnoredEvent: Hashable, Sendable {
  /// Why an event leaves no trace.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its touch is not the one that is followed.
    case otherTouch
    /// Nobody takes touches of its type now.
    case otherType
    /// The gesture is over, and was not reset since.
    case gestureOver
    /// Only delivered reports are collected.
    case coalescedNotCollected
    /// Predictions are not used.
    case predictionsNotUsed
    /// It is too near to the sample before to be drawn; or it corrects one that was.
    case tooClose
    /// It was there before.
    case repeated
    /// Its time or place is not a finite number.
    case notFinite
    /// It corrects a sample that is not there, or not waited for.
    case unknownUpdate
    /// It predicts what follows an end.
    case afterEnd
    /// It is not about a contact.
    case hovering
  }

  /// The event's identifier.
  public var event: String
  /// Why it left no trace.
  public var reason: Reason

  /// Makes a record.
  package init(event: String, reason: Reason) {
    self.event = event
    self.reason = reason
  }
}

/// What became of the events that a recognizer was handed.
///
/// Each of them is in exactly one of the edits or among the ignored; what was odd about it is among
/// the warnings besides.
public struct RecognizerOutcome: Hashable, Sendable {
  /// The changes of strokes, in order.
  package var edits: [StrokeEdit] = []
  /// The states of which whoever listens to the gesture is told, in order.
  public var notifications: [GestureState] = []
  /// The strokes whose last expected correction came.
  public var settled: [StrokeIdentifier] = []
  /// The events that left no trace.
  public var ignored: [IgnoredEvent] = []
  /// What could not be as it was.
  public var warnings: [InputWarning] = []

  /// Makes an outcome without anything in it.
  package init() {}

  /// Puts a later outcome behind this one.
  package mutating func append(_ later: RecognizerOutcome) {
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

/// Something in a stream of input that could not be as it was, with what was done about it.
///
/// Real streams repeat events, lose them and send them late. Nothing of that stops a pipeline; what
/// was met is recorded, so that whoever looks for a lost point finds out where it went.
public struct InputWarning: Hashable, Sendable, CustomStringConvertible {
  /// Where: the identifier of the event, touch or callback.
  public var place: String
  /// What is the matter.
  public var problem: String
  /// What was done about it.
  public var consequence: String

  /// Makes a warning.
  package init(place: String, problem: String, consequence: String) {
    self.place = place
    self.problem = problem
    self.consequence = consequence
  }

  /// The sentence.
  public var description: String { "\(place): \(problem); \(consequence)" }
}
