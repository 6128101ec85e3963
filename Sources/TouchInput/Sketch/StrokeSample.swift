/// One point of a stroke in progress, with its measured and estimated values.
///
/// Positions are in points or in the recording's unit, x to the right and y downwards; angles are
/// in radians. Values that the device does not measure are nil.
///
/// Source: Apple, Speed Sketch (2016).
public struct StrokeSample: Hashable, Sendable {
  /// The moment of the measurement, in seconds since the device was started.
  public var timestamp: Double
  /// The location, as precise as the system reports it.
  public var location: SIMD2<Double>
  /// The force along the barrel; 1 is an average touch; nil if not measured.
  public var force: Double?
  /// The greatest force that the device can report; nil if it does not say.
  public var maximumPossibleForce: Double?
  /// The direction in which the pen leans, in radians from the x axis; nil if not measured.
  public var azimuth: Double?
  /// The angle between pen and surface, π/2 being upright; nil if not measured.
  public var altitude: Double?
  /// Which values are estimated.
  public var estimatedProperties: TouchProperties
  /// Which estimated values will be corrected.
  public var propertiesExpectingUpdates: TouchProperties
  /// Whether it was delivered together with a later sample.
  public var isCoalesced: Bool
  /// Whether it is predicted.
  public var isPredicted: Bool

  /// Creates a sample; all but time and location may be omitted.
  public init(
    timestamp: Double, location: SIMD2<Double>, force: Double? = nil,
    maximumPossibleForce: Double? = nil, azimuth: Double? = nil, altitude: Double? = nil,
    estimatedProperties: TouchProperties = [],
    propertiesExpectingUpdates: TouchProperties = [], isCoalesced: Bool = false,
    isPredicted: Bool = false
  ) {
    self.timestamp = timestamp
    self.location = location
    self.force = force
    self.maximumPossibleForce = maximumPossibleForce
    self.azimuth = azimuth
    self.altitude = altitude
    self.estimatedProperties = estimatedProperties
    self.propertiesExpectingUpdates = propertiesExpectingUpdates
    self.isCoalesced = isCoalesced
    self.isPredicted = isPredicted
  }

  /// The force for drawing; 1, an average touch, if not measured.
  public var drawnForce: Double { force ?? 1 }

  /// The direction in which the pen leans, as a vector of length 1; nil if not measured.
  public var azimuthUnitVector: SIMD2<Double>? { azimuth.map(PenAngle.direction) }

  /// The greatest force of an Apple Pencil, 25/6, used if the device does not state its own.
  public static let usualMaximumForce = 25.0 / 6

  /// The part of the force that presses the surface, at most the greatest that the device can
  /// report.
  public func perpendicularForce() -> Double {
    perpendicularForce(clampedTo: maximumPossibleForce ?? Self.usualMaximumForce)
  }

  /// The part of the force that presses the surface: force / sin(altitude), at most `maximum`.
  ///
  /// The sensor measures along the barrel, so a slanted pen presses harder than it reports: at
  /// 11.5° a force of 3 is 15.1 on the surface, and 4.17 after the limit. Without an altitude it is
  /// the force itself, and without a force that of an average touch; a pen that lies flat has an
  /// infinite perpendicular force before the limit.
  ///
  /// - Parameter maximum: The limit; nil if there is none.
  /// - Returns: The force, 0 or more.
  public func perpendicularForce(clampedTo maximum: Double?) -> Double {
    min(unclampedPerpendicularForce, maximum ?? .infinity)
  }

  private var unclampedPerpendicularForce: Double {
    guard let altitude, altitude.isFinite, drawnForce != 0 else { return drawnForce }
    let sine = PenAngle.sine(altitude)
    return sine > 0 ? drawnForce / sine : .infinity
  }
}

#if !hasFeature(Embedded)
  extension StrokeSample: Codable {}
#endif
