/// A unit in which positions are recorded or reported.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// Millimeters on the surface.
  case millimeter = "mm"
  /// Pixels of the display.
  case pixel = "px"
  /// Points of a resolution-independent display (Apple's pt).
  case point = "pt"
  /// Whatever the device counts.
  case device
}

/// A recording's unit of length and how many of it make a millimeter, where that is known.
public struct LengthScale: Hashable, Sendable {
  /// The unit of the recorded positions.
  public var unit: LengthUnit
  /// Units to the millimeter; nil where the size of the unit is not known.
  ///
  /// Finite and above 0.
  public var unitsPerMillimeter: Double?

  /// Makes a scale; a recording in millimeters needs no second number.
  ///
  /// A number that is not finite and above 0 is taken as not known.
  public init(unit: LengthUnit, unitsPerMillimeter: Double? = nil) {
    self.unit = unit
    let given = unit == .millimeter ? 1 : unitsPerMillimeter
    self.unitsPerMillimeter = given.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// The factor from the recorded unit to `other`; nil where it is not known.
  ///
  /// A unit is known in itself and in millimeters where `unitsPerMillimeter` is known; between
  /// points, pixels and device units there is no factor.
  public func factor(to other: LengthUnit) -> Double? {
    if other == unit { return 1 }
    guard let unitsPerMillimeter else { return nil }
    return other == .millimeter ? 1 / unitsPerMillimeter : nil
  }
}
