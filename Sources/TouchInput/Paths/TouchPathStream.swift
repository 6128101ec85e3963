/// A stream stage that turns batches of touch events into the paths of all touches.
///
/// The events of a batch are grouped by touch, in order of first appearance. Paths keep their
/// indices, in order of appearance. The final paths do not depend on how the events were divided
/// into batches.
///
/// An event with a repeated identifier is ignored with a warning, and so is one whose time or
/// position is not finite. An update for an unknown touch or point is treated as a full report: it
/// becomes a point of its own, with a warning.
///
/// Cost: constant for an event, amortized; independent of the length of the paths.
public struct TouchPathStream: Sendable {
  /// The paths, in order of appearance.
  public private(set) var lines = PagedArray<TouchPath>()
  /// The warnings since they were last taken.
  public private(set) var warnings: [InputWarning] = []
  /// The number of events merged so far.
  public private(set) var recomputed = 0

  private var assemblies: [TouchPathAssembly] = []
  private var places: [String: Int] = [:]
  private var seen: Set<String> = []

  /// Creates a stream without paths.
  public init() {}

  /// Processes a batch.
  ///
  /// - Returns: The changes, touch by touch; then the batch's own identifier as unhandled, if it
  ///   has one.
  public mutating func process(_ batch: TouchBatch) -> [LineChange] {
    var changes: [LineChange] = []
    let events = batch.events.filter { accept($0) }
    for group in Self.byTouch(events) { merge(group, into: &changes) }
    if !batch.identifier.isEmpty { changes.append(.unhandled(event: batch.identifier)) }
    return changes
  }

  /// Returns the warnings since the last call and clears them.
  public mutating func takeWarnings() -> [InputWarning] {
    defer { warnings = [] }
    return warnings
  }

  /// Resets to the initial state.
  public mutating func reset() { self = Self() }

  /// Returns whether an event can be used; warns if not.
  private mutating func accept(_ event: TouchEvent) -> Bool {
    guard event.timestamp.isFinite, event.location.x.isFinite, event.location.y.isFinite else {
      ignore(event, since: "its time or position is not finite")
      return false
    }
    guard seen.insert(event.identifier).inserted else {
      ignore(event, since: "its identifier is a duplicate")
      return false
    }
    return true
  }

  private mutating func ignore(_ event: TouchEvent, since problem: String) {
    warnings.append(
      InputWarning(
        place: "event \(event.identifier)", problem: problem, consequence: "ignored"))
  }

  private mutating func merge(_ events: ArraySlice<TouchEvent>, into changes: inout [LineChange]) {
    guard let touch = events.first?.touchIdentifier else { return }
    let known = places[touch]
    let line = known ?? lines.count
    if known == nil {
      lines.append(TouchPath(touchIdentifier: touch))
      assemblies.append(TouchPathAssembly())
    }
    let outcome = assemblies[line].merge(events, into: &lines[line])
    recomputed += events.count
    warnings += outcome.warnings
    places[touch] = line
    if known == nil {
      changes.append(.added(line: line))
    } else if !outcome.changed.isEmpty {
      changes.append(.updated(line: line, indices: outcome.changed))
    }
    if lines[line].isComplete { changes.append(.completed(line: line)) }
  }

  /// Returns the events grouped by touch, in order of first appearance.
  private static func byTouch(_ events: [TouchEvent]) -> [ArraySlice<TouchEvent>] {
    guard let first = events.first else { return [] }
    if events.allSatisfy({ $0.touchIdentifier == first.touchIdentifier }) { return [events[...]] }
    var order: [String: Int] = [:]
    var groups: [[TouchEvent]] = []
    for event in events {
      if let place = order[event.touchIdentifier] {
        groups[place].append(event)
      } else {
        order[event.touchIdentifier] = groups.count
        groups.append([event])
      }
    }
    return groups.map { $0[...] }
  }
}
