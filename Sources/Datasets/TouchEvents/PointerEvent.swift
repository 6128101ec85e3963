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

  /// Creates an event with a position and a time in milliseconds.
  init(type: String, timeStamp: Double, position: SIMD2<Double>, buttons: Int) {
    self.type = type
    self.timeStamp = timeStamp
    (x, y) = (position.x, position.y)
    self.buttons = buttons
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    type = try keys.decodeIfPresent(String.self, forKey: .type)
    if let type, BrowserEvents.areOther(type) {
      // Of an event that adds nothing, nothing is needed.
      (timeStamp, x, y) = (0, 0, 0)
      return
    }
    pointerId = try keys.writtenInteger(forKey: .pointerId)
    pointerType = try keys.decodeIfPresent(String.self, forKey: .pointerType)
    timeStamp = try keys.requiredWrittenNumber(forKey: .timeStamp)
    // Client coordinates do not move with scrolling, which is no motion of the pointer.
    let pairs: [(CodingKeys, CodingKeys)] = [(.pageX, .pageY), (.offsetX, .offsetY)]
    let (keyX, keyY) =
      pairs.first { keys.contains($0.0) && !keys.contains(.clientX) } ?? (.clientX, .clientY)
    x = try keys.requiredWrittenNumber(forKey: keyX)
    y = try keys.requiredWrittenNumber(forKey: keyY)
    pressure = try keys.writtenNumber(forKey: .pressure)
    tiltX = try keys.writtenNumber(forKey: .tiltX)
    tiltY = try keys.writtenNumber(forKey: .tiltY)
    altitudeAngle = try keys.writtenNumber(forKey: .altitudeAngle)
    azimuthAngle = try keys.writtenNumber(forKey: .azimuthAngle)
    buttons = try keys.writtenInteger(forKey: .buttons)
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
