/// The devices that `getevent -i` or `getevent -p` describes before their events.
///
/// A device begins with `add device 1: /dev/input/event2`. Its `events:` list keys in rows, as names or
/// hexadecimal numbers, and each absolute axis on a line with value, minimum, maximum, fuzz, flat and
/// resolution; `input props:` lists its properties.
struct GeteventHeader {
  /// The devices with the paths that their events have, in the order of the file.
  private(set) var devices: [(path: String, device: EvdevDevice)] = []

  /// What the lines that continue a list belong to.
  private enum Section {
    case other
    case keys
    case relative
    case axes
    case properties
  }

  private var section = Section.other

  /// The beginnings of lines that are known and not needed.
  private static let comments = [
    "remove device ", "could not get", "bus:", "vendor", "product", "version", "name:", "location:",
    "id:",
    "events:", "HID descriptor:", "key layout", "rate ",
  ]

  private static let sections: [(name: String, section: Section)] = [
    ("KEY", .keys), ("REL", .relative), ("ABS", .axes), ("SYN", .other), ("MSC", .other),
    ("SW", .other),
    ("LED", .other), ("SND", .other), ("REP", .other), ("FF", .other), ("PWR", .other),
  ]

  private static let properties = [
    "INPUT_PROP_POINTER": EvdevProperty.pointer, "INPUT_PROP_DIRECT": EvdevProperty.direct,
    "INPUT_PROP_POINTING_STICK": EvdevProperty.pointingStick,
  ]

  /// Returns the device with the path that its events have.
  ///
  /// Events have no path if one device was recorded: it is the only one that is described, or the only one
  /// of these with positions.
  func device(named path: String) -> EvdevDevice {
    if let found = devices.last(where: { $0.path == path }) { return found.device }
    guard path.isEmpty else { return EvdevDevice() }
    let positioned = devices.filter { $0.device.hasPosition }
    guard let only = devices.count == 1 ? devices.first : positioned.first,
      devices.count == 1 || positioned.count == 1
    else { return EvdevDevice() }
    return only.device
  }

  /// Reads a line of the header; nil for a line that is none.
  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) -> EvdevLine? {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if text.hasPrefix("add device ") {
      section = .other
      guard let colon = text.firstIndex(of: ":") else { return .comment }
      let path = text[text.index(after: colon)...].drop { $0 == " " }
      devices.append((path + ":", EvdevDevice()))
      return .header
    }
    if Self.comments.contains(where: text.hasPrefix) {
      section = .other
      return .comment
    }
    guard !devices.isEmpty else { return nil }
    if text.hasPrefix("input props:") {
      section = .properties
      return .comment
    }
    return begin(text) ?? continueList(Substring(text))
  }

  /// Begins a list such as `ABS (0003): 0035  : value 0, min 0, …`.
  private mutating func begin(_ text: String) -> EvdevLine? {
    for (name, section) in Self.sections where text.hasPrefix(name) {
      let rest = text.dropFirst(name.count).drop { $0 == " " }
      guard rest.hasPrefix("("), let close = rest.firstIndex(of: ")") else { continue }
      let list = rest[rest.index(after: close)...].drop { $0 == ":" || $0 == " " }
      self.section = section
      return continueList(list) ?? .comment
    }
    return nil
  }

  private mutating func continueList(_ text: Substring) -> EvdevLine? {
    let last = devices.count - 1
    let words = text.split { $0 == " " || $0 == "\t" }
    switch section {
    case .keys, .relative:
      let codes = words.map { Self.code($0.hasSuffix("*") ? $0.dropLast() : $0) }
      guard codes.allSatisfy({ $0 != nil }) else { return nil }
      if section == .keys { devices[last].device.keys.formUnion(codes.compactMap(\.self)) }
      if section == .relative {
        devices[last].device.relativeAxes.formUnion(codes.compactMap(\.self))
      }
      return .header
    case .axes:
      guard let code = words.first.flatMap(Self.code), let axis = Self.axis(text) else {
        return nil
      }
      devices[last].device.axes[code] = axis
      return .header
    case .properties:
      for word in words {
        if let property = Self.properties[String(word)] {
          devices[last].device.properties.insert(property)
        } else if !word.hasPrefix("INPUT_PROP_"), word != "<none>", UInt16(word, radix: 16) == nil {
          return nil
        }
      }
      return .header
    case .other: return words.allSatisfy { Self.code($0) != nil } ? .comment : nil
    }
  }

  private static func code(_ word: Substring) -> Int? {
    (word.utf8.count == 4 ? Int(word, radix: 16) : nil) ?? EvdevNames.code(String(word))
  }

  /// Returns the axis of `value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`; nil without a range.
  private static func axis(_ text: Substring) -> EvdevDevice.Axis? {
    let words = text.split { " ,:\t".contains($0) }
    func number(_ name: String) -> Int? {
      guard let index = words.firstIndex(where: { $0 == name }), index + 1 < words.count else {
        return nil
      }
      return Int(words[index + 1]).flatMap { Int32(exactly: $0) }.map(Int.init)
    }
    guard let minimum = number("min"), let maximum = number("max") else { return nil }
    return EvdevDevice.Axis(
      minimum: minimum, maximum: maximum, fuzz: number("fuzz") ?? 0,
      resolution: number("resolution") ?? 0)
  }
}
