import TouchInput

/// Reads recordings of Linux input devices made with `evemu-record`.
///
/// Events are lines `E: seconds.microseconds type code value`, type and code in hexadecimal; a
/// header may come before them (`N:` name, `I:` identity, `P:` properties, `B:` capabilities,
/// `A:` axes). A stroke is a contact from down to up: multi-touch by protocol A or B, or a single
/// pointer. Hovering and relative motion are strokes of their own, named `hover-` and `motion-`,
/// cut where nothing is reported for 0.1 s. The lift is the stroke's last sample, where the contact
/// was last. A report that says nothing of a contact adds no sample to it: a hold is a gap.
/// Positions are millimeters where the header has the resolution of both axes, else the dataset's
/// unit. Force is the pressure as a part of its range, and is left out where no header has the
/// range; tilt with a resolution becomes altitude and azimuth. There is one recording for each tool
/// and kind of axes.
enum EvemuReader: RecordingReader {
  /// The recording of `evemu-record`.
  static let format = RecordingFormat.evemu

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    EvdevPass.read(source, EvemuParser(isDescription: false))
  }
}

/// Reads descriptions of Linux input devices made with `evemu-describe`.
///
/// A description is the header of a recording without events; it has no recordings, and that is no
/// problem. Its lines are checked as those of a recording are.
enum EvemuDescriptionReader: RecordingReader {
  /// The description of `evemu-describe`.
  static let format = RecordingFormat.evemuDescription

  /// Reads one file; O(bytes) in time, memory for one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    EvdevPass.read(source, EvemuParser(isDescription: true))
  }
}

/// The lines of evemu's text form.
private struct EvemuParser: EvdevLineParser {
  static let form =
    "evemu's text: lines E: seconds.microseconds type code value, after N:, I:, P:, B:, A: lines"

  let isDescription: Bool
  private var device = EvdevDevice()
  /// How many bytes of properties have come.
  private var propertyBytes = 0
  /// How many bytes of capabilities have come for each type of event.
  private var capabilityBytes: [Int: Int] = [:]

  init(isDescription: Bool) { self.isDescription = isDescription }

  /// The most bytes of capabilities of one type: the kernel has 0x300 keys.
  private static let capabilityLimit = 0x300 / 8
  /// The most bytes of properties: the kernel has 0x20.
  private static let propertyLimit = 0x20 / 8

  var devices: [EvdevDevice] { device == EvdevDevice() ? [] : [device] }

  func device(named name: String) -> EvdevDevice { device }

  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine {
    if bytes[range.lowerBound] == 0x23 { return .comment }
    guard range.count >= 2, bytes[range.lowerBound + 1] == 0x3A else {
      throw EvdevFault("not a line of evemu", remedy: "each line must be \(Self.form)")
    }
    let end = bytes[range].firstIndex(of: 0x23) ?? range.upperBound
    let start = range.lowerBound + 2
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "E"): return try event(EvdevFields(bytes, start..<end))
    // A name may hold any character; switches and lights do not move.
    case UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "L"): return .header
    case UInt8(ascii: "I"): return try numbers(EvdevFields(bytes, start..<end), count: 4)
    case UInt8(ascii: "P"): return try properties(EvdevFields(bytes, start..<end))
    case UInt8(ascii: "B"): return try capabilities(EvdevFields(bytes, start..<end))
    case UInt8(ascii: "A"): return try axis(EvdevFields(bytes, start..<end))
    default: throw EvdevFault("not a line of evemu", remedy: "each line must be \(Self.form)")
    }
  }

  private func event(_ fields: EvdevFields) throws(EvdevFault) -> EvdevLine {
    guard !isDescription else {
      throw EvdevFault(
        "a description has no events", remedy: "give the file the format evemu in dataset.json")
    }
    guard fields.fields.count == 4 else {
      throw EvdevFault("the event has \(fields.fields.count) fields where 4 are due")
    }
    guard let time = EvdevFields.seconds(fields.bytes, fields.fields[0]) else {
      throw EvdevFault(
        "not a time in seconds with six digits of microseconds", field: "time",
        at: fields.fields[0])
    }
    let type = try hexadecimal(fields, 1, "type")
    let code = try hexadecimal(fields, 2, "code")
    guard let value = fields.decimal(3) else {
      throw EvdevFault("not a whole number of 32 bits", field: "value", at: fields.fields[3])
    }
    return .event(EvdevEvent(time: time, type: type, code: code, value: value), device: "")
  }

  private func numbers(_ fields: EvdevFields, count: Int?) throws(EvdevFault) -> EvdevLine {
    guard count ?? max(1, fields.fields.count) == fields.fields.count else {
      throw EvdevFault("the line has \(fields.fields.count) numbers where \(count ?? 1) are due")
    }
    for index in fields.fields.indices { _ = try hexadecimal(fields, index, "number") }
    return .header
  }

  /// Eight bytes of properties, from where the line before ended.
  private mutating func properties(_ fields: EvdevFields) throws(EvdevFault) -> EvdevLine {
    _ = try numbers(fields, count: nil)
    for index in fields.fields.indices where propertyBytes < Self.propertyLimit {
      for bit in Self.bits(fields.hexadecimal(index) ?? 0) {
        device.properties.insert(propertyBytes * 8 + bit)
      }
      propertyBytes += 1
    }
    return .header
  }

  /// Returns the places of the ones in a byte.
  private static func bits(_ byte: Int) -> [Int] { (0..<8).filter { byte >> $0 & 1 == 1 } }

  /// Reads an event type and eight bytes of its code bitmap, continuing from the line before.
  private mutating func capabilities(_ fields: EvdevFields) throws(EvdevFault) -> EvdevLine {
    _ = try numbers(fields, count: nil)
    let type = try hexadecimal(fields, 0, "type")
    for index in fields.fields.indices.dropFirst() {
      let place = capabilityBytes[type, default: 0]
      guard place < Self.capabilityLimit else { break }
      capabilityBytes[type] = place + 1
      let codes = Self.bits(fields.hexadecimal(index) ?? 0).map { place * 8 + $0 }
      if type == EvdevType.key { device.keys.formUnion(codes) }
      if type == EvdevType.relative { device.relativeAxes.formUnion(codes) }
    }
    return .header
  }

  /// `code minimum maximum fuzz flat` and, in newer files, the resolution.
  private mutating func axis(_ fields: EvdevFields) throws(EvdevFault) -> EvdevLine {
    guard (5...6).contains(fields.fields.count) else {
      throw EvdevFault("the axis has \(fields.fields.count) fields where 5 or 6 are due")
    }
    let code = try hexadecimal(fields, 0, "axis")
    var values: [Int] = []
    for index in fields.fields.indices.dropFirst() {
      guard let value = fields.decimal(index) else {
        throw EvdevFault("not a whole number of 32 bits", field: "axis", at: fields.fields[index])
      }
      values.append(value)
    }
    device.axes[code] = EvdevDevice.Axis(
      minimum: values[0], maximum: values[1], fuzz: values[2],
      resolution: values.count > 4 ? values[4] : 0)
    return .header
  }

  private func hexadecimal(
    _ fields: EvdevFields, _ index: Int, _ name: String
  ) throws(EvdevFault) -> Int {
    guard let value = fields.hexadecimal(index) else {
      throw EvdevFault("not a hexadecimal number", field: name, at: fields.fields[index])
    }
    return value
  }
}
