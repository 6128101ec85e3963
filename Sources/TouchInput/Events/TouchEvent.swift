/// One report of one touch, as a touch system hands it to an application.
///
/// A touch system delivers several kinds of report in one callback: the touch itself, the coalesced
/// reports since the last callback, its own predictions, and corrections of values that were only
/// estimated before. Each of them is an event; what they are together is worked out by `TouchPath`.
///
/// Positions are in points or in the recording's unit, x to the right and y downwards; angles are in
/// radians. Two events with the same `identifier` are the same event, whatever else they hold.
public struct TouchEvent: Sendable {
  /// The event's own name, unique in its recording.
  public var identifier: String
  /// The name of the touch: what one finger or pen does from down to up.
  public var touchIdentifier: String
  /// The moment of the measurement, in seconds since the device was started.
  public var timestamp: Double
  /// What touched.
  public var type: TouchType
  /// What the touch was doing.
  public var phase: TouchPhase
  /// How hard, 1 being an average touch, 0 … `maximumPossibleForce`.
  public var force: Double
  /// The greatest force that the device can report.
  public var maximumPossibleForce: Double
  /// The angle between pen and surface in radians, π/2 being upright.
  public var altitudeAngle: Double
  /// The direction in which the pen leans, in radians from the x axis, in (−π, π].
  public var azimuth: Double
  /// The same direction as a vector of length 1, as the system stated it.
  public var azimuthUnitVector: SIMD2<Double>
  /// The radius of the contact, in points.
  public var majorRadius: Double
  /// How far that radius may be off, in points.
  public var majorRadiusTolerance: Double
  /// Where the touch was, as a rule rounded to the grid of the display.
  public var location: SIMD2<Double>
  /// Where it was as the digitizer states it; nil where that was not recorded.
  public var preciseLocation: SIMD2<Double>?
  /// The number by which a correction refers to this report; nil where none will come.
  public var estimationUpdateIndex: Double?
  /// Which values are estimated.
  public var estimatedProperties: TouchProperties
  /// Which estimated values will be corrected.
  public var estimatedPropertiesExpectingUpdates: TouchProperties
  /// Whether it corrects an earlier event.
  public var isUpdate: Bool
  /// Whether it is the system's, or a predictor's, guess at a later moment.
  public var isPrediction: Bool
  /// Whether it is known to have come together with a later one, where callbacks are not kept.
  public var isCoalesced: Bool
  /// Which values are placeholders, where the recording says so; nil where that follows from type and
  /// force.
  public var unmeasured: UnmeasuredValues?
  /// Where the touch really was, where that is known: in synthetic recordings.
  public var exactLocation: SIMD2<Double>?

  /// Makes an event; what most events do not need may be left out.
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

  /// Whether a later event will correct anything of it.
  var announcesUpdate: Bool { !estimatedPropertiesExpectingUpdates.isEmpty }

  /// Whether a later event will correct what a line is drawn from: force, azimuth or location.
  ///
  /// The altitude is not consulted, as in the systems that send these events.
  package var expectsUpdate: Bool {
    !estimatedPropertiesExpectingUpdates.isDisjoint(with: [.force, .azimuth, .location])
  }
}

extension TouchEvent: Hashable {
  /// Whether they are the same event: their identifiers alone decide.
  public static func == (left: TouchEvent, right: TouchEvent) -> Bool {
    left.identifier == right.identifier
  }

  /// Feeds the identifier to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// What touched, with the numbers of the recordings.
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

/// What a touch was doing, with the numbers of the recordings.
public enum TouchPhase: Int, Hashable, Sendable, CaseIterable {
  /// It came down.
  case began = 0
  /// It moved, or its force changed.
  case moved = 1
  /// It stayed as it was.
  case stationary = 2
  /// It was lifted.
  case ended = 3
  /// The system took it away.
  case cancelled = 4
  /// It came into reach without contact.
  case regionEntered = 5
  /// It moved within reach without contact.
  case regionMoved = 6
  /// It went out of reach.
  case regionExited = 7

  /// Whether the touch is over.
  package var isEnd: Bool { self == .ended || self == .cancelled }
}

/// Values of a touch that can be estimated first and corrected later.
public struct TouchProperties: OptionSet, Hashable, Sendable {
  /// The bits, as recorded.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The force.
  public static let force = TouchProperties(rawValue: 1)
  /// The direction in which the pen leans.
  public static let azimuth = TouchProperties(rawValue: 2)
  /// How far the pen leans.
  public static let altitude = TouchProperties(rawValue: 4)
  /// The position.
  public static let location = TouchProperties(rawValue: 8)

  /// Those that have a name here; a device of the future may send others.
  static let known: TouchProperties = [.force, .azimuth, .altitude, .location]

  /// The names of the known ones in the set, for messages.
  var names: [String] {
    let all: [(property: TouchProperties, name: String)] = [
      (.force, "force"), (.azimuth, "azimuth"), (.altitude, "altitude"), (.location, "location"),
    ]
    return all.filter { contains($0.property) }.map { $0.name }
  }
}
