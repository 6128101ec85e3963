/// What a recording's header says of its device; empty for a recording without a header.
struct EvdevDevice: Hashable {
  /// An axis: its range, and units to the millimeter (tilt: to the radian), 0 where not known.
  struct Axis: Hashable {
    var minimum: Int
    var maximum: Int
    var resolution: Int
  }

  /// The properties of the device.
  var properties: Set<Int> = []
  /// The relative axes that the device has.
  var relativeAxes: Set<Int> = []
  /// The keys that the device has.
  var keys: Set<Int> = []
  /// The absolute axes that the device has and the header describes.
  var axes: [Int: Axis] = [:]

  /// Units to the millimeter along both axes; nil where either is not known.
  func resolution(x: Int, y: Int) -> SIMD2<Double>? {
    guard let x = axes[x], let y = axes[y], x.resolution > 0, y.resolution > 0 else { return nil }
    return SIMD2(Double(x.resolution), Double(y.resolution))
  }

  /// The value as a part of the axis's range; nil where the range is not known.
  func part(_ value: Int?, axis code: Int) -> Double? {
    guard let value, let axis = axes[code], axis.maximum > axis.minimum else { return nil }
    let range = Double(axis.maximum) - Double(axis.minimum)
    return (Double(value) - Double(axis.minimum)) / range
  }

  /// The value as an angle in radians; nil where the axis has no resolution.
  func angle(_ value: Int?, axis code: Int) -> Double? {
    guard let value, let axis = axes[code], axis.resolution > 0 else { return nil }
    return Double(value) / Double(axis.resolution)
  }
}
