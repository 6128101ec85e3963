/// One report of one contact: where it was and when.
///
/// Times are seconds on the recording's own clock; positions are in the recording's own unit of
/// length (see `LengthScale`), x to the right and y downwards unless the recording says otherwise.
/// A sample holds what was known when it arrived; values that a device corrects later belong to the
/// stroke's `settledForces`.
public struct TouchSample: Hashable, Sendable {
  /// How the sample was delivered.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Delivered as an event of its own.
    case actual
    /// Measured by the device, delivered together with a later one.
    case coalesced
    /// Predicted by the device, not measured.
    case predicted
  }

  /// The phase of the contact at the sample.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// First contact.
    case began
    /// The contact continues, moving or not.
    case moved
    /// The contact was lifted.
    case ended
    /// The system canceled the contact.
    case cancelled
  }

  /// The moment of the measurement, in seconds.
  public var time: Double
  /// The position, in the recording's unit of length.
  public var position: SIMD2<Double>
  /// The position rounded to the display's grid, if the recording has both; else nil.
  public var regularPosition: SIMD2<Double>?
  /// The force, dimensionless; 1 is an average touch; nil if not measured.
  public var force: Double?
  /// The angle between stylus and surface, in radians, π/2 being upright; nil if not measured.
  public var altitude: Double?
  /// The direction in which the stylus leans, in radians from the x axis; nil if not measured.
  public var azimuth: Double?
  /// How the sample was delivered.
  public var kind: Kind
  /// The phase of the contact.
  public var phase: Phase

  /// Creates a sample; all but time and position may be omitted.
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

  /// Whether time and position are finite; predictors cannot use other samples.
  public var isFinite: Bool {
    time.isFinite && position.x.isFinite && position.y.isFinite
  }
}
