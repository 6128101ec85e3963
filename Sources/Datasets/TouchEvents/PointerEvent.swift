/// One pointer event of a browser with those of its values that a recording uses.
///
/// Units: milliseconds, CSS pixels, degrees of tilt, radians of altitude and azimuth.
struct PointerEvent: Decodable, Hashable {
  var type: String?
  var pointerId: Int?
  var pointerType: String?
  var timeStamp: Double
  var x: Double
  var y: Double
  var pressure: Double?
  var tiltX: Double?
  var tiltY: Double?
  var altitudeAngle: Double?
  var azimuthAngle: Double?
  var buttons: Int?
  var coalesced: [PointerEvent] = []
  var predicted: [PointerEvent] = []

  private enum CodingKeys: String, CodingKey {
    case type
    case pointerId
    case pointerType
    case timeStamp
    case clientX
    case clientY
    case pageX
    case pageY
    case offsetX
    case offsetY
    case pressure
    case tiltX
    case tiltY
    case altitudeAngle
    case azimuthAngle
    case buttons
    case coalescedEvents
    case coalesced
    case predictedEvents
    case predicted
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    type = try keys.decodeIfPresent(String.self, forKey: .type)
    pointerId = try keys.decodeIfPresent(Int.self, forKey: .pointerId)
    pointerType = try keys.decodeIfPresent(String.self, forKey: .pointerType)
    timeStamp = try keys.decode(Double.self, forKey: .timeStamp)
    // Client coordinates do not move with scrolling, which is no motion of the pointer.
    let pairs: [(CodingKeys, CodingKeys)] = [(.pageX, .pageY), (.offsetX, .offsetY)]
    let (keyX, keyY) =
      pairs.first { keys.contains($0.0) && !keys.contains(.clientX) } ?? (.clientX, .clientY)
    x = try keys.decode(Double.self, forKey: keyX)
    y = try keys.decode(Double.self, forKey: keyY)
    pressure = try keys.decodeIfPresent(Double.self, forKey: .pressure)
    tiltX = try keys.decodeIfPresent(Double.self, forKey: .tiltX)
    tiltY = try keys.decodeIfPresent(Double.self, forKey: .tiltY)
    altitudeAngle = try keys.decodeIfPresent(Double.self, forKey: .altitudeAngle)
    azimuthAngle = try keys.decodeIfPresent(Double.self, forKey: .azimuthAngle)
    buttons = try keys.decodeIfPresent(Int.self, forKey: .buttons)
    coalesced =
      try keys.decodeIfPresent([PointerEvent].self, forKey: .coalescedEvents)
      ?? keys.decodeIfPresent([PointerEvent].self, forKey: .coalesced) ?? []
    predicted =
      try keys.decodeIfPresent([PointerEvent].self, forKey: .predictedEvents)
      ?? keys.decodeIfPresent([PointerEvent].self, forKey: .predicted) ?? []
  }
}

/// The facts that an element of type `pointerfacts` states about the events after it.
struct PointerFacts: Decodable, Hashable {
  /// The type of such an element.
  static let type = "pointerfacts"

  /// Who drew; nil where not stated.
  var participant: String?
  /// What was being done; nil where not stated.
  var task: String?
  /// The name of the trial; nil where there are no trials.
  var trial: String?
}
