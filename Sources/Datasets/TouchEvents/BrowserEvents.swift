import Foundation

/// The events of a browser that are no pointer events and add nothing, with a count of those that may surprise.
///
/// `click`, `auxclick` and `contextmenu` are pointer events of the standard without motion, and
/// `dblclick` follows from them. A page that logs everything also has mouse, touch and wheel events, which
/// repeat the motion of the pointer events or have none.
struct BrowserEvents {
  private static let skipped: Set<String> = ["click", "auxclick", "contextmenu", "dblclick"]

  private static let counted: Set<String> = [
    "wheel", "mousewheel", "scroll", "scrollend", "resize", "focus", "focusin", "focusout", "blur",
    "keydown", "keyup", "keypress", "input", "beforeinput", "change", "select", "selectstart",
    "selectionchange", "submit", "copy", "cut", "paste", "load", "unload", "beforeunload",
    "pagehide",
    "pageshow", "DOMContentLoaded", "visibilitychange", "fullscreenchange", "orientationchange",
    "deviceorientation", "devicemotion", "drop", "hashchange", "popstate",
  ]
  private static let prefixes = ["mouse", "touch", "drag", "gesture", "key", "composition"]

  private var counts: [(type: String, count: Int)] = []

  /// Returns whether events of a type are pointer events.
  static func arePointers(_ type: String) -> Bool {
    type.hasPrefix("pointer") || type.hasSuffix("pointercapture")
  }

  /// Returns whether events of a type are known and no pointer events.
  static func areOther(_ type: String) -> Bool { skipped.contains(type) || areCounted(type) }

  private static func areCounted(_ type: String) -> Bool {
    !arePointers(type) && (counted.contains(type) || prefixes.contains(where: type.hasPrefix))
  }

  /// Returns whether an event of a type is skipped, and counts it if that may surprise.
  mutating func skip(_ type: String) -> Bool {
    guard Self.areOther(type) else { return false }
    guard !Self.skipped.contains(type) else { return true }
    if let index = counts.firstIndex(where: { $0.type == type }) {
      counts[index].count += 1
    } else {
      counts.append((type, 1))
    }
    return true
  }

  /// The warning about events that were skipped; none if there were none.
  func warnings(file: String) -> [ReadProblem] {
    guard !counts.isEmpty else { return [] }
    let total = counts.reduce(0) { $0 + $1.count }
    let types =
      counts.prefix(4).map { ReadProblem.displayed($0.type) } + (counts.count > 4 ? ["…"] : [])
    return [
      ReadProblem(
        file: file, field: "type", value: types.joined(separator: ", "),
        message: total == 1
          ? "1 event that is no pointer event was skipped"
          : "\(total) events that are no pointer events were skipped",
        remedy: "the pointer events hold all motion; leave the others out to have no warning")
    ]
  }

  /// Returns an event; throws a fault in plain words for one that was stringified without its values.
  static func pointerEvent(_ element: Data, _ decoder: JSONDecoder) throws -> PointerEvent {
    do {
      return try decoder.decode(PointerEvent.self, from: element)
    } catch {
      let bytes = [UInt8](element)
      let hasPosition = ["\"clientX\"", "\"pageX\"", "\"offsetX\""].contains {
        bytes.contains(Array($0.utf8))
      }
      guard bytes.contains(Array("\"isTrusted\"".utf8)), !hasPosition else { throw error }
      throw EventFault(
        key: "isTrusted", value: ReadProblem.displayed(bytes),
        message:
          "the event was stringified without its values: JSON.stringify writes only isTrusted",
        remedy:
          "copy the properties by name when recording, as docs/reference/files.md#pointer-events shows"
      )
    }
  }
}
