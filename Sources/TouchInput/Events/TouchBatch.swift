/// The events of one callback, in order.
///
/// A line is drawn after a batch, and never between its events; a recording that keeps the batches
/// can be replayed as it was lived through.
public struct TouchBatch: Hashable, Sendable {
  /// The name of the callback; empty where the recording has none.
  public var identifier: String
  /// The events, in the order in which they came.
  public var events: [TouchEvent]

  /// Makes a batch.
  public init(identifier: String = "", events: [TouchEvent]) {
    self.identifier = identifier
    self.events = events
  }
}

/// Puts the events of a recording that has lost its callbacks into batches again.
///
/// A touch system delivers what was measured before what it predicts, so that a batch ends with its
/// run of predictions: the first event after one begins the next batch. A run of events without any
/// prediction cannot be divided, and is one batch.
package enum TouchBatching {
  /// The events as batches, each with at least one event, in order.
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
  /// The calls by which a touch system would have handed these events over.
  ///
  /// Neighbors that are measured and of one phase come in one call, the last of each touch being
  /// the delivered one; a stationary touch counts as moved. A prediction belongs to the call before
  /// it where its touch is in it. Every event is in exactly one call, and order is kept but for
  /// grouping by touch.
  package var deliveries: [TouchDelivery] {
    var grouping = DeliveryGrouping()
    for event in events { grouping.add(event) }
    grouping.close()
    return grouping.deliveries
  }
}

/// Deliveries, the last of which may still grow.
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

  /// Puts the event into the open delivery; says whether it belongs there.
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
  /// The phase of the call that brings it.
  fileprivate var callbackPhase: TouchPhase { phase == .stationary ? .moved : phase }
}

extension TouchCallback {
  /// Puts an event to those of its touch; says whether it belongs to this call.
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
    // A report after the touch's own predictions is the next call's.
    guard touches[place].predicted.isEmpty else { return false }
    touches[place].coalesced.append(touches[place].delivered)
    touches[place].delivered = event
    return true
  }
}
