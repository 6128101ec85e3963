/// The events of one callback, in order.
///
/// Lines are drawn after a batch, never between its events; a recording that keeps its batches can
/// be replayed exactly.
public struct TouchBatch: Hashable, Sendable {
  /// The name of the callback; empty if the recording has none.
  public var identifier: String
  /// The events, in the order in which they came.
  public var events: [TouchEvent]

  /// Creates a batch.
  public init(identifier: String = "", events: [TouchEvent]) {
    self.identifier = identifier
    self.events = events
  }
}

/// Divides the events of a recording without callbacks into batches.
///
/// A touch system delivers measurements before predictions, so a batch ends with its run of
/// predictions: the first event after such a run begins the next batch. A run of events without
/// predictions cannot be divided and is one batch.
package enum TouchBatching {
  /// Returns the events in batches, each with at least one event, in order.
  package static func batches(of events: some Sequence<TouchEvent>) -> [TouchBatch] {
    var result: [TouchBatch] = []
    var current: [TouchEvent] = []
    for event in events {
      if let last = current.last, last.isPrediction, !event.isPrediction {
        result.append(TouchBatch(events: current))
        current = []
      }
      current.append(event)
    }
    if !current.isEmpty { result.append(TouchBatch(events: current)) }
    return result
  }
}

extension TouchBatch {
  /// The callbacks in which a touch system would have delivered these events.
  ///
  /// Adjacent measured events of one phase share a callback, the last of each touch being the
  /// delivered one; a stationary touch counts as moved. A prediction belongs to the callback before
  /// it if that contains its touch. Every event is in exactly one callback, and order is kept
  /// except for grouping by touch.
  package var deliveries: [TouchDelivery] {
    var grouping = DeliveryGrouping()
    for event in events { grouping.add(event) }
    grouping.close()
    return grouping.deliveries
  }
}

/// A list of deliveries, the last of which may still grow.
private struct DeliveryGrouping {
  private(set) var deliveries: [TouchDelivery] = []
  private var open: TouchDelivery?

  mutating func add(_ event: TouchEvent) {
    guard !extend(with: event) else { return }
    close()
    if event.isUpdate {
      open = .updates([event])
    } else if event.isPrediction {
      open = .predictions([event])
    } else {
      open = .touches(TouchCallback(phase: event.callbackPhase, touches: [DeliveredTouch(event)]))
    }
  }

  mutating func close() {
    if let open { deliveries.append(open) }
    open = nil
  }

  /// Adds the event to the open delivery if it belongs there, and returns whether it did.
  private mutating func extend(with event: TouchEvent) -> Bool {
    switch open {
    case .updates(let events) where event.isUpdate:
      open = .updates(events + [event])
    case .predictions(let events) where event.isPrediction && !event.isUpdate:
      open = .predictions(events + [event])
    case .touches(var callback) where !event.isUpdate:
      guard callback.extend(with: event) else { return false }
      open = .touches(callback)
    default: return false
    }
    return true
  }
}

extension TouchEvent {
  /// The phase of the callback that delivers it.
  fileprivate var callbackPhase: TouchPhase { phase == .stationary ? .moved : phase }
}

extension TouchCallback {
  /// Adds an event to its touch if it belongs to this callback, and returns whether it did.
  fileprivate mutating func extend(with event: TouchEvent) -> Bool {
    let place = touches.firstIndex { $0.identifier == event.touchIdentifier }
    if event.isPrediction {
      guard let place else { return false }
      touches[place].predicted.append(event)
      return true
    }
    guard event.callbackPhase == phase else { return false }
    guard let place else {
      touches.append(DeliveredTouch(event))
      return true
    }
    // A report after the touch's own predictions belongs to the next callback.
    guard touches[place].predicted.isEmpty else { return false }
    touches[place].coalesced.append(touches[place].delivered)
    touches[place].delivered = event
    return true
  }
}
