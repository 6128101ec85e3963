/// One point of a touch path: the events that were merged into it, in order.
///
/// Its value is its newest event as a whole; fields are not merged, since systems send a correction
/// as a full report.
public struct TouchPathPoint: Hashable, Sendable {
  /// The newest event, which is the point's value.
  public private(set) var event: TouchEvent
  /// The events before it, oldest first.
  ///
  /// Most points have none and need no memory for them.
  public private(set) var earlierEvents: [TouchEvent] = []
  /// Whether all its events are predictions.
  public private(set) var isPrediction: Bool

  /// Creates a point from its first event.
  public init(_ event: TouchEvent) {
    self.event = event
    isPrediction = event.isPrediction
  }

  /// All events, oldest first.
  public var events: [TouchEvent] { earlierEvents + [event] }

  /// Whether its value is predicted or awaits a correction.
  public var expectsUpdate: Bool { event.isPrediction || event.expectsUpdate }

  /// Merges a further event.
  mutating func append(_ next: TouchEvent) {
    earlierEvents.append(event)
    event = next
    isPrediction = isPrediction && next.isPrediction
  }
}
