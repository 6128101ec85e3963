/// Assembles one touch's events into the points of its path.
///
/// The rules, for each event in order:
///
/// 1. A prediction for a complete path is ignored. Any other reuses the oldest point of the former
/// predictions that is not yet reused, or creates one, and is appended to the predicted points.
/// 2. An event whose point is known (by its estimation index, else by its identifier) is merged
///    into that point. Where it ends the touch, the predicted points are withdrawn.
/// 3. A new point for a complete path is ignored.
/// 4. Any other withdraws the predicted points, takes the oldest withdrawn one or makes one, and
///    confirms it.
///
/// Anything ignored or inconsistent raises a warning. Predictions are never identified by their
/// index: a device gives them the index of the last real report.
///
/// Cost: constant for an event, amortized over the tables' growth; withdrawing is in proportion to
/// the points withdrawn, each of which was an event.
///
/// Source: the coalescing rules of Inkable (Adam Wulf, MIT licence), restated.
package struct TouchPathAssembly: Sendable {
  /// How an event refers to its point.
  private enum PointKey: Hashable, Sendable {
    case estimation(Double)
    case event(String)

    init(_ event: TouchEvent) {
      self = event.estimationUpdateIndex.map(PointKey.estimation) ?? .event(event.identifier)
    }
  }

  private var places: [PointKey: Int] = [:]
  private var expecting: Set<Int> = []
  private var recycled = RecycledPoints()
  private var warnings: [InputWarning] = []

  /// Creates an assembly for a path that has no points yet.
  package init() {}

  /// Merges a batch of the touch's events into its path.
  ///
  /// - Parameters:
  ///   - events: The touch's events in order of arrival, each once, with finite times and
  ///     positions; `TouchPathStream` ensures that.
  ///   - path: Its path, as left by the last call.
  /// - Returns: The indices that were changed, added or removed, and the warnings.
  package mutating func merge(
    _ events: some Sequence<TouchEvent>, into path: inout TouchPath
  ) -> (changed: ChangedIndices, warnings: [InputWarning]) {
    let former = path.count
    warnings = []
    var changed = ChangedIndices()
    for event in events {
      if let index = merge(event, into: &path) { changed.insert(index) }
    }
    changed = changed.widened(within: 0..<max(former, path.count))
    if path.count < former { changed.insert(path.count...(former - 1)) }
    path.isSettled = path.isComplete && expecting.isEmpty
    return (changed, warnings)
  }

  /// Returns the index of the point into which the event was merged; nil if it was ignored.
  private mutating func merge(_ event: TouchEvent, into path: inout TouchPath) -> Int? {
    if event.isPrediction { return predict(event, in: &path) }
    let key = PointKey(event)
    if let index = places[key] {
      correct(index, by: event, in: &path)
      return index
    }
    return confirm(event, named: key, in: &path)
  }

  private mutating func predict(_ event: TouchEvent, in path: inout TouchPath) -> Int? {
    guard !path.isComplete else {
      warn(event, "it predicts touch \(event.touchIdentifier), which has ended", "ignored")
      return nil
    }
    path.predicted.append(recycledPoint(for: event))
    return path.count - 1
  }

  private mutating func correct(_ index: Int, by event: TouchEvent, in path: inout TouchPath) {
    path.confirmed[index].append(event)
    if !event.announcesUpdate { expecting.remove(index) }
    if event.phase.isEnd { recycled.append(movingFrom: &path.predicted) }
  }

  private mutating func confirm(
    _ event: TouchEvent, named key: PointKey, in path: inout TouchPath
  ) -> Int? {
    guard !path.isComplete else {
      warn(event, "it is a new point of touch \(event.touchIdentifier), which has ended", "ignored")
      return nil
    }
    checkOrder(of: event, in: path)
    recycled.append(movingFrom: &path.predicted)
    let index = path.confirmed.count
    path.confirmed.append(recycledPoint(for: event))
    places[key] = index
    if event.announcesUpdate { expecting.insert(index) }
    return index
  }

  private mutating func recycledPoint(for event: TouchEvent) -> TouchPathPoint {
    guard var point = recycled.popFirst() else { return TouchPathPoint(event) }
    point.append(event)
    return point
  }

  /// Warns of a new point in an unexpected place.
  private mutating func checkOrder(of event: TouchEvent, in path: TouchPath) {
    let touch = event.touchIdentifier
    let taken = "treated as the next point of the touch"
    if event.isUpdate {
      warn(event, "it corrects an unknown event of touch \(touch)", taken)
    } else if let last = path.confirmed.last?.event {
      if event.phase == .began { warn(event, "touch \(touch) has already begun", taken) }
      if event.timestamp < last.timestamp {
        warn(
          event,
          "its time, \(event.timestamp) s, is before that of \(last.identifier), "
            + "\(last.timestamp) s", taken)
      }
    } else if event.phase.needsBegin {
      warn(event, "touch \(touch) is \(event.phase) without having begun", taken)
    }
  }

  private mutating func warn(_ event: TouchEvent, _ problem: String, _ consequence: String) {
    warnings.append(
      InputWarning(
        place: "event \(event.identifier)", problem: problem, consequence: consequence))
  }
}

extension TouchPhase {
  /// Whether the phase requires that the touch has begun.
  var needsBegin: Bool {
    switch self {
    case .moved, .stationary, .ended, .cancelled: true
    case .began, .regionEntered, .regionMoved, .regionExited: false
    }
  }
}

/// A queue of withdrawn predicted points to be reused.
struct RecycledPoints: Sendable {
  private var points: [TouchPathPoint] = []
  private var head = 0

  /// Appends points in order and empties the given list.
  mutating func append(movingFrom predicted: inout [TouchPathPoint]) {
    points.append(contentsOf: predicted)
    predicted.removeAll(keepingCapacity: true)
  }

  /// Removes the oldest point and returns it; nil if there is none.
  mutating func popFirst() -> TouchPathPoint? {
    guard head < points.count else { return nil }
    let first = points[head]
    head += 1
    // Empty, or half consumed: move the rest down, at an amortized constant cost.
    if head * 2 >= points.count {
      points.removeFirst(head)
      head = 0
    }
    return first
  }
}
