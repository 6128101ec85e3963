import TouchInput

/// A recording's device as described in its header; empty for a recording without a header.
struct EvdevDevice: Hashable {
  /// An axis: its range, the change below which the kernel holds values back, and units to the
  /// millimeter (tilt: to the radian), 0 where not known.
  struct Axis: Hashable {
    var minimum: Int
    var maximum: Int
    var fuzz = 0
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

  /// The greatest fuzz of an axis of positions, in units of the device; 0 where there is none.
  var fuzz: Int {
    [EvdevCode.x, EvdevCode.y, EvdevCode.multiTouchX, EvdevCode.multiTouchY]
      .compactMap { axes[$0]?.fuzz }.max() ?? 0
  }

  /// Returns the value as a part of the axis's range; nil where the range is not known.
  func part(_ value: Int?, axis code: Int) -> Double? {
    guard let value, let axis = axes[code], axis.maximum > axis.minimum else { return nil }
    let range = Double(axis.maximum) - Double(axis.minimum)
    return (Double(value) - Double(axis.minimum)) / range
  }

  /// Returns the value as an angle in radians; nil where the axis has no resolution.
  func angle(_ value: Int?, axis code: Int) -> Double? {
    guard let value, let axis = axes[code], axis.resolution > 0 else { return nil }
    return Double(value) / Double(axis.resolution)
  }
}

extension EvdevDevice {
  /// What kind of device the header describes; unknown where there is none.
  ///
  /// The order is that of udev's `input_id`, which every Linux desktop goes by: a stick says so
  /// itself; a pen comes before a finger, because pen tablets have both; a finger that is named and
  /// not on the display, or several of them that move a pointer, make a touchpad; buttons of a mouse
  /// beside absolute axes are a virtual machine's mouse; touch that is left is a touch screen, since
  /// old headers have no properties; relative axes make a mouse. Old kernels do not tell a pointing
  /// stick from a mouse.
  var deviceClass: DeviceClass {
    if properties.contains(EvdevProperty.pointingStick) { return .pointingStick }
    if hasPosition, let positioned = positionedClass { return positioned }
    let movesBothWays = relativeAxes.isSuperset(of: [EvdevCode.x, EvdevCode.y])
    return movesBothWays && keys.contains(EvdevCode.leftButton) ? .mouse : .unknown
  }

  /// Indicates whether the device reports positions.
  var hasPosition: Bool { hasMultiTouch || has(EvdevCode.x, EvdevCode.y) }

  private var hasMultiTouch: Bool { has(EvdevCode.multiTouchX, EvdevCode.multiTouchY) }

  private func has(_ x: Int, _ y: Int) -> Bool { axes[x] != nil && axes[y] != nil }

  private var positionedClass: DeviceClass? {
    let isDirect = properties.contains(EvdevProperty.direct)
    let isPen = keys.contains {
      EvdevCode.penTools.contains($0) || EvdevCode.penButtons.contains($0)
    }
    if isPen { return isDirect ? .penDisplay : .penTablet }
    let isPointing = hasMultiTouch && properties.contains(EvdevProperty.pointer)
    if !isDirect, keys.contains(EvdevCode.fingerTool) || isPointing { return .touchpad }
    if isDirect || keys.contains(EvdevCode.touch) { return .touchScreen }
    return keys.contains(EvdevCode.leftButton) ? .mouse : nil
  }
}

/// The description of a device, in a file next to recordings without a header.
///
/// People keep `pad.desc` of `evemu-describe` beside `pad.events` or `pad two fingers.events` of
/// `evemu-record`, as the evemu-devices set does.
enum CompanionDescription {
  /// Returns the class of device for a recording without a header; nil where nothing beside it says.
  ///
  /// The description is the one with the longest name that begins the recording's own, folder
  /// included. It says what the device is and no more: resolution and ranges are taken from a
  /// recording's own header alone, because the two may be of different units of a product.
  static func deviceClass(
    of entry: DatasetDescription.File, in description: DatasetDescription, folder: String
  ) -> DeviceClass? {
    guard entry.format == RecordingFormat.evemu.rawValue else { return nil }
    let companion = description.files
      .filter { $0.format == RecordingFormat.evemuDescription.rawValue }
      .filter { entry.path.hasPrefix(stem($0.path)) && !stem($0.path).hasSuffix("/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
    guard let companion, !companion.path.split(separator: "/").contains("..") else { return nil }
    let source = RecordingSource(path: "\(folder)/\(companion.path)")
    return EvemuDescriptionReader.read(source).devices.first.flatMap { $0 == .unknown ? nil : $0 }
  }

  private static func stem(_ path: String) -> String {
    path.lowercased().hasSuffix(".desc") ? String(path.dropLast(".desc".count)) : path
  }
}
