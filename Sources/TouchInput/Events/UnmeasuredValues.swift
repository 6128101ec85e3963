/// The values of an event that are placeholders for unmeasured quantities.
///
/// A touch event has a number for every quantity. If it comes from a recording without pen angles,
/// or from a sensor without force, some numbers are placeholders; these bits tell which.
public struct UnmeasuredValues: OptionSet, Hashable, Sendable {
  /// The bits, as recorded; those of properties are the bits of `TouchProperties`.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The force.
  public static let force = UnmeasuredValues(rawValue: 1)
  /// The direction in which the pen leans.
  public static let azimuth = UnmeasuredValues(rawValue: 2)
  /// How far the pen leans.
  public static let altitude = UnmeasuredValues(rawValue: 4)
  /// The greatest force that the device can report.
  public static let maximumPossibleForce = UnmeasuredValues(rawValue: 16)
  /// The kind of touch.
  public static let type = UnmeasuredValues(rawValue: 32)
}

extension TouchEvent {
  /// The values that are placeholders: as the event states, or else derived from the others.
  ///
  /// A device that measures no force reports 0 of 0, and only pens have angles.
  public var unmeasuredValues: UnmeasuredValues {
    if let unmeasured { return unmeasured }
    var values: UnmeasuredValues = []
    if force == 0, maximumPossibleForce == 0 { values.formUnion([.force, .maximumPossibleForce]) }
    if type != .pencil { values.formUnion([.azimuth, .altitude]) }
    return values
  }

  /// Its force; nil if it was not measured.
  public var measuredForce: Double? { unmeasuredValues.contains(.force) ? nil : force }

  /// Its altitude; nil if it was not measured.
  public var measuredAltitude: Double? {
    unmeasuredValues.contains(.altitude) ? nil : altitudeAngle
  }

  /// Its azimuth; nil if it was not measured.
  public var measuredAzimuth: Double? { unmeasuredValues.contains(.azimuth) ? nil : azimuth }

  /// The greatest force that the device can report; nil if it says none.
  public var knownMaximumForce: Double? {
    guard !unmeasuredValues.contains(.maximumPossibleForce) else { return nil }
    return maximumPossibleForce.isFinite && maximumPossibleForce > 0 ? maximumPossibleForce : nil
  }
}
