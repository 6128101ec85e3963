/// Puts one touch's events together to the points of its path, and keeps what that takes.
///
/// The rules, for each event in order:
///
/// 1. A prediction of a complete path is ignored. Any other takes the oldest point of the former
///    predictions that is not yet used again, or makes one, and follows the predicted points.
/// 2. An event whose point is known (by its estimation index, else by its identifier) is merged into
///    that point. Where it ends the touch, the predicted points are withdrawn.
/// 3. A new point for a complete path is ignored.
/// 4. Any other withdraws the predicted points, takes the oldest withdrawn one or makes one, and
///    confirms it.
///
/// What is ignored, or does not fit, leaves a warning. Predictions are never known by their index: a
/// device gives them that of the last real report.
///
/// Cost: constant for an event, amortized over the tables' growth; withdrawing is in proportion to
/// the points withdrawn, each of which was an event.
///
/// Source: the coalescing rules of Inkable (Adam Wulf, MIT licence), restated.
package struct TouchPathAssembly: Sendable {
  /// By what an event names its point.
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

  /// Makes an assembly for a path that has no points yet.
  package init() {}

  /// Merges a batch of the touch's events into its path.
  ///
  /// - Parameters:
  ///   - events: The touch's events, in the order in which they came, each once, with times and
  ///     positions that are finite numbers; `TouchPathStream` sees to that.
  ///   - path: Its path, as this assembly left it the last time.
  /// - Returns: The indices that changed, came or went, and what did not fit.
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

  /// The index of the point into which the event went; nil where it was ignored.
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
      warn(event, "it predicts touch \(event.touchIdentifier), which is over", "ignored")
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
      warn(event, "it is a new point of touch \(event.touchIdentifier), which is over", "ignored")
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

  /// Warns of a new point that should not come where it comes.
  private mutating func checkOrder(of event: TouchEvent, in path: TouchPath) {
    let touch = event.touchIdentifier
    let taken = "taken as the next point of the touch"
    if event.isUpdate {
      warn(event, "it corrects an event of touch \(touch) that is not known", taken)
    } else if let last = path.confirmed.last?.event {
      if event.phase == .began { warn(event, "touch \(touch) has begun before", taken) }
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
  /// Whether a touch must have begun before.
  var needsBegin: Bool {
    switch self {
    case .moved, .stationary, .ended, .cancelled: true
    case .began, .regionEntered, .regionMoved, .regionExited: false
    }
  }
}

/// Points that were predicted and wait to be used again, first in, first out.
struct RecycledPoints: Sendable {
  private var points: [TouchPathPoint] = []
  private var head = 0

  /// Takes in points, in order, and leaves the given list empty.
  mutating func append(movingFrom predicted: inout [TouchPathPoint]) {
    points.append(contentsOf: predicted)
    predicted.removeAll(keepingCapacity: true)
  }

  /// Removes the oldest point and returns it; nil where there is none.
  mutating func popFirst() -> TouchPathPoint? {
    guard head < points.count else { return nil }
    let first = points[head]
    head += 1
    // Emptied, or half of it used up: the rest moves down, at a cost spread over those taken.
    if head * 2 >= points.count {
      points.removeFirst(head)
      head = 0
    }
    return first
  }
}
