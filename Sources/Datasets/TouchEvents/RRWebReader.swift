import Foundation
import TouchInput

/// Reads the events of a web page that rrweb recorded, as JSON.
///
/// The file is an array of events, an object with such an array, or one event a line. An event has `type`,
/// `data` and a `timestamp` in milliseconds. Of the incremental ones (type 3) are read mouse moves, touch
/// moves and drags (sources 1, 6 and 12), whose `positions` have a `timeOffset` to the timestamp, 0 or less,
/// and mouse interactions (source 2): pressed and released buttons, and touches that start and end.
///
/// A touch is a stroke from start to end, and so is the mouse while its button is down; else it hovers, in
/// strokes named `hover-`, cut where nothing comes for 0.1 s. Because positions come in batches, all are
/// put in the order of their times. Everything else of a page, such as its content, adds nothing. There is
/// one recording for the mouse and one for touches.
enum RRWebReader: RecordingReader {
  /// The events of rrweb.
  static let format = RecordingFormat.rrweb

  /// A snapshot of a page is one event, and nested as deeply as the page.
  static let layout = JSONArrayScanner.Layout(
    lengthLimit: 256 * 1024 * 1024, nestsObjects: true, allowsLines: true, depthLimit: 100_000,
    wrappers: JSONWrappers(elementKeys: ["type", "timestamp"]))

  /// Reads one file; O(n log n) in time for n bytes, memory for its positions and one event.
  ///
  /// A file above 512 MiB is refused.
  static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: layout, into: RRWebAssembly())
  }
}

/// Collects positions and interactions, and makes strokes of them in order of time.
private struct RRWebAssembly: RecordingAssembly {
  static let events = "events with motion (mouse moves, touch moves or drags)"

  /// One thing that happened at a time.
  private struct Happening {
    enum Kind {
      case move
      case drag
      case down
      case up
      case cancel
    }

    var kind: Kind
    var time: Double
    var position: SIMD2<Double>
  }

  private var mouse: [Happening] = []
  private var touches: [Happening] = []

  var isEmpty: Bool { mouse.isEmpty && touches.isEmpty }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    guard Self.mayMove(element) else { return }
    let event = try decoder.decode(RRWebEvent.self, from: element)
    guard event.type == RRWebEvent.incremental, let data = event.data else { return }
    switch data.source {
    case 1: try add(data.positions, at: event.timestamp, as: .move, isTouch: false)
    case 6: try add(data.positions, at: event.timestamp, as: .move, isTouch: true)
    case 12: try add(data.positions, at: event.timestamp, as: .drag, isTouch: false)
    case 2: try interact(data, at: event.timestamp)
    default: break
    }
  }

  /// Returns whether an event can be one of motion: a snapshot may be nested too deeply to be decoded.
  private static func mayMove(_ element: Data) -> Bool {
    let length = 4096
    let (start, end) = (Array(element.prefix(length)), Array(element.suffix(length)))
    func has(_ key: String) -> Bool {
      let key = Array("\"\(key)\"".utf8)
      return start.contains(key) || end.contains(key)
    }
    return has("source") || has("positions") || !has("type")
  }

  private mutating func add(
    _ positions: [RRWebEvent.Position], at timestamp: Double, as kind: Happening.Kind, isTouch: Bool
  ) throws(EventFault) {
    let found = positions.map {
      Happening(kind: kind, time: timestamp + $0.timeOffset, position: SIMD2($0.x, $0.y))
    }
    for happening in found { try Self.check(happening) }
    if isTouch { touches += found } else { mouse += found }
  }

  private mutating func interact(_ data: RRWebEvent.Content, at timestamp: Double)
    throws(EventFault)
  {
    let (kind, isTouch): (Happening.Kind, Bool)
    switch data.interaction {
    case 0: (kind, isTouch) = (.up, false)
    case 1: (kind, isTouch) = (.down, data.isTouch)
    case 7: (kind, isTouch) = (.down, true)
    case 9: (kind, isTouch) = (.up, true)
    case 10: (kind, isTouch) = (.cancel, true)
    default: return
    }
    guard let x = data.x, let y = data.y else {
      // The end of a touch may have no position.
      guard kind != .down else {
        throw EventFault(key: "data.x", message: "the event has no position")
      }
      let last = (isTouch ? touches : mouse).last?.position ?? .zero
      let happening = Happening(kind: .cancel, time: timestamp, position: last)
      if isTouch { touches.append(happening) } else { mouse.append(happening) }
      return
    }
    let happening = Happening(kind: kind, time: timestamp, position: SIMD2(x, y))
    try Self.check(happening)
    if isTouch { touches.append(happening) } else { mouse.append(happening) }
  }

  private static func check(_ happening: Happening) throws(EventFault) {
    guard happening.time.isFinite, happening.position.x.isFinite, happening.position.y.isFinite
    else {
      throw EventFault(key: "data", message: "a position or time is not a finite number")
    }
  }

  func recordings(_ source: RecordingSource) -> [Recording] {
    [
      recording(source, mouse, kind: "mouse", .mouse, .mouse),
      recording(source, touches, kind: "touch", .finger, .touchScreen),
    ].compactMap(\.self)
  }

  private func recording(
    _ source: RecordingSource, _ happenings: [Happening], kind: String, _ tool: Recording.Tool,
    _ device: DeviceClass
  ) -> Recording? {
    var strokes = PointerStrokes(kind: kind)
    var isDown = false
    var isDragging = false
    for happening in Self.inOrder(happenings) {
      switch happening.kind {
      case .down: (isDown, isDragging) = (true, false)
      case .up, .cancel: (isDown, isDragging) = (false, false)
      case .drag: isDragging = true
      // The end of a drag is not reported as a released button.
      case .move where isDragging: (isDown, isDragging) = (false, false)
      case .move: break
      }
      strokes.add(Self.event(happening, isDown: isDown || isDragging))
    }
    strokes.endPointer()
    let found = strokes.finished()
    guard !found.isEmpty else { return nil }
    return Recording(
      source: source.name, participant: source.participant, task: source.task, scale: source.scale,
      nominalRate: source.nominalRate, tool: tool, device: device, strokes: found)
  }

  private static func inOrder(_ happenings: [Happening]) -> [Happening] {
    happenings.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private static func event(_ happening: Happening, isDown: Bool) -> PointerEvent {
    let type =
      switch happening.kind {
      case .move, .drag: "pointermove"
      case .down: "pointerdown"
      case .up: "pointerup"
      case .cancel: "pointercancel"
      }
    return PointerEvent(
      type: type, timeStamp: happening.time, position: happening.position, buttons: isDown ? 1 : 0)
  }
}

/// One event of rrweb with those of its values that a recording uses.
private struct RRWebEvent: Decodable {
  /// The type of incremental events.
  static let incremental = 3

  struct Position: Decodable {
    var x: Double
    var y: Double
    var timeOffset: Double

    private enum CodingKeys: String, CodingKey {
      case x, y, timeOffset
    }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      x = try keys.requiredWrittenNumber(forKey: .x)
      y = try keys.requiredWrittenNumber(forKey: .y)
      timeOffset = try keys.writtenNumber(forKey: .timeOffset) ?? 0
    }
  }

  /// What an incremental event holds.
  struct Content: Decodable {
    var source: Int?
    var positions: [Position] = []
    var interaction: Int?
    var x: Double?
    var y: Double?
    /// Indicates whether a press is that of a finger; older versions do not say.
    var isTouch = false

    private enum CodingKeys: String, CodingKey {
      case source, positions, type, x, y, pointerType
    }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      source = try keys.writtenInteger(forKey: .source)
      switch source {
      case 1, 6, 12: positions = try keys.decode([Position].self, forKey: .positions)
      case 2:
        interaction = try keys.writtenInteger(forKey: .type)
        x = try keys.writtenNumber(forKey: .x)
        y = try keys.writtenNumber(forKey: .y)
        isTouch = try keys.writtenInteger(forKey: .pointerType) == 2
      default: break
      }
    }
  }

  var type: Int?
  var timestamp: Double
  var data: Content?

  private enum CodingKeys: String, CodingKey {
    case type, timestamp, data
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    type = try keys.writtenInteger(forKey: .type)
    timestamp = 0
    guard type == Self.incremental else { return }
    timestamp = try keys.requiredWrittenNumber(forKey: .timestamp)
    data = try keys.decode(Content.self, forKey: .data)
  }
}
