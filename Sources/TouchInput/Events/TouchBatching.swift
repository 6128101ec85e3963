/// Puts the events of a recording that has lost its callbacks into batches again.
///
/// A touch system delivers what was measured before what it predicts, so that a batch ends with its
/// run of predictions: the first event after one begins the next batch. A run of events without any
/// prediction cannot be divided, and is one batch.
public enum TouchBatching {
  /// The events as batches, each with at least one event, in order.
  public static func batches(of events: some Sequence<TouchEvent>) -> [TouchBatch] {
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
