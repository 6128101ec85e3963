import TouchInput

/// Reads what Android's `getevent -t` prints, with names (`-l`) or numbers.
///
/// Each line is `[ seconds.microseconds] /dev/input/eventN: type code value`; the device's path is
/// there where several were recorded, and each gets recordings of its own. Values are hexadecimal,
/// keys may be DOWN and UP; a rate at the end of a line is skipped. Strokes are made as for evemu
/// (see `EvemuReader`). What `getevent -i` or `-p` printed of the devices before their events, with
/// ranges and resolutions, is their header. Without it, positions are in the dataset's unit, and force
/// is left out because the range of the pressure is not known.
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

  let isDescription = false
  private var header = GeteventHeader()

  var devices: [EvdevDevice] { header.devices.map(\.device) }

  func device(named name: String) -> EvdevDevice { header.device(named: name) }

  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine {
    guard bytes[range.lowerBound] == UInt8(ascii: "[") else {
      if let line = header.parse(bytes, range) { return line }
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

  private func event(_ fields: EvdevFields, time: Double) throws(EvdevFault) -> EvdevLine {
    let hasDevice =
      fields.fields.first.map { fields.bytes[$0].last == UInt8(ascii: ":") } ?? false
    let first = hasDevice ? 1 : 0
    let count = fields.fields.count - first
    let hasRate = count == 5 && fields.text(first + 3) == "rate" && fields.decimal(first + 4) != nil
    guard count == 3 || hasRate else {
      throw EvdevFault("the event has \(count) fields where type, code and value are due")
    }
    guard let type = EvdevNames.type(fields, first) else {
      throw EvdevFault("not a type of event", field: "type", at: fields.fields[first])
    }
    guard let code = EvdevNames.code(fields, first + 1) else {
      throw EvdevFault("not a code of an event", field: "code", at: fields.fields[first + 1])
    }
    guard let value = EvdevNames.value(fields, first + 2) else {
      throw EvdevFault(
        "not a hexadecimal number, DOWN, UP or REPEAT", field: "value",
        at: fields.fields[first + 2])
    }
    return .event(
      EvdevEvent(time: time, type: type, code: code, value: value),
      device: hasDevice ? fields.text(0) : "")
  }
}
