/// One report of one contact: where it was and when.
///
/// Times are seconds on the recording's own clock; positions are in the recording's own unit of
/// length (see `LengthScale`), x to the right and y downwards unless the recording says otherwise.
/// A sample holds what was known when it arrived; values that a device corrects later belong to the
/// stroke's `settledForces`.
public struct TouchSample: Hashable, Sendable {
  /// How the sample came to the application.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Delivered as an event of its own.
    case actual
    /// Measured by the device, delivered together with a later one.
    case coalesced
    /// Not measured: the device's guess at a later moment.
    case predicted
  }

  /// What the contact was doing when the sample was taken.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// First contact.
    case began
    /// Contact goes on, moved or not.
    case moved
    /// Contact was lifted.
    case ended
    /// The system took the contact away.
    case cancelled
  }

  /// The moment of the measurement, in seconds.
  public var time: Double
  /// Where the contact was, in the recording's unit of length.
  public var position: SIMD2<Double>
  /// The same place rounded to the display's grid, where the recording has both; nil where it has one.
  public var regularPosition: SIMD2<Double>?
  /// How hard the contact pressed, without unit, 1 being an average touch; nil where not measured.
  public var force: Double?
  /// The angle between stylus and surface, in radians, π/2 being upright; nil where not measured.
  public var altitude: Double?
  /// The direction in which the stylus leans, in radians from the x axis; nil where not measured.
  public var azimuth: Double?
  /// How the sample came to the application.
  public var kind: Kind
  /// What the contact was doing.
  public var phase: Phase

  /// Makes a sample; all but time and position may be left out.
  public init(
    time: Double,
    position: SIMD2<Double>,
    regularPosition: SIMD2<Double>? = nil,
    force: Double? = nil,
    altitude: Double? = nil,
    azimuth: Double? = nil,
    kind: Kind = .actual,
    phase: Phase = .moved
  ) {
    self.time = time
    self.position = position
    self.regularPosition = regularPosition
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.kind = kind
    self.phase = phase
  }

  /// Whether time and position are finite numbers, without which no predictor can use the sample.
  public var isFinite: Bool {
    time.isFinite && position.x.isFinite && position.y.isFinite
  }
}
