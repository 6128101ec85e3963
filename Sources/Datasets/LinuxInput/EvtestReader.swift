import TouchInput

/// Reads what `evtest` prints of a Linux input device.
///
/// The header names the device and lists `Event type 3 (EV_ABS)`, `Event code 53 (ABS_MT_POSITION_X)` and,
/// for each absolute axis, `Value`, `Min`, `Max`, `Fuzz`, `Flat` and `Resolution` on lines of their own. Each
/// event is a line `Event: time 1.000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 200`; a report
/// ends with `SYN_REPORT`, in old versions `Report Sync`. Numbers count and names do not. Strokes, units,
/// force and tilt are as for evemu (see `EvemuReader`).
enum EvtestReader: RecordingReader {
  /// The text of evtest.
  static let format = RecordingFormat.evtest

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    EvdevPass.read(source, EvtestParser())
  }
}

/// The lines of evtest's output.
private struct EvtestParser: EvdevLineParser {
  static let form =
    "evtest's output: a header, and lines Event: time seconds.microseconds, type, code, value"

  let isDescription = false
  private var device = EvdevDevice()
  private var type: Int?
  private var axis: Int?

  var devices: [EvdevDevice] { device == EvdevDevice() ? [] : [device] }

  func device(named name: String) -> EvdevDevice { device }

  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine {
    let fields = EvdevFields(bytes, range)
    if fields.text(0) == "Event:" { return try event(fields) }
    return try header(fields, bytes[range])
  }

  // MARK: - Events

  private func event(_ fields: EvdevFields) throws(EvdevFault) -> EvdevLine {
    guard fields.fields.count > 2, fields.text(1) == "time" else {
      throw EvdevFault("the event has no time", remedy: "each event must be \(Self.form)")
    }
    let range = withoutComma(fields, 2)
    guard let time = EvdevFields.seconds(fields.bytes, range) else {
      throw EvdevFault(
        "not a time in seconds with six digits of microseconds", field: "time", at: range)
    }
    if let code = synchronization(fields) {
      return .event(
        EvdevEvent(time: time, type: EvdevType.synchronization, code: code, value: 0), device: "")
    }
    let type = try number("type", fields)
    let code = try number("code", fields)
    // The values of other types may be hexadecimal, and move nothing.
    let moves = (EvdevType.key...EvdevType.absolute).contains(type)
    let value = moves ? try number("value", fields) : 0
    guard type >= 0, code >= 0 else { throw EvdevFault("type and code are 0 or more") }
    return .event(EvdevEvent(time: time, type: type, code: code, value: value), device: "")
  }

  /// Returns the code of a line such as `-------------- SYN_REPORT ------------`; nil for any other.
  private func synchronization(_ fields: EvdevFields) -> Int? {
    guard fields.fields.count > 4, let mark = fields.bytes[fields.fields[3]].first,
      [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ">")].contains(mark)
    else { return nil }
    switch fields.text(4) {
    case "SYN_REPORT": return EvdevCode.report
    case "SYN_MT_REPORT": return EvdevCode.multiTouchReport
    case "SYN_DROPPED": return EvdevCode.dropped
    // The words of old versions: Report Sync, Config Sync, and MT Sync.
    case "Report": return EvdevCode.report
    case "MT": return EvdevCode.multiTouchReport
    case "Config", "SYN_CONFIG": return 1
    default: return nil
    }
  }

  /// Returns the number after a word of the line.
  private func number(_ name: String, _ fields: EvdevFields) throws(EvdevFault) -> Int {
    let index = fields.fields.indices.first { fields.text($0) == name }
    guard let index, index + 1 < fields.fields.count else {
      throw EvdevFault("the event has no \(name)", remedy: "each event must be \(Self.form)")
    }
    let range = withoutComma(fields, index + 1)
    guard let value = Int(String(decoding: fields.bytes[range], as: UTF8.self)),
      Int32(exactly: value) != nil
    else { throw EvdevFault("not a whole number of 32 bits", field: name, at: range) }
    return value
  }

  private func withoutComma(_ fields: EvdevFields, _ index: Int) -> Range<Int> {
    let field = fields.fields[index]
    let hasComma = fields.bytes[field.upperBound - 1] == UInt8(ascii: ",")
    return field.lowerBound..<(field.upperBound - (hasComma ? 1 : 0))
  }

  // MARK: - Header

  /// The beginnings of lines that are known and not needed.
  private static let comments = [
    "Input driver version", "Input device ID:", "Input device name:", "Supported events:",
    "Properties:",
    "Testing ...", "Key repeat handling:", "Repeat ", "No device specified", "Available devices:",
    "/dev/input/", "Select the device event number", "Grab ", "***", "This device is grabbed",
    "No events are available", "In most cases", "or xinput", "Run the following", "Value", "State",
  ]

  private mutating func header(
    _ fields: EvdevFields, _ line: ArraySlice<UInt8>
  ) throws(EvdevFault) -> EvdevLine {
    let words = fields.fields.indices.prefix(3).map(fields.text)
    switch words[0] {
    case "Event" where words.count > 2 && words[1] == "type":
      (type, axis) = (Int(words[2]), nil)
      return .header
    case "Event" where words.count > 2 && words[1] == "code":
      guard let code = Int(words[2]), (0...0xFFFF).contains(code) else {
        throw EvdevFault("not a code of an event", field: "code", at: fields.fields[2])
      }
      addCode(code)
      return .header
    case "Property" where words.count > 2 && words[1] == "type":
      if let property = Int(words[2]) { device.properties.insert(property) }
      return .header
    case "Min", "Max", "Fuzz", "Flat", "Resolution":
      try setAxis(words[0], fields)
      return .header
    default:
      guard Self.comments.contains(where: { line.starts(with: $0.utf8) }) else {
        throw EvdevFault("not a line of evtest", remedy: "each line must be of \(Self.form)")
      }
      return .comment
    }
  }

  private mutating func addCode(_ code: Int) {
    axis = nil
    switch type {
    case EvdevType.key: device.keys.insert(code)
    case EvdevType.relative: device.relativeAxes.insert(code)
    case EvdevType.absolute:
      axis = code
      device.axes[code] = EvdevDevice.Axis(minimum: 0, maximum: 0, resolution: 0)
    default: break
    }
  }

  private mutating func setAxis(_ name: String, _ fields: EvdevFields) throws(EvdevFault) {
    guard let axis, fields.fields.count > 1, let value = fields.decimal(1) else {
      throw EvdevFault("not a whole number of 32 bits for an axis", field: name)
    }
    switch name {
    case "Min": device.axes[axis]?.minimum = value
    case "Max": device.axes[axis]?.maximum = value
    case "Fuzz": device.axes[axis]?.fuzz = value
    case "Resolution": device.axes[axis]?.resolution = value
    default: break
    }
  }
}
