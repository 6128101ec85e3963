import Foundation
import TestSupport
import TouchInput

/// A touch event as recordings and worked cases write it; what a case leaves out is usual.
struct EventJSON: Decodable {
  var identifier: String
  var touchIdentifier: String?
  var timestamp: Double?
  var type: Int?
  var phase: Int?
  var force: Double?
  var altitudeAngle: Double?
  var azimuth: Double?
  var location: [Double]?
  var estimationUpdateIndex: Double?
  var estimatedProperties: Int?
  var estimatedPropertiesExpectingUpdates: Int?
  var isUpdate: Bool?
  var isPrediction: Bool?

  /// The event; nil for the marker of a callback, which has an identifier alone.
  var event: TouchEvent? {
    guard let touchIdentifier, let location else { return nil }
    return TouchEvent(
      identifier: identifier, touchIdentifier: touchIdentifier, timestamp: timestamp ?? 0,
      type: type.flatMap(TouchType.init) ?? .pencil,
      phase: phase.flatMap(TouchPhase.init) ?? .moved, force: force ?? 1,
      altitudeAngle: altitudeAngle ?? .pi / 2, azimuth: azimuth ?? 0,
      location: [location[0], location[1]], estimationUpdateIndex: estimationUpdateIndex,
      estimatedProperties: TouchProperties(rawValue: estimatedProperties ?? 0),
      estimatedPropertiesExpectingUpdates: TouchProperties(
        rawValue: estimatedPropertiesExpectingUpdates ?? 0),
      isUpdate: isUpdate ?? false, isPrediction: isPrediction ?? false)
  }

  /// The events as one batch, a marker among them as the batch's identifier.
  static func batch(_ events: [EventJSON]) -> TouchBatch {
    TouchBatch(
      identifier: events.first { $0.event == nil }?.identifier ?? "",
      events: events.compactMap(\.event))
  }
}

/// The recordings of Inkable, where they are.
enum InkableRecording {
  static let names = ["events", "pencil-antigrain", "pencil-error"]

  static let folder = RealDatasets.folder(of: "inkable")

  static func events(_ name: String) throws -> [TouchEvent] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(name).json"))
    return try JSONDecoder().decode([EventJSON].self, from: data).compactMap(\.event)
  }
}

/// A value of JSON whose kind is found out by looking.
enum JSONValue: Decodable, Equatable {
  case number(Double)
  case text(String)
  case list([JSONValue])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([JSONValue].self))
    }
  }

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var list: [JSONValue]? { if case .list(let value) = self { value } else { nil } }

  /// The delta that it writes; nil for an update of nothing, which is not announced here.
  var delta: StreamDelta? {
    guard let parts = list, let kind = parts.first?.text else { return nil }
    let line = Int(parts[1].number ?? -1)
    switch kind {
    case "added": return .added(line: line)
    case "completed": return .completed(line: line)
    case "unhandled": return parts[1].text.map { .unhandled(event: $0) }
    default:
      guard let hull = parts[2].list?.compactMap(\.number) else { return nil }
      return .updated(line: line, indices: Int(hull[0])...Int(hull[1]))
    }
  }
}
