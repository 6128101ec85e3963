import TouchInput

/// A touch event with those of its values that a recording uses.
///
/// Units: seconds since boot, points, radians, forces with 1 for an average touch.
struct InkableEvent: Decodable {
  var identifier: String
  var touchIdentifier: String
  var timestamp: Double
  var type: Int
  var phase: Int
  var location: [Double]
  var preciseLocation: [Double]?
  var force: Double
  var maximumPossibleForce: Double?
  var altitudeAngle: Double
  var azimuth: Double
  var estimationUpdateIndex: Double?
  var isUpdate: Bool
  var isPrediction: Bool
  var estimatedPropertiesExpectingUpdates: Bits?
  var isCoalesced: Bool?
  var unmeasured: UnmeasuredValues?
  var exactLocation: [Double]?

  /// Whether a correction of its force will come; true where the recording does not say.
  var expectsForce: Bool {
    estimatedPropertiesExpectingUpdates?.number.map {
      TouchProperties(rawValue: $0).contains(.force)
    }
      ?? true
  }

  /// A bit mask; none where something else stands in its place, on which nothing depends.
  struct Bits: Decodable {
    let number: Int?

    init(from decoder: any Decoder) throws {
      number = try? decoder.singleValueContainer().decode(Int.self)
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case identifier
    case touchIdentifier
    case timestamp
    case type
    case phase
    case location
    case preciseLocation
    case force
    case maximumPossibleForce
    case altitudeAngle
    case azimuth
    case estimationUpdateIndex
    case isUpdate
    case isPrediction
    case estimatedPropertiesExpectingUpdates
    case isCoalesced
    case unmeasured
    case exactLocation
  }
}
