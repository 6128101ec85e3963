/// The names that getevent prints for types, codes and values of events, as numbers.
enum EvdevNames {
  /// A code that is known by its form and not needed.
  private static let unused = 0xFFFF

  static func type(_ fields: EvdevFields, _ index: Int) -> Int? {
    if let number = fields.hexadecimal(index) { return number }
    switch fields.text(index) {
    case "EV_SYN": return EvdevType.synchronization
    case "EV_KEY": return EvdevType.key
    case "EV_REL": return EvdevType.relative
    case "EV_ABS": return EvdevType.absolute
    case "EV_MSC", "EV_SW", "EV_LED", "EV_SND", "EV_REP", "EV_FF", "EV_PWR", "EV_FF_STATUS":
      return unused
    default: return nil
    }
  }

  static func code(_ fields: EvdevFields, _ index: Int) -> Int? {
    fields.hexadecimal(index) ?? code(fields.text(index))
  }

  /// Returns the number of a code by its name; one that no code has for a name that is not needed.
  static func code(_ name: String) -> Int? {
    if let code = codes[name] { return code }
    return prefixes.contains(where: name.hasPrefix) ? unused : nil
  }

  static func value(_ fields: EvdevFields, _ index: Int) -> Int? {
    // 32 bits, so that ffffffff is -1.
    if let number = fields.hexadecimal(index) { return Int(Int32(truncatingIfNeeded: number)) }
    switch fields.text(index) {
    case "UP": return 0
    case "DOWN": return 1
    case "REPEAT": return 2
    default: return nil
    }
  }

  private static let prefixes = [
    "SYN_", "KEY_", "BTN_", "REL_", "ABS_", "MSC_", "SW_", "LED_", "SND_", "REP_", "FF_",
  ]

  private static let codes = [
    "SYN_REPORT": EvdevCode.report, "SYN_MT_REPORT": EvdevCode.multiTouchReport,
    "SYN_DROPPED": EvdevCode.dropped, "ABS_X": EvdevCode.x, "ABS_Y": EvdevCode.y,
    "REL_X": EvdevCode.x, "REL_Y": EvdevCode.y, "ABS_PRESSURE": EvdevCode.pressure,
    "ABS_TILT_X": EvdevCode.tiltX, "ABS_TILT_Y": EvdevCode.tiltY,
    "ABS_MT_SLOT": EvdevCode.slot, "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31,
    "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
    "ABS_MT_POSITION_X": EvdevCode.multiTouchX, "ABS_MT_POSITION_Y": EvdevCode.multiTouchY,
    "ABS_MT_TOOL_TYPE": EvdevCode.multiTouchTool, "ABS_MT_BLOB_ID": 0x38,
    "ABS_MT_TRACKING_ID": EvdevCode.multiTouchIdentifier,
    "ABS_MT_PRESSURE": EvdevCode.multiTouchPressure, "ABS_MT_DISTANCE": 0x3B,
    "ABS_MT_TOOL_X": 0x3C, "ABS_MT_TOOL_Y": 0x3D,
    "BTN_TOOL_PEN": 0x140, "BTN_DIGI": 0x140, "BTN_TOOL_RUBBER": 0x141, "BTN_TOOL_BRUSH": 0x142,
    "BTN_TOOL_PENCIL": 0x143, "BTN_TOOL_AIRBRUSH": 0x144, "BTN_TOOL_FINGER": EvdevCode.fingerTool,
    "BTN_TOOL_MOUSE": 0x146, "BTN_TOOL_LENS": 0x147, "BTN_TOUCH": EvdevCode.touch,
    "BTN_STYLUS": 0x14B, "BTN_STYLUS2": 0x14C, "BTN_LEFT": EvdevCode.leftButton,
    "BTN_MOUSE": EvdevCode.leftButton,
  ]
}
