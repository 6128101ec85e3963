import TouchInput

/// One element of an array of touch events, whose events are read as one type or another.
///
/// An event, or a callback `{"callback": NAME, "events": [EVENT, …]}`, or the marker that ends the
/// events of a callback, an object that has only an `identifier`.
enum EventArrayElement<Event: Decodable>: Decodable {
  /// An event.
  case event(Event)
  /// A callback with its name, empty if it has none, and its events; a damaged event is its error.
  case callback(String, [Result<Event, any Error>])
  /// The end of a callback with its name.
  case callbackEnd(String)

  private enum CodingKeys: String, CodingKey {
    case callback
    case events
  }

  /// An event of a list, which does not damage the others.
  private struct Attempt: Decodable {
    let result: Result<Event, any Error>

    init(from decoder: any Decoder) throws { result = Result { try Event(from: decoder) } }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let touch = try decoder.container(keyedBy: TouchEvent.CodingKeys.self)
    if values.contains(.events) {
      self = .callback(
        try values.decodeIfPresent(String.self, forKey: .callback) ?? "",
        try values.decode([Attempt].self, forKey: .events).map(\.result))
    } else if touch.allKeys == [.identifier] {
      self = .callbackEnd(try touch.decode(String.self, forKey: .identifier))
    } else {
      self = .event(try Event(from: decoder))
    }
  }
}

/// The damaged events of callbacks, each with the line on which its callback begins.
struct CallbackFaults {
  private var faults: [(line: Int, fault: EventFault)] = []

  /// Whether no event was damaged.
  var isEmpty: Bool { faults.isEmpty }

  /// Keeps the error of an event that cannot be used.
  ///
  /// - Parameters:
  ///   - line: The line on which the callback begins.
  ///   - index: The index of the event in the callback.
  ///   - body: Uses the event.
  mutating func note(line: Int, event index: Int, _ body: () throws -> Void) {
    do { try body() } catch {
      var fault = EventFault(error, [])
      let place = "events[\(index)]"
      let key = fault.key ?? ""
      if !key.hasPrefix(place) { fault.key = key.isEmpty ? place : "\(place).\(key)" }
      faults.append((line, fault))
    }
  }

  /// Reports the errors in the order of the file.
  func report(to problems: inout ProblemLog) {
    for (line, fault) in faults {
      problems.add(
        line: line, field: fault.key, value: fault.value, message: fault.message,
        remedy: fault.remedy)
    }
  }
}
