/// A unit in which positions are recorded or reported.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// Millimeters on the surface.
  case millimeter = "mm"
  /// Meters.
  case meter = "m"
  /// Pixels of the display.
  case pixel = "px"
  /// Points of a resolution-independent display (Apple's pt).
  case point = "pt"
  /// The device's own units.
  case device

  /// The number of units per millimeter; nil if it depends on the device.
  var unitsPerMillimeter: Double? {
    switch self {
    case .millimeter: 1
    case .meter: 0.001
    case .pixel, .point, .device: nil
    }
  }
}

/// A recording's unit of length and, if known, its size in millimeters.
public struct LengthScale: Hashable, Sendable {
  /// The unit of the recorded positions.
  public var unit: LengthUnit
  /// The number of units per millimeter; nil if unknown.
  ///
  /// Finite and above 0.
  public var unitsPerMillimeter: Double?

  /// Creates a scale; millimeters and meters need no second value.
  ///
  /// A number that is not finite and above 0 counts as unknown.
  public init(unit: LengthUnit, unitsPerMillimeter: Double? = nil) {
    self.unit = unit
    let given = unit.unitsPerMillimeter ?? unitsPerMillimeter
    self.unitsPerMillimeter = given.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Returns the factor from the recorded unit to `other`; nil if unknown.
  ///
  /// A unit converts to itself, and to millimeters and meters if `unitsPerMillimeter` is known;
  /// there is no factor between points, pixels and device units.
  package func factor(to other: LengthUnit) -> Double? {
    if other == unit { return 1 }
    guard let unitsPerMillimeter else { return nil }
    return other.unitsPerMillimeter.map { $0 / unitsPerMillimeter }
  }
}
