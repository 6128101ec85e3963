import Foundation
import TouchInput

/// Collects pointer events by pointer, and makes strokes of each pointer's in order of time.
struct PointerEventAssembly: RecordingAssembly {
  static let events = "pointer events"

  /// What a pointer is known by: a browser numbers the pointers of all kinds together.
  private struct Pointer: Hashable {
    var identifier: Int
    var kind: String
  }

  private var order: [Pointer] = []
  private var events: [Pointer: [PointerEvent]] = [:]

  var isEmpty: Bool { order.isEmpty }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    let event = try decoder.decode(PointerEvent.self, from: element)
    guard let type = event.type, type.hasPrefix("pointer") || type.hasSuffix("pointercapture")
    else {
      throw EventFault(
        key: "type", value: event.type.map { ReadProblem.displayed($0) },
        message: "not the type of a pointer event", remedy: "use pointerdown, pointermove and so on"
      )
    }
    guard let identifier = event.pointerId else {
      throw EventFault(
        key: "pointerId", message: "the event does not say whose it is",
        remedy: "record pointerId with each event")
    }
    for sample in [event] + event.coalesced + event.predicted {
      guard SIMD2(sample.x, sample.y).isFinite, sample.timeStamp.isFinite else {
        throw EventFault(key: "clientX", message: "a position or time is not a finite number")
      }
    }
    let pointer = Pointer(identifier: identifier, kind: event.pointerType ?? "")
    if events[pointer] == nil { order.append(pointer) }
    events[pointer, default: []].append(event)
  }

  func recordings(_ source: RecordingSource) -> [Recording] {
    var kinds: [String] = []
    var strokes: [String: PointerStrokes] = [:]
    for pointer in order {
      if strokes[pointer.kind] == nil {
        kinds.append(pointer.kind)
        strokes[pointer.kind] = PointerStrokes(kind: pointer.kind)
      }
      for event in inOrder(events[pointer] ?? []) { strokes[pointer.kind]?.add(event) }
      strokes[pointer.kind]?.endPointer()
    }
    return kinds.compactMap { kind in
      guard let found = strokes[kind]?.finished(), !found.isEmpty else { return nil }
      let tool = Self.tools[kind] ?? source.tool
      return Recording(
        source: source.name, participant: source.participant, task: source.task,
        scale: source.scale, nominalRate: source.nominalRate, tool: tool,
        device: Self.devices[kind] ?? source.device, strokes: found)
    }
  }

  private static let tools: [String: Recording.Tool] = [
    "mouse": .mouse, "pen": .stylus, "touch": .finger,
  ]

  /// Whether a pen is on the display or beside it a browser does not say.
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
