/// Values of an event that stand in for what was not measured.
///
/// A touch event has a number for everything. Where it is made of a recording that does not know the
/// pen's angles, or of a sensor without force, the numbers are placeholders; these bits say which.
public struct UnmeasuredValues: OptionSet, Hashable, Sendable {
  /// The bits, as recorded; those of properties are the bits of `TouchProperties`.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The force.
  public static let force = UnmeasuredValues(rawValue: 1)
  /// The direction in which the pen leans.
  public static let azimuth = UnmeasuredValues(rawValue: 2)
  /// How far the pen leans.
  public static let altitude = UnmeasuredValues(rawValue: 4)
  /// The greatest force that the device can report.
  public static let maximumPossibleForce = UnmeasuredValues(rawValue: 16)
  /// What touched.
  public static let type = UnmeasuredValues(rawValue: 32)
}

extension TouchEvent {
  /// Which values are placeholders: as the event says, else what follows from the others.
  ///
  /// A device that measures no force reports 0 of 0, and only pens have angles.
  package var unmeasuredValues: UnmeasuredValues {
    if let unmeasured { return unmeasured }
    var values: UnmeasuredValues = []
    if force == 0, maximumPossibleForce == 0 { values.formUnion([.force, .maximumPossibleForce]) }
    if type != .pencil { values.formUnion([.azimuth, .altitude]) }
    return values
  }

  /// Its force; nil where it was not measured.
  package var measuredForce: Double? { unmeasuredValues.contains(.force) ? nil : force }

  /// Its altitude; nil where it was not measured.
  package var measuredAltitude: Double? {
    unmeasuredValues.contains(.altitude) ? nil : altitudeAngle
  }

  /// Its azimuth; nil where it was not measured.
  package var measuredAzimuth: Double? { unmeasuredValues.contains(.azimuth) ? nil : azimuth }

  /// The greatest force that the device can report; nil where it says none.
  package var knownMaximumForce: Double? {
    guard !unmeasuredValues.contains(.maximumPossibleForce) else { return nil }
    return maximumPossibleForce.isFinite && maximumPossibleForce > 0 ? maximumPossibleForce : nil
  }
}
