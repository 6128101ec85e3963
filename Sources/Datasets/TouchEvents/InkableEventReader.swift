import Foundation
import TouchInput

/// Reads a JSON array of touch events as exported by Inkable, or of callbacks with their events.
///
/// Measured events become the samples of their touch's stroke, with the values known on arrival;
/// strokes are in order of first appearance, and there is one recording for each kind of tool. An
/// update changes only `settledForces`; each run of predictions becomes one batch of the device's
/// own predictions, which the end of a callback ends too. A correction may also end the touch whose last report it is about. Events with an identifier that was seen before are skipped, so is hovering
/// (phases 5 to 7). All samples are `actual` but those that say themselves that they are coalesced,
/// with callbacks or without. Elements that are damaged are
/// reported with the line on which they begin, and left out; an event of a callback costs itself. Where an event has a `preciseLocation`,
/// which Inkable itself does not write, that is the position and `location` the regular one; so with
/// `exactLocation`, the exact position, and `unmeasured`, the values that stand in for none. Where the
/// clock restarts (`ClockRestarts`), other touches and recordings begin.
package enum InkableEventReader: RecordingReader {
  /// The Inkable event array.
  package static let format = RecordingFormat.inkableJSON

  /// The greatest size of a file, in bytes.
  package static let sizeLimit = EventArrayPass.sizeLimit

  /// Reads one file; O(bytes) in time, memory for its samples and one element.
  ///
  /// A file above `sizeLimit` is refused.
  package static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: TouchEventFile.layout, into: InkableAssembly())
  }
}

/// Puts touch events together into strokes, in order of arrival.
struct InkableAssembly: RecordingAssembly {
  static let events = "touch events"

  private struct Touch {
    var stroke: Stroke
    var tool: Recording.Tool
    /// How often the clock had restarted.
    var session: Int
    /// The sample that a later update with this index refers to.
    var places: [Double: Int] = [:]
    var settled: [Double?] = []
    /// Whether the device corrects forces later.
    var expectsForces = false
    var exact: [SIMD2<Double>] = []
    var isComplete = false
    /// The callback of the last event if that was a prediction, which the next prediction joins.
    var runCallback: Int?
  }

  private var touches: [Touch] = []
  private var places: [String: Int] = [:]
  private var known: Set<String> = []
  private var clock = ClockRestarts<Element>()
  private var session = 0
  private var line = 0
  /// The number of callbacks that ended.
  private var callback = 0
  private var restarts = RestartLog()
  /// What was wrong with events that had been held.
  private var lateFaults: [(line: Int, fault: EventFault)] = []
  private var callbackFaults = CallbackFaults()

  /// An event that may be held until it is known whether the clock restarted.
  private struct Element {
    var event: InkableEvent
    var sample: TouchSample
    var tool: Recording.Tool
    var line: Int
    var callback: Int
  }

  var isEmpty: Bool { touches.isEmpty && !clock.isHolding && callbackFaults.isEmpty }

  mutating func begin(line: Int) { self.line = line }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    switch try decoder.decode(EventArrayElement<InkableEvent>.self, from: element) {
    case .event(let event): try add(event)
    case .callback(_, let events):
      endCallback()
      var faults = callbackFaults
      for (index, event) in events.enumerated() {
        faults.note(line: line, event: index) { try add(event.get()) }
      }
      callbackFaults = faults
      endCallback()
    case .callbackEnd: endCallback()
    }
  }

  /// Adds one event; throws, with the state unchanged, where it cannot be used.
  mutating func add(_ event: InkableEvent) throws(EventFault) {
    guard var tool = Self.tool(type: event.type) else {
      throw EventFault(
        key: "type", value: String(event.type), message: "not a type of touch",
        remedy: "use 0 (direct), 1 (indirect), 2 (pencil) or 3 (pointer)")
    }
    if event.unmeasured?.contains(.type) == true { tool = .unknown }
    guard !event.touchIdentifier.isEmpty else {
      throw EventFault(
        key: "touchIdentifier", message: "the event names no touch")
    }
    try Self.checkPair(event.location, key: "location")
    if let precise = event.preciseLocation { try Self.checkPair(precise, key: "preciseLocation") }
    if let exact = event.exactLocation { try Self.checkPair(exact, key: "exactLocation") }
    guard !known.contains(event.identifier) else { return }
    guard let phase = try Self.phase(event.phase) else { return }
    let sample = Self.sample(event, tool, phase)
    let element = Element(event: event, sample: sample, tool: tool, line: line, callback: callback)
    // Predictions and corrections have times of other moments.
    let isNew = !event.isPrediction && !event.isUpdate && !corrects(event)
    // Touches may stand one after another though they overlap in time.
    let latest = places[event.touchIdentifier].flatMap { touches[$0].stroke.samples.last?.time }
    let release = isNew ? clock.add(element, at: sample.time, after: latest) : clock.add(element)
    if let first = release.held.first, let fall = release.restart {
      restarts.add(fall, line: first.line)
      session += 1
      places = [:]
    }
    useHeld(release.held)
    if release.passes { try use(element) }
    known.insert(event.identifier)
  }

  mutating func finish(_ problems: inout ProblemLog) {
    useHeld(clock.finish())
    for late in lateFaults {
      problems.add(
        line: late.line, field: late.fault.key, value: late.fault.value,
        message: late.fault.message,
        remedy: late.fault.remedy)
    }
    callbackFaults.report(to: &problems)
    restarts.report(to: &problems)
  }

  private mutating func useHeld(_ elements: [Element]) {
    for element in elements {
      do throws(EventFault) { try use(element) } catch { lateFaults.append((element.line, error)) }
    }
  }

  /// Indicates whether an event is about a sample that came before.
  private func corrects(_ event: InkableEvent) -> Bool {
    guard let place = places[event.touchIdentifier], let index = event.estimationUpdateIndex else {
      return false
    }
    return touches[place].places[index] != nil
  }

  private mutating func use(_ element: Element) throws(EventFault) {
    let (event, sample) = (element.event, element.sample)
    if event.isPrediction {
      try predict(element)
    } else if let place = places[event.touchIdentifier],
      let index = event.estimationUpdateIndex, let corrected = touches[place].places[index]
    {
      touches[place].settled[corrected] = sample.force
      end(place, at: corrected, by: sample.phase)
      touches[place].runCallback = nil
    } else if event.isUpdate {
      throw EventFault(
        key: "estimationUpdateIndex",
        value: event.estimationUpdateIndex.map(DecimalNumber.shortest),
        message: "an update to a sample that is not in the file")
    } else {
      try measure(event, sample, element.tool)
    }
  }

  /// Ends the run of predictions of every touch.
  mutating func endCallback() { callback += 1 }

  /// One recording for each kind of tool and session, in order of first appearance.
  func recordings(_ source: RecordingSource) -> [Recording] {
    var result: [Recording] = []
    var sessions: [Int] = []
    var names: Set<String> = []
    for touch in touches {
      var stroke = touch.stroke
      stroke.kind = Stroke.Kind(ofStrokeNamed: stroke.identifier)
      if touch.expectsForces { stroke.settledForces = touch.settled }
      if touch.exact.count == stroke.samples.count { stroke.exactPositions = touch.exact }
      let tool = touch.tool == .unknown ? source.tool : touch.tool
      if !names.insert(stroke.identifier).inserted {
        stroke.identifier += "#\(touch.session + 1)"
      }
      let known = zip(result, sessions).map { $0.tool == tool && $1 == touch.session }
      if let index = known.firstIndex(of: true) {
        result[index].strokes.append(stroke)
        continue
      }
      result.append(
        Recording(
          source: source.name, participant: source.participant, task: source.task,
          scale: source.scale, nominalRate: source.nominalRate, tool: tool,
          device: source.device, strokes: [stroke]))
      sessions.append(touch.session)
    }
    return result
  }

  private mutating func predict(_ element: Element) throws(EventFault) {
    let (event, sample) = (element.event, element.sample)
    guard let place = places[event.touchIdentifier] else {
      throw EventFault(
        key: "touchIdentifier", value: ReadProblem.displayed(event.touchIdentifier),
        message: "a prediction for a touch that has no sample yet")
    }
    guard !touches[place].isComplete else {
      throw EventFault(
        key: "touchIdentifier", value: ReadProblem.displayed(event.touchIdentifier),
        message: "a prediction for a touch that has ended")
    }
    let count = touches[place].stroke.samples.count
    var predicted = sample
    predicted.kind = .predicted
    predicted.phase = .moved
    if touches[place].runCallback == element.callback {
      let last = touches[place].stroke.devicePredictions.count - 1
      touches[place].stroke.devicePredictions[last].samples.append(predicted)
    } else {
      touches[place].stroke.devicePredictions.append(
        DevicePredictionBatch(samplesBefore: count, samples: [predicted]))
      touches[place].runCallback = element.callback
    }
  }

  private mutating func measure(
    _ event: InkableEvent, _ sample: TouchSample, _ tool: Recording.Tool
  ) throws(EventFault) {
    let place = places[event.touchIdentifier] ?? touches.count
    if place == touches.count {
      places[event.touchIdentifier] = place
      let stroke = Stroke(
        identifier: event.touchIdentifier, samples: [],
        maximumPossibleForce: Self.maximumForce(event))
      touches.append(Touch(stroke: stroke, tool: tool, session: session))
    }
    guard !touches[place].isComplete else {
      throw EventFault(
        key: "touchIdentifier", value: ReadProblem.displayed(event.touchIdentifier),
        message: "a sample of a touch that has ended")
    }
    if let index = event.estimationUpdateIndex {
      touches[place].places[index] = touches[place].stroke.samples.count
      touches[place].expectsForces = touches[place].expectsForces || event.expectsForce
    }
    touches[place].stroke.samples.append(sample)
    if let exact = event.exactLocation { touches[place].exact.append(SIMD2(exact[0], exact[1])) }
    touches[place].settled.append(sample.force)
    touches[place].runCallback = nil
    touches[place].isComplete = sample.phase == .ended || sample.phase == .cancelled
  }

  /// Ends a touch whose last report is corrected to be its end.
  private mutating func end(_ place: Int, at index: Int, by phase: TouchSample.Phase) {
    guard phase == .ended || phase == .cancelled, !touches[place].isComplete,
      index == touches[place].stroke.samples.count - 1
    else { return }
    touches[place].stroke.samples[index].phase = phase
    touches[place].isComplete = true
  }

  private static func maximumForce(_ event: InkableEvent) -> Double? {
    guard event.unmeasured?.contains(.maximumPossibleForce) != true else { return nil }
    return event.maximumPossibleForce.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func checkPair(_ numbers: [Double], key: String) throws(EventFault) {
    guard numbers.count == 2 else {
      throw EventFault(
        key: key, value: "\(numbers.count) numbers", message: "a location is two numbers")
    }
  }

  private static func sample(
    _ event: InkableEvent, _ tool: Recording.Tool, _ phase: TouchSample.Phase
  ) -> TouchSample {
    let regular = SIMD2(event.location[0], event.location[1])
    let precise = event.preciseLocation.map { SIMD2($0[0], $0[1]) }
    let unmeasured = event.unmeasured ?? Self.unmeasured(event, tool)
    return TouchSample(
      time: event.timestamp, position: precise ?? regular,
      regularPosition: precise == nil ? nil : regular,
      force: unmeasured.contains(.force) ? nil : event.force,
      altitude: unmeasured.contains(.altitude) ? nil : event.altitudeAngle,
      azimuth: unmeasured.contains(.azimuth) ? nil : event.azimuth,
      kind: event.isCoalesced == true ? .coalesced : .actual, phase: phase)
  }

  /// Returns what is not measured where the event does not say: forces of 0 of 0, angles of anything but pens.
  private static func unmeasured(_ event: InkableEvent, _ tool: Recording.Tool) -> UnmeasuredValues
  {
    var values: UnmeasuredValues = []
    if event.force == 0, event.maximumPossibleForce == 0 { values.insert(.force) }
    if tool != .stylus { values.formUnion([.azimuth, .altitude]) }
    return values
  }

  private static func tool(type: Int) -> Recording.Tool? {
    switch type {
    case 0: .finger
    case 1: .unknown
    case 2: .stylus
    case 3: .mouse
    default: nil
    }
  }

  /// Returns the phase; nil for hovering, which is not contact.
  private static func phase(_ number: Int) throws(EventFault) -> TouchSample.Phase? {
    switch number {
    case 0: return .began
    case 1, 2: return .moved
    case 3: return .ended
    case 4: return .cancelled
    case 5, 6, 7: return nil
    default:
      throw EventFault(
        key: "phase", value: String(number), message: "not a phase",
        remedy: "use 0 (began), 1 (moved), 2 (stationary), 3 (ended) or 4 (cancelled)")
    }
  }
}
