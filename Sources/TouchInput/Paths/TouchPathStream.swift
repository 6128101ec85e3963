/// Batches of touch events in, the paths of all touches with what changed out.
///
/// A batch is divided by touch, each touch taken once, where it first appears, with all its events in
/// order. Paths keep their places in order of appearance. The final paths do not depend on how the
/// events were divided into batches.
///
/// An event whose identifier came before is ignored with a warning, whatever it holds, and so is one
/// whose time or position is not a finite number. An update for a
/// touch or a point that is not known is a full report, and becomes a point of its own, with a warning.
///
/// Cost: constant for an event, amortized; independent of the length of the paths.
public struct TouchPathStream: Sendable {
  /// The paths, in order of appearance.
  public private(set) var lines = PagedArray<TouchPath>()
  /// What did not fit since it was last taken.
  public private(set) var warnings: [InputWarning] = []
  /// How many events were merged so far.
  public private(set) var recomputed = 0

  private var assemblies: [TouchPathAssembly] = []
  private var places: [String: Int] = [:]
  private var seen: Set<String> = []

  /// Makes a stream without paths.
  public init() {}

  /// Takes in a batch.
  ///
  /// - Returns: What changed, touch by touch; at the end the batch's own identifier as unhandled,
  ///   where it has one.
  public mutating func process(_ batch: TouchBatch) -> [LineChange] {
    var changes: [LineChange] = []
    let events = batch.events.filter { accept($0) }
    for group in Self.byTouch(events) { merge(group, into: &changes) }
    if !batch.identifier.isEmpty { changes.append(.unhandled(event: batch.identifier)) }
    return changes
  }

  /// The warnings since the last call, which are then forgotten.
  package mutating func takeWarnings() -> [InputWarning] {
    defer { warnings = [] }
    return warnings
  }

  /// Forgets everything.
  public mutating func reset() { self = Self() }

  /// Whether an event can be used; a warning says why not.
  private mutating func accept(_ event: TouchEvent) -> Bool {
    guard event.timestamp.isFinite, event.location.x.isFinite, event.location.y.isFinite else {
      ignore(event, since: "its time or position is not a finite number")
      return false
    }
    guard seen.insert(event.identifier).inserted else {
      ignore(event, since: "an event of that name came before")
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

  /// The events of each touch together, in order of the touches' first appearance.
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
