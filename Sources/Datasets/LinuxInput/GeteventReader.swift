import TouchInput

/// Reads what Android's `getevent -t` prints, with names (`-l`) or numbers.
///
/// Each line is `[ seconds.microseconds] /dev/input/eventN: type code value`; the device's path is
/// there where several were recorded, and each gets recordings of its own. Values are hexadecimal,
/// keys may be DOWN and UP; a rate at the end of a line is skipped. Strokes are made as for evemu
/// (see `EvemuReader`). There is no header, so positions are in the dataset's unit, and force is
/// left out because the range of the pressure is not known.
enum GeteventReader: RecordingReader {
  /// The output of Android's getevent.
  static let format = RecordingFormat.getevent

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    EvdevPass.read(source, GeteventParser())
  }
}

/// The lines of getevent's output.
private struct GeteventParser: EvdevLineParser {
  static let form =
    "getevent's output with times: [ seconds.microseconds] /dev/input/eventN: type code value"

  let device = EvdevDevice()
  let devices: [EvdevDevice] = []
  let isDescription = false

  func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine {
    guard bytes[range.lowerBound] == UInt8(ascii: "[") else {
      if Self.remarks.contains(where: { bytes[range].starts(with: $0.utf8) }) { return .remark }
      throw EvdevFault(
        "the line has no time in brackets",
        remedy: "each line must be \(Self.form); record with getevent -lt")
    }
    let start = range.lowerBound + 1
    guard let bracket = bytes[range].firstIndex(of: UInt8(ascii: "]")) else {
      throw EvdevFault("the bracket of the time is not closed")
    }
    let place = DecimalNumber.trimmed(bytes, start..<bracket)
    guard let time = EvdevFields.seconds(bytes, place) else {
      throw EvdevFault(
        "not a time in seconds with six digits of microseconds", field: "time", at: place)
    }
    return try event(EvdevFields(bytes, (bracket + 1)..<range.upperBound), time: time)
  }

  /// What getevent prints of the devices before their events.
  private static let remarks = ["add device ", "remove device ", "name:", "could not get driver"]

  private func event(_ fields: EvdevFields, time: Double) throws(EvdevFault) -> EvdevLine {
    let hasDevice =
      fields.fields.first.map { fields.bytes[$0].last == UInt8(ascii: ":") } ?? false
    let first = hasDevice ? 1 : 0
    let count = fields.fields.count - first
    let hasRate = count == 5 && fields.text(first + 3) == "rate" && fields.decimal(first + 4) != nil
    guard count == 3 || hasRate else {
      throw EvdevFault("the event has \(count) fields where type, code and value are due")
    }
    guard let type = Self.type(fields, first) else {
      throw EvdevFault("not a type of event", field: "type", at: fields.fields[first])
    }
    guard let code = Self.code(fields, first + 1) else {
      throw EvdevFault("not a code of an event", field: "code", at: fields.fields[first + 1])
    }
    guard let value = Self.value(fields, first + 2) else {
      throw EvdevFault(
        "not a hexadecimal number, DOWN, UP or REPEAT", field: "value",
        at: fields.fields[first + 2])
    }
    return .event(
      EvdevEvent(time: time, type: type, code: code, value: value),
      device: hasDevice ? fields.text(0) : "")
  }

  /// A code that is known by its form and not needed.
  private static let unused = 0xFFFF

  private static func type(_ fields: EvdevFields, _ index: Int) -> Int? {
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

  private static func code(_ fields: EvdevFields, _ index: Int) -> Int? {
    if let number = fields.hexadecimal(index) { return number }
    let name = fields.text(index)
    if let code = codes[name] { return code }
    return prefixes.contains(where: name.hasPrefix) ? unused : nil
  }

  private static func value(_ fields: EvdevFields, _ index: Int) -> Int? {
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
  ]
}
