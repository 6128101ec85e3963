/// One point of a touch path: the events that were merged into it, in order.
///
/// Its value is its latest event. A correction of an event that expects some values changes these
/// alone, as in a `LiveStroke`: the others, and values that are not finite, are kept.
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
    event = next.correcting(event)
    isPrediction = isPrediction && next.isPrediction
  }
}

extension TouchEvent {
  /// Returns the event with the values that an earlier report of its point did not expect as that
  /// report has them.
  ///
  /// An event after a prediction, or after a report that expects nothing, counts as a whole.
  fileprivate func correcting(_ earlier: TouchEvent) -> TouchEvent {
    let expected = earlier.estimatedPropertiesExpectingUpdates
    guard !earlier.isPrediction, !expected.isEmpty else { return self }
    var kept = TouchProperties.known.subtracting(expected)
    if !force.isFinite { kept.insert(.force) }
    if !azimuth.isFinite { kept.insert(.azimuth) }
    if !altitudeAngle.isFinite { kept.insert(.altitude) }
    var result = self
    result.take(kept, of: earlier)
    let corrected = expected.subtracting(estimatedProperties)
    result.estimatedProperties = earlier.estimatedProperties.subtracting(corrected)
    return result
  }
}
