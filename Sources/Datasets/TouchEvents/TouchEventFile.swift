import Foundation
import TouchInput

/// A file of touch events: Inkable's array, exactly, or the form that also keeps the callbacks.
///
/// Inkable's form is a JSON array of flat events; a marker, an object that has only an `identifier`,
/// ends a callback. The form with batches is an array of `{"callback": NAME, "events": [EVENT, …]}`.
/// One array may have both. Damaged elements are reported with the line on which they begin, and
/// dropped; a damaged event of a callback costs itself.
package struct TouchEventFile: Sendable {
  /// The events by callback, in order; one event after another where the file has no callbacks.
  package let batches: [TouchBatch]
  /// Whether the file has callbacks.
  package let keepsBatches: Bool
  /// What could not be read.
  package let problems: [ReadProblem]
  /// The number of elements that were read, and of those that were rejected.
  package let counts: (read: Int, rejected: Int)

  /// All events, in order.
  package var events: [TouchEvent] { batches.flatMap(\.events) }

  /// The events as an application received them: by callback or, where the file has no callbacks, as
  /// `TouchBatching` divides them.
  package var applicationBatches: [TouchBatch] {
    keepsBatches ? batches : TouchBatching.batches(of: events)
  }

  /// The events as an application received them; one per batch where nothing divides them.
  package var delivered: [TouchBatch] {
    let events = events
    let isWhole = !keepsBatches && !events.contains(where: \.isPrediction)
    return isWhole ? events.map { TouchBatch(events: [$0]) } : applicationBatches
  }

  /// What an array of touch events looks like: an element may be a callback, with a list of its events.
  static let layout = JSONArrayScanner.Layout(
    lengthLimit: 16 * 1024 * 1024, nestsObjects: true, objectLists: ["events"])

  /// Reads a file; O(bytes) in time, memory for its events and one element.
  ///
  /// - Throws: `ReadProblem` where the file cannot be read at all.
  package init(path: String) throws(ReadProblem) {
    let file = try InputFile(path: path)
    let outcome = try EventArrayPass.scanned(
      JSONArrayScanner(file, layout: Self.layout), path: path, into: TouchEventAssembly())
    batches = outcome.assembly.batches
    keepsBatches = outcome.assembly.keepsBatches
    var problems = outcome.problems
    if !problems.isEmpty {
      problems[0].assumption = "read as touch events, \(RecordingFormat.inkableJSON.rawValue)"
    }
    self.problems = problems
    counts = (outcome.read, outcome.rejected)
  }

  /// Returns the events as Inkable's array.
  ///
  /// Read and written again, an array has the same events, key for key and number for number; spaces
  /// and the order of keys are our own.
  package static func json(of events: some Sequence<TouchEvent>) -> String {
    JSONDocument.array(events.map(document(of:))).rendered() + "\n"
  }

  /// Returns the events as Inkable's array, in which a marker, an object that has only an `identifier`, ends each
  /// callback.
  package static func json(markingCallbacks batches: [TouchBatch]) -> String {
    JSONDocument.array(
      batches.enumerated().flatMap { number, batch in
        let name = batch.identifier.isEmpty ? "callback \(number + 1)" : batch.identifier
        return batch.events.map(document(of:)) + [.object([("identifier", .text(name))])]
      }
    ).rendered() + "\n"
  }

  /// Returns the events with the callbacks that they came in.
  package static func json(of batches: [TouchBatch]) -> String {
    JSONDocument.array(
      batches.map { batch in
        .object([
          ("callback", .text(batch.identifier)),
          ("events", .array(batch.events.map(document(of:)))),
        ])
      }
    ).rendered() + "\n"
  }

  private static func document(of event: TouchEvent) -> JSONDocument {
    func pair(_ vector: SIMD2<Double>) -> JSONDocument {
      .array([.number(vector.x), .number(vector.y)])
    }
    let members: [(key: TouchEvent.CodingKeys, value: JSONDocument?)] = [
      (.identifier, .text(event.identifier)), (.touchIdentifier, .text(event.touchIdentifier)),
      (.timestamp, .number(event.timestamp)), (.type, .integer(event.type.rawValue)),
      (.phase, .integer(event.phase.rawValue)), (.force, .number(event.force)),
      (.maximumPossibleForce, .number(event.maximumPossibleForce)),
      (.altitudeAngle, .number(event.altitudeAngle)), (.azimuth, .number(event.azimuth)),
      (.azimuthUnitVector, pair(event.azimuthUnitVector)),
      (.majorRadius, .number(event.majorRadius)),
      (.majorRadiusTolerance, .number(event.majorRadiusTolerance)),
      (.location, pair(event.location)), (.preciseLocation, event.preciseLocation.map(pair)),
      (.estimationUpdateIndex, event.estimationUpdateIndex.map(JSONDocument.number)),
      (.estimatedProperties, .integer(event.estimatedProperties.rawValue)),
      (
        .estimatedPropertiesExpectingUpdates,
        .integer(event.estimatedPropertiesExpectingUpdates.rawValue)
      ),
      (.isUpdate, .flag(event.isUpdate)), (.isPrediction, .flag(event.isPrediction)),
      (.isCoalesced, event.isCoalesced ? .flag(true) : nil),
      (.unmeasured, (event.unmeasured?.rawValue).map(JSONDocument.integer)),
      (.exactLocation, event.exactLocation.map(pair)),
    ]
    return .object(
      members.compactMap { member in member.value.map { (member.key.rawValue, $0) } })
  }
}

/// Collects touch events by callback.
private struct TouchEventAssembly: EventArrayAssembly {
  static let events = "touch events"

  private(set) var batches: [TouchBatch] = []
  private(set) var keepsBatches = false
  private var open: [TouchEvent] = []

  private var line = 0
  private var faults = CallbackFaults()

  var isEmpty: Bool { batches.isEmpty && open.isEmpty }

  mutating func begin(line: Int) { self.line = line }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    switch try decoder.decode(EventArrayElement<TouchEvent>.self, from: element) {
    case .event(let event): open.append(try Self.checked(event))
    case .callback(let name, let events):
      close(named: "")
      var batch = TouchBatch(identifier: name, events: [])
      for (index, event) in events.enumerated() {
        faults.note(line: line, event: index) { batch.events.append(try Self.checked(event.get())) }
      }
      batches.append(batch)
      keepsBatches = true
    case .callbackEnd(let name):
      close(named: name)
      keepsBatches = true
    }
  }

  /// Ends what is still open, at the end of the array.
  mutating func finish(_ problems: inout ProblemLog) {
    close(named: "")
    faults.report(to: &problems)
  }

  private mutating func close(named name: String) {
    guard !open.isEmpty else { return }
    batches.append(TouchBatch(identifier: name, events: open))
    open = []
  }

  private static func checked(_ event: TouchEvent) throws(EventFault) -> TouchEvent {
    guard !event.touchIdentifier.isEmpty else {
      throw EventFault(
        key: "touchIdentifier", message: "the event names no touch")
    }
    return event
  }
}
