/// A line that `libinput debug-events` prints: device, type, time and values.
///
/// An example is ` event7   TOUCH_MOTION     +8.152s  0 (0) 80.78/51.21 (255.33/90.17mm)`. A device's first line
/// after another's begins with a dash. New versions count the events of a type between type and time.
struct LibinputEventLine {
  /// The device, such as `event7`.
  let device: String
  /// The type of the event.
  let type: String
  /// The time in seconds; nil for a device that is added or removed.
  let time: Double?
  /// What follows, separated by blanks, slashes, parentheses and asterisks.
  let words: [Substring]

  private static let prefixes = [
    "DEVICE_", "KEYBOARD_", "POINTER_", "TOUCH_", "GESTURE_", "TABLET_", "SWITCH_",
  ]

  /// Reads a line; nil if it is not one of an event.
  init?(_ text: some StringProtocol) {
    let line = text.drop { $0 == " " || $0 == "\t" || $0 == "-" }
    let head = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    guard head.count >= 2, head[0].hasPrefix("event"),
      head[0].utf8.dropFirst(5).allSatisfy({ (0x30...0x39).contains($0) }),
      head[0].utf8.count > 5, Self.prefixes.contains(where: head[1].hasPrefix)
    else { return nil }
    device = String(head[0])
    type = String(head[1])
    let rest = head.count > 2 ? String(head[2]) : ""
    var words = rest.split { " \t/()*".contains($0) }[...]
    if type.hasPrefix("DEVICE_") {
      time = nil
    } else {
      if let first = words.first, !first.hasPrefix("+"), UInt64(first) != nil {
        words = words.dropFirst()
      }
      guard let seconds = words.popFirst(), seconds.hasSuffix("s"),
        let value = Self.number(seconds.dropLast())
      else { return nil }
      time = value
    }
    self.words = Array(words)
  }

  /// Returns the type of the first line of an event among lines; nil if there is none.
  static func type(inLines bytes: ArraySlice<UInt8>) -> String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(100)
      .lazy.compactMap { LibinputEventLine($0)?.type }.first
  }

  /// Returns a finite number; nil for anything else.
  static func number(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber.value(bytes, bytes.indices)
  }

  /// Returns the two numbers that begin at a word; nil if there are none.
  func pair(_ index: Int) -> SIMD2<Double>? {
    guard index >= 0, index + 1 < words.count, let x = Self.number(words[index]),
      let y = Self.number(
        words[index + 1].hasSuffix("mm") ? words[index + 1].dropLast(2) : words[index + 1])
    else { return nil }
    return SIMD2(x, y)
  }

  /// Returns the two numbers after a word such as `tilt:`; nil if there are none.
  func pair(after name: String) -> SIMD2<Double>? {
    words.firstIndex { $0 == name }.flatMap { pair($0 + 1) }
  }

  /// Returns the number after a word such as `pressure:`; nil if there is none.
  func number(after name: String) -> Double? {
    guard let index = words.firstIndex(where: { $0 == name }), index + 1 < words.count else {
      return nil
    }
    return Self.number(words[index + 1])
  }
}
