import Foundation
import TouchInput

/// Reads pointer events of a browser (W3C Pointer Events, level 3) as JSON: an array, or one a line.
///
/// An event has `type`, `pointerId`, `timeStamp` in milliseconds and a position: `clientX` and
/// `clientY`, else `pageX` and `pageY`, else `offsetX` and `offsetY`, in CSS pixels. Read too are
/// `pointerType`, `buttons`, `pressure`, `altitudeAngle` and `azimuthAngle` (radians), else `tiltX` and
/// `tiltY` (degrees), `coalescedEvents` (or `coalesced`) and `predictedEvents` (or `predicted`).
///
/// A stroke is what a pointer does from `pointerdown` to `pointerup` or `pointercancel`; moves of a
/// mouse or pen without buttons hover: strokes named `hover-`, cut where nothing comes for 0.1 s.
/// The events of a pointer are put in the order of their `timeStamp`. Where an event has coalesced
/// ones, they are its samples, the last of them the one that was delivered, because the browser may
/// have moved the event itself to the frame's time; a `pointermove` that only repeats what
/// `pointerrawupdate` brought adds nothing. Predicted events are the device's own predictions.
/// Pressure becomes force but for a mouse, which has none; a pen's angles are kept. Numbers may be
/// written as texts. Other pointer events, such as `pointerenter` and `click`, are understood and add
/// nothing; events of other kinds, such as `mousemove`, are counted in one warning. There is one
/// recording for each kind of pointer. Objects and arrays around arrays of events are passed over.
///
/// An element of type `pointerfacts`, which the live page writes, has no sample. It begins a section
/// with recordings of its own: `participant` and `task` are those of its events, and `trial` is put before the names
/// of its strokes. A study has one for each trial, since the clock of a page restarts with the page.
/// Where the clock restarts without one (`ClockRestarts`), other recordings of that kind of pointer begin.
enum PointerEventReader: RecordingReader {
  /// The pointer events.
  static let format = RecordingFormat.pointerEvents

  /// An event with its lists: a mouse of 8 kHz has 130 samples a frame of 60 Hz.
  static let layout = JSONArrayScanner.Layout(
    lengthLimit: 256 * 1024, nestsObjects: true, allowsLines: true,
    wrappers: JSONWrappers(
      elementKeys: [
        "type", "pointerId", "timeStamp", "clientX", "pageX", "offsetX", "coalescedEvents",
        "coalesced", "predictedEvents", "predicted",
      ], isDeep: true))

  /// Reads one file; O(n log n) in time for n bytes, memory for its events.
  ///
  /// A file above 512 MiB is refused.
  static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: layout, into: PointerEventAssembly())
  }
}

/// Collects pointer events by pointer, and makes strokes of each pointer's in order of time.
struct PointerEventAssembly: RecordingAssembly {
  static let events = "pointer events"

  /// What a pointer is known by: a browser numbers the pointers of all kinds together.
  private struct Pointer: Hashable {
    var identifier: Int
    var group: Group
  }

  /// The pointers of one kind until the clock restarts.
  private struct Group: Hashable {
    var kind: String
    var session = 0
  }

  /// The clock of the pointers of one kind.
  private struct Clock {
    var restarts = ClockRestarts<(event: PointerEvent, line: Int)>(
      shortestInterval: PointerEventAssembly.frame / ClockFall.usualIntervals)
    var latest: Double?
    var session = 0
  }

  /// The events from one `pointerfacts` to the next.
  private struct Section {
    var facts = PointerFacts()
    var order: [Pointer] = []
    var events: [Pointer: [PointerEvent]] = [:]
  }

  private var sections = [Section()]
  private var clocks: [String: Clock] = [:]
  private var line = 0
  private var restarts = RestartLog()
  private var others = BrowserEvents()

  /// A `pointermove` may have the time of its frame and come before raw updates of that frame, in seconds.
  private static let frame = 0.02

  var isEmpty: Bool {
    sections.count == 1 && sections[0].order.isEmpty && !clocks.values.contains { $0.latest != nil }
  }

  mutating func begin(line: Int) { self.line = line }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    let event = try BrowserEvents.pointerEvent(element, decoder)
    if let type = event.type, others.skip(type) { return }
    guard let type = event.type, BrowserEvents.arePointers(type) else {
      throw EventFault(
        key: "type", value: event.type.map { ReadProblem.displayed($0) },
        message: "not the type of a pointer event", remedy: "use pointerdown, pointermove and so on"
      )
    }
    guard event.pointerId != nil else {
      throw EventFault(
        key: "pointerId", message: "the event has no pointer",
        remedy: "record pointerId with each event")
    }
    for sample in [event] + event.coalesced + event.predicted {
      guard SIMD2(sample.x, sample.y).isFinite, sample.timeStamp.isFinite else {
        throw EventFault(key: "clientX", message: "a position or time is not a finite number")
      }
    }
    if type == PointerFacts.type {
      endClocks()
      sections.append(Section(facts: try decoder.decode(PointerFacts.self, from: element)))
      return
    }
    let (kind, time) = (event.pointerType ?? "", event.timeStamp / 1000)
    var clock = clocks[kind] ?? Clock()
    // So that the clock has one owner.
    clocks[kind] = nil
    let release = clock.restarts.add((event, line), at: time, after: clock.latest)
    clock.latest = time
    if let first = release.held.first, let fall = release.restart {
      restarts.add(fall, line: first.line)
      clock.session += 1
    }
    clocks[kind] = clock
    for held in release.held { keep(held.event, clock.session) }
    if release.passes { keep(event, clock.session) }
  }

  mutating func finish(_ problems: inout ProblemLog) {
    endClocks()
    restarts.report(
      to: &problems,
      remedy: "begin each with an element of type \(PointerFacts.type), or write each to "
        + "a file of its own")
  }

  /// Keeps what is held, and forgets the clocks.
  private mutating func endClocks() {
    for kind in clocks.keys.sorted() {
      for held in clocks[kind]?.restarts.finish() ?? [] {
        keep(held.event, clocks[kind]?.session ?? 0)
      }
    }
    clocks = [:]
  }

  private mutating func keep(_ event: PointerEvent, _ session: Int) {
    guard let identifier = event.pointerId else { return }
    let pointer = Pointer(
      identifier: identifier, group: Group(kind: event.pointerType ?? "", session: session))
    let last = sections.count - 1
    if sections[last].events[pointer] == nil { sections[last].order.append(pointer) }
    sections[last].events[pointer, default: []].append(event)
  }

  func warnings(file: String) -> [ReadProblem] { others.warnings(file: file) }

  func recordings(_ source: RecordingSource) -> [Recording] {
    sections.flatMap { recordings(of: $0, source) }
  }

  private func recordings(of section: Section, _ source: RecordingSource) -> [Recording] {
    let facts = section.facts
    var groups: [Group] = []
    var strokes: [Group: PointerStrokes] = [:]
    for pointer in section.order {
      let group = pointer.group
      if strokes[group] == nil {
        groups.append(group)
        strokes[group] = PointerStrokes(kind: group.kind)
      }
      for event in inOrder(section.events[pointer] ?? []) { strokes[group]?.add(event) }
      strokes[group]?.endPointer()
    }
    var counts: [String: Int] = [:]
    return groups.compactMap { group in
      let earlier = counts[group.kind, default: 0]
      guard let found = strokes[group]?.finished(named: facts.trial, after: earlier), !found.isEmpty
      else { return nil }
      counts[group.kind] = earlier + found.count
      let tool = Self.tools[group.kind] ?? source.tool
      return Recording(
        source: source.name, participant: facts.participant ?? source.participant,
        task: facts.task ?? source.task,
        scale: source.scale, nominalRate: source.nominalRate, tool: tool,
        device: Self.devices[group.kind] ?? source.device, strokes: found)
    }
  }

  private static let tools: [String: Recording.Tool] = [
    "mouse": .mouse, "pen": .stylus, "touch": .finger,
  ]

  /// Browsers do not report whether a pen is on the display or on a separate tablet.
  private static let devices: [String: DeviceClass] = ["mouse": .mouse, "touch": .touchScreen]

  /// By time, and as they came where the time is the same.
  private func inOrder(_ events: [PointerEvent]) -> [PointerEvent] {
    events.enumerated()
      .sorted { ($0.element.timeStamp, $0.offset) < ($1.element.timeStamp, $1.offset) }
      .map(\.element)
  }
}

extension SIMD2<Double> {
  /// Whether both numbers are finite.
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
