/// One report of one touch, as a touch system delivers it to an application.
///
/// A touch system delivers several kinds of report in one callback: the touch itself, the coalesced
/// reports since the last callback, its own predictions, and corrections of earlier estimates. Each
/// of them is an event; `TouchPath` combines them.
///
/// Positions are in points or in the recording's unit, x to the right and y downwards; angles are
/// in radians. Two events with the same `identifier` are the same event, whatever else they hold.
public struct TouchEvent: Sendable {
  /// The event's own name, unique in its recording.
  public var identifier: String
  /// The identifier of the touch, from touch-down to lift of one finger or pen.
  public var touchIdentifier: String
  /// The moment of the measurement, in seconds since the device was started.
  public var timestamp: Double
  /// The kind of touch.
  public var type: TouchType
  /// The phase of the touch.
  public var phase: TouchPhase
  /// The force, 0…`maximumPossibleForce`; 1 is an average touch.
  public var force: Double
  /// The greatest force that the device can report.
  public var maximumPossibleForce: Double
  /// The angle between pen and surface in radians, π/2 being upright.
  public var altitudeAngle: Double
  /// The direction in which the pen leans, in radians from the x axis, in (−π, π].
  public var azimuth: Double
  /// The same direction as a unit vector, as the system stated it.
  public var azimuthUnitVector: SIMD2<Double>
  /// The radius of the contact, in points.
  public var majorRadius: Double
  /// The uncertainty of that radius, in points.
  public var majorRadiusTolerance: Double
  /// The location of the touch, usually rounded to the display's grid.
  public var location: SIMD2<Double>
  /// The location as measured by the digitizer; nil if not recorded.
  public var preciseLocation: SIMD2<Double>?
  /// The number by which a correction refers to this report; nil if none will come.
  public var estimationUpdateIndex: Double?
  /// Which values are estimated.
  public var estimatedProperties: TouchProperties
  /// Which estimated values will be corrected.
  public var estimatedPropertiesExpectingUpdates: TouchProperties
  /// Whether it corrects an earlier event.
  public var isUpdate: Bool
  /// Whether it is a prediction, by the system or by a predictor.
  public var isPrediction: Bool
  /// Whether it was delivered with a later event, where callbacks are not kept.
  public var isCoalesced: Bool
  /// The values that are placeholders, if the recording says so; nil if that follows from type and
  /// force.
  public var unmeasured: UnmeasuredValues?
  /// The true location, known only in synthetic recordings.
  public var exactLocation: SIMD2<Double>?

  /// Creates an event; values that most events lack may be omitted.
  public init(
    identifier: String, touchIdentifier: String, timestamp: Double, type: TouchType = .direct,
    phase: TouchPhase, force: Double = 1, maximumPossibleForce: Double = 25.0 / 6,
    altitudeAngle: Double = .pi / 2, azimuth: Double = 0,
    azimuthUnitVector: SIMD2<Double> = [1, 0], majorRadius: Double = 0,
    majorRadiusTolerance: Double = 0, location: SIMD2<Double>,
    preciseLocation: SIMD2<Double>? = nil,
    estimationUpdateIndex: Double? = nil, estimatedProperties: TouchProperties = [],
    estimatedPropertiesExpectingUpdates: TouchProperties = [], isUpdate: Bool = false,
    isPrediction: Bool = false, isCoalesced: Bool = false, unmeasured: UnmeasuredValues? = nil,
    exactLocation: SIMD2<Double>? = nil
  ) {
    self.identifier = identifier
    self.touchIdentifier = touchIdentifier
    self.timestamp = timestamp
    self.type = type
    self.phase = phase
    self.force = force
    self.maximumPossibleForce = maximumPossibleForce
    self.altitudeAngle = altitudeAngle
    self.azimuth = azimuth
    self.azimuthUnitVector = azimuthUnitVector
    self.majorRadius = majorRadius
    self.majorRadiusTolerance = majorRadiusTolerance
    self.location = location
    self.preciseLocation = preciseLocation
    self.estimationUpdateIndex = estimationUpdateIndex
    self.estimatedProperties = estimatedProperties
    self.estimatedPropertiesExpectingUpdates = estimatedPropertiesExpectingUpdates
    self.isUpdate = isUpdate
    self.isPrediction = isPrediction
    self.isCoalesced = isCoalesced
    self.unmeasured = unmeasured
    self.exactLocation = exactLocation
  }

  /// Whether a later event will correct any value.
  var announcesUpdate: Bool { !estimatedPropertiesExpectingUpdates.isEmpty }

  /// Whether a later event will correct a value that drawing depends on: force, azimuth or
  /// location.
  ///
  /// The altitude is not consulted, as in the systems that send these events.
  public var expectsUpdate: Bool {
    !estimatedPropertiesExpectingUpdates.isDisjoint(with: [.force, .azimuth, .location])
  }
}

extension TouchEvent {
  /// Takes the values of some properties from another event.
  mutating func take(_ properties: TouchProperties, of event: TouchEvent) {
    if properties.contains(.force) {
      force = event.force
      maximumPossibleForce = event.maximumPossibleForce
    }
    if properties.contains(.azimuth) {
      azimuth = event.azimuth
      azimuthUnitVector = event.azimuthUnitVector
    }
    if properties.contains(.altitude) { altitudeAngle = event.altitudeAngle }
    if properties.contains(.location) {
      location = event.location
      preciseLocation = event.preciseLocation
    }
  }
}

extension TouchEvent: Hashable {
  /// Returns whether two events have the same identifier.
  public static func == (left: TouchEvent, right: TouchEvent) -> Bool {
    left.identifier == right.identifier
  }

  /// Feeds the identifier to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// The kind of a touch, with the raw values of recordings.
public enum TouchType: Int, Hashable, Sendable, CaseIterable {
  /// A finger on the display.
  case direct = 0
  /// A finger on a surface beside the display.
  case indirect = 1
  /// A pen.
  case pencil = 2
  /// A mouse or trackpad pointer.
  case indirectPointer = 3
}

/// The phase of a touch, with the raw values of recordings.
public enum TouchPhase: Int, Hashable, Sendable, CaseIterable {
  /// The contact began.
  case began = 0
  /// The contact moved, or its force changed.
  case moved = 1
  /// The contact did not change.
  case stationary = 2
  /// The contact was lifted.
  case ended = 3
  /// The system canceled the touch.
  case cancelled = 4
  /// The pointer entered hover range.
  case regionEntered = 5
  /// The pointer moved within hover range.
  case regionMoved = 6
  /// The pointer left hover range.
  case regionExited = 7

  /// Whether the touch is over.
  public var isEnd: Bool { self == .ended || self == .cancelled }
}

/// The values of a touch that can be estimated first and corrected later.
public struct TouchProperties: OptionSet, Hashable, Sendable {
  /// The bits, as recorded.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The force.
  public static let force = TouchProperties(rawValue: 1)
  /// The direction in which the pen leans.
  public static let azimuth = TouchProperties(rawValue: 2)
  /// How far the pen leans.
  public static let altitude = TouchProperties(rawValue: 4)
  /// The position.
  public static let location = TouchProperties(rawValue: 8)

  /// The properties with a name; future devices may send others.
  static let known: TouchProperties = [.force, .azimuth, .altitude, .location]

  /// The names of the known properties in the set, for messages.
  package var names: [String] {
    let all: [(property: TouchProperties, name: String)] = [
      (.force, "force"), (.azimuth, "azimuth"), (.altitude, "altitude"), (.location, "location"),
    ]
    return all.filter { contains($0.property) }.map { $0.name }
  }
}
