import TouchInput

/// Reads what `libinput record` writes of one or more Linux input devices, version 1.
///
/// The file is YAML: after `version: 1`, a list `devices:` in which each has `evdev:` with `codes:`,
/// `absinfo:` (minimum, maximum, fuzz, flat, resolution) and `properties:`, and `events:` with frames
/// `- evdev:` of events `- [seconds, microseconds, type, code, value]`. Strokes, units, force and tilt
/// are as for evemu (see `EvemuReader`); each device has recordings of its own. What libinput made of
/// the events, and reports of HID devices, are skipped.
///
/// The file is read line by line and not as YAML: `libinput record` writes every event on a line of
/// its own, a recording of an hour has millions of them, and a tree of hundreds of megabytes that
/// one damaged line makes unreadable serves nobody. Other programs' YAML of the same content, with
/// events over several lines, is reported as what it is not.
enum LibinputRecordReader: RecordingReader {
  /// The recording of libinput record.
  static let format = RecordingFormat.libinputRecord

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    EvdevPass.read(source, LibinputRecordParser())
  }
}

/// The lines of libinput record's file.
private struct LibinputRecordParser: EvdevLineParser {
  static let form =
    "libinput record's YAML, version 1: devices, each with evdev: and events, one event a line"

  /// What the lines belong to.
  private enum Section {
    case other
    case codes
    case axes
    case events
  }

  let isDescription = false
  private(set) var devices: [EvdevDevice] = []
  private var section = Section.other

  func device(named name: String) -> EvdevDevice { devices.last ?? EvdevDevice() }

  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine {
    if bytes[range.lowerBound] == UInt8(ascii: "#") { return .comment }
    if let list = YAMLNumberList(bytes, range) { return try numbers(list) }
    let line = YAMLKeyLine(bytes, range)
    switch line.key {
    case "node" where line.isItem:
      devices.append(EvdevDevice())
      section = .other
      return .header
    case "version" where devices.isEmpty && Int(line.value) ?? 1 != 1:
      throw EvdevFault(
        "this version of the file is not known", field: "version", remedy: "record version 1")
    case "codes": section = .codes
    case "absinfo": section = .axes
    case "evdev" where line.isItem:
      guard !devices.isEmpty else { throw EvdevFault("events before any device") }
      section = .events
    case .some: section = .other
    case nil: try checkUnused(bytes, range, line)
    }
    return .comment
  }

  /// Lines without a key are known in other sections only, where they do not matter.
  private func checkUnused(
    _ bytes: [UInt8], _ range: Range<Int>, _ line: YAMLKeyLine
  ) throws(EvdevFault) {
    let isProgress = bytes[range].starts(with: "Recording to ".utf8)
    // The report descriptor of a HID device is a list over several lines.
    let isList = line.isItem || ["0x", "]", "---"].contains { bytes[range].starts(with: $0.utf8) }
    guard section == .other, isProgress || isList else {
      throw EvdevFault("not a line of libinput record", remedy: "each line must be \(Self.form)")
    }
  }

  private mutating func numbers(_ list: YAMLNumberList) throws(EvdevFault) -> EvdevLine {
    guard !devices.isEmpty else { throw EvdevFault("numbers before any device") }
    guard let key = list.key else { return try event(list) }
    let isProperties = key == "properties"
    guard isProperties || Int(key) != nil else {
      section = .other
      return .comment
    }
    guard let values = list.values else { throw EvdevFault("not a list of whole numbers") }
    let last = devices.count - 1
    if isProperties { devices[last].properties = Set(values) }
    guard let code = Int(key) else { return .header }
    switch section {
    case .codes where code == EvdevType.key: devices[last].keys = Set(values)
    case .codes where code == EvdevType.relative: devices[last].relativeAxes = Set(values)
    case .codes: break
    case .axes:
      guard values.count == 5 else {
        throw EvdevFault("the axis has \(values.count) numbers where 5 are due", field: key)
      }
      guard values.allSatisfy({ Int32(exactly: $0) != nil }) else {
        throw EvdevFault(
          "not a list of whole numbers of 32 bits", field: key,
          remedy: "an axis is minimum, maximum, fuzz, flat and resolution, as the kernel has them")
      }
      devices[last].axes[code] = EvdevDevice.Axis(
        minimum: values[0], maximum: values[1], fuzz: values[2], resolution: values[4])
    case .events, .other: throw EvdevFault("neither codes: nor absinfo: comes before this list")
    }
    return .header
  }

  /// The most seconds of an event: below it, microseconds are exact as a double.
  private static let longestTime = 1 << 33

  private func event(_ list: YAMLNumberList) throws(EvdevFault) -> EvdevLine {
    guard section == .events else { throw EvdevFault("the list does not follow - evdev:") }
    guard let values = list.values, values.count == 5 else {
      throw EvdevFault(
        "not an event", remedy: "an event is - [seconds, microseconds, type, code, value]")
    }
    guard (0..<Self.longestTime).contains(values[0]), (0..<1_000_000).contains(values[1]) else {
      throw EvdevFault("not a time in seconds and microseconds", field: "time")
    }
    guard values[2] >= 0, values[3] >= 0, let value = Int32(exactly: values[4]) else {
      throw EvdevFault("type and code are 0 or more, and a value has 32 bits")
    }
    let time = Double(values[0] * 1_000_000 + values[1]) / 1e6
    return .event(
      EvdevEvent(time: time, type: values[2], code: values[3], value: Int(value)),
      device: String(devices.count))
  }
}
