/// One event of the Linux input subsystem.
struct EvdevEvent: Hashable {
  /// The time in seconds.
  var time: Double
  var type: Int
  var code: Int
  var value: Int
}

/// The event types that matter here, by their numbers in the kernel's `input-event-codes.h`.
enum EvdevType {
  static let synchronization = 0
  static let key = 1
  static let relative = 2
  static let absolute = 3
}

/// The codes that matter here, by their numbers in the kernel's `input-event-codes.h`.
enum EvdevCode {
  static let report = 0
  static let multiTouchReport = 2
  static let dropped = 3

  static let x = 0x00
  static let y = 0x01
  static let pressure = 0x18
  static let tiltX = 0x1A
  static let tiltY = 0x1B

  static let slot = 0x2F
  static let multiTouch = 0x30...0x3D
  static let multiTouchX = 0x35
  static let multiTouchY = 0x36
  static let multiTouchTool = 0x37
  static let multiTouchIdentifier = 0x39
  static let multiTouchPressure = 0x3A

  /// Pen, rubber, brush, pencil and airbrush.
  static let penTools = 0x140...0x144
  static let fingerTool = 0x145
  /// Mouse and lens on a tablet.
  static let puckTools = 0x146...0x147
  static let tools = 0x140...0x147
  static let touch = 0x14A
  /// The buttons of a pen.
  static let penButtons = 0x14B...0x14C
  static let leftButton = 0x110
}

/// The properties that matter here, by their numbers in the kernel's `input-event-codes.h`.
enum EvdevProperty {
  /// The device moves a pointer that is seen elsewhere.
  static let pointer = 0
  /// What is touched is where the effect is seen.
  static let direct = 1
  static let pointingStick = 5
}
