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
/// predictions: the first event after such a run begins the next batch. Events without any
/// predictions are divided as a display would at its refreshes; see `callbacks`.
package enum TouchBatching {
  /// The usual refresh rate of a display, in hertz.
  package static let usualRefreshRate = 60.0

  /// Returns the events in batches, each with at least one event, in order.
  package static func batches(of events: some Collection<TouchEvent>) -> [TouchBatch] {
    guard events.contains(where: { $0.isPrediction }) else {
      let reports = divided(events) { last, _ in !last.isCoalesced }
      return callbacks(of: reports, refreshRate: usualRefreshRate)
    }
    return divided(events) { last, next in last.isPrediction && !next.isPrediction }
  }

  /// Returns batches merged into the callbacks of a display: all that comes between two refreshes.
  ///
  /// A batch belongs to the first refresh at or after its last report; the first report is at a
  /// refresh. Predictions end a callback, and a batch without reports, such as one of late
  /// corrections, is one of its own. If any event is marked as coalesced, the batches are callbacks
  /// already and stay as they are.
  ///
  /// - Parameters:
  ///   - batches: The batches in order of arrival, each a single report or a few.
  ///   - refreshRate: The refresh rate in hertz, above 0.
  /// - Returns: The callbacks, with all events in order.
  package static func callbacks(of batches: [TouchBatch], refreshRate: Double) -> [TouchBatch] {
    guard !batches.contains(where: { $0.events.contains { $0.isCoalesced } }),
      let origin = batches.lazy.compactMap({ $0.lastReport }).first
    else { return batches }
    var result: [TouchBatch] = []
    var open: Double?
    for batch in batches {
      let tick = batch.lastReport.map {
        (($0 - origin) * refreshRate - refreshTolerance).rounded(.up)
      }
      if let tick, tick == open {
        result[result.count - 1].events += batch.events
      } else {
        result.append(batch)
      }
      open = batch.events.last?.isPrediction == true ? nil : tick
    }
    return result
  }

  /// The part of a refresh by which a report may come late, because times are rounded.
  private static let refreshTolerance = 1e-3

  /// Divides events between neighbors for which a condition holds.
  private static func divided(
    _ events: some Collection<TouchEvent>, where ends: (TouchEvent, TouchEvent) -> Bool
  ) -> [TouchBatch] {
    var result: [TouchBatch] = []
    for event in events {
      if let last = result.last?.events.last, !ends(last, event) {
        result[result.count - 1].events.append(event)
      } else {
        result.append(TouchBatch(events: [event]))
      }
    }
    return result
  }
}

extension TouchBatch {
  /// The time of the last event that is neither a prediction nor a correction, in seconds; nil if
  /// there is none with a finite time.
  fileprivate var lastReport: Double? {
    events.last { !$0.isPrediction && !$0.isUpdate && $0.timestamp.isFinite }?.timestamp
  }
}

extension TouchBatch {
  /// The callbacks in which a touch system would have delivered these events.
  ///
  /// Adjacent measured events of one phase share a callback, the last of each touch being the
  /// delivered one; a stationary touch counts as moved. A prediction belongs to the callback before
  /// it if that contains its touch. Every event is in exactly one callback, and order is kept
  /// except for grouping by touch.
  public var deliveries: [TouchDelivery] {
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
