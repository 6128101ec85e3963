/// A unit in which positions are recorded or reported.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable, Codable {
  /// Millimetres on the surface.
  case millimetre = "mm"
  /// Pixels of the display.
  case pixel = "px"
  /// Points of a resolution-independent display (Apple's pt).
  case point = "pt"
  /// Whatever the device counts.
  case device
}

/// A recording's unit of length and how many of it make a millimetre, where that is known.
public struct LengthScale: Hashable, Sendable {
  /// The unit of the recorded positions.
  public var unit: LengthUnit
  /// Units to the millimetre; nil where the size of the unit is not known.
  ///
  /// Finite and above 0.
  public var unitsPerMillimetre: Double?

  /// Makes a scale; a recording in millimetres needs no second number.
  ///
  /// A number that is not finite and above 0 is taken as not known.
  public init(unit: LengthUnit, unitsPerMillimetre: Double? = nil) {
    self.unit = unit
    let given = unit == .millimetre ? 1 : unitsPerMillimetre
    self.unitsPerMillimetre = given.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// The factor from the recorded unit to `other`; nil where it is not known.
  ///
  /// A unit is known in itself and in millimetres where `unitsPerMillimetre` is known; between
  /// points, pixels and device units there is no factor.
  public func factor(to other: LengthUnit) -> Double? {
    if other == unit { return 1 }
    guard let unitsPerMillimetre else { return nil }
    return other == .millimetre ? 1 / unitsPerMillimetre : nil
  }
}
