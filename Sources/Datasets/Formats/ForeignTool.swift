/// The tools whose output is recognized and cannot be read, each with the command to use instead.
enum ForeignTool {
  private static let remedy =
    "record the device's events instead, with nextpoint record --evdev DEVICE --output FILE, "
    + "libinput record or evemu-record"

  /// Returns the problem with text that one of the tools wrote; nil for any other text.
  static func problem(of bytes: ArraySlice<UInt8>, path: String) -> ReadProblem? {
    guard let (tool, reason) = tool(bytes) else { return nil }
    return ReadProblem(
      file: path,
      message: "the file is the output of \(tool), which cannot be read because \(reason)",
      remedy: remedy)
  }

  /// Returns whether lines hold the reports of a HID device: `E: time length` and bytes.
  static func hasHIDReports(_ bytes: ArraySlice<UInt8>) -> Bool {
    lines(bytes).contains { line in
      if line.hasPrefix("R: ") { return isBytes(line.split(separator: " ").dropFirst(2)) }
      let words = line.split(separator: " ")
      guard line.hasPrefix("E: "), words.count >= 5, let length = Int(words[2]) else {
        return false
      }
      return words.count - 3 <= length && isBytes(words.dropFirst(3))
    }
  }

  private static func tool(_ bytes: ArraySlice<UInt8>) -> (name: String, reason: String)? {
    if hasHIDReports(bytes) {
      return ("hid-recorder", "it holds the raw reports of a HID device and not its events")
    }
    let lines = lines(bytes)
    func has(_ prefixes: String...) -> Bool {
      lines.contains { line in prefixes.contains { line.hasPrefix($0) } }
    }
    if has("EVENT type "), has("device: ", "time: ", "detail: ", "valuators:", "EVENT type ") {
      return ("xinput test-xi2", "it holds the events of the X server and not those of the device")
    }
    if has("motion a[", "button press ", "button release ", "proximity in a[", "key press ") {
      return ("xinput test", "it has no times")
    }
    if has("⎡ Virtual core pointer", "⎜   ↳ Virtual core XTEST pointer") {
      return ("xinput", "it lists devices and holds no recording")
    }
    if has("MotionNotify event, serial ", "EnterNotify event, serial ") {
      return ("xev", "it holds the events of the X server and not those of the device")
    }
    if lines.contains(where: { $0.contains("OpenTabletDriver") || $0.contains("Raw:[") })
      || isHexadecimal(lines)
    {
      return ("OpenTabletDriver", "it holds the raw reports of a tablet and not its events")
    }
    return nil
  }

  /// Returns the first lines without blanks around them.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(100).map {
      line in
      line.drop { $0 == " " || $0 == "\t" }
    }
  }

  /// Returns whether the first lines are nothing but bytes in hexadecimal.
  private static func isHexadecimal(_ lines: [Substring]) -> Bool {
    let first = lines.prefix(3)
    return !first.isEmpty
      && first.allSatisfy { line in
        let words = line.split { $0 == " " || $0 == "-" }
        return words.count >= 6 && isBytes(words[...])
      }
  }

  private static func isBytes(_ words: ArraySlice<Substring>) -> Bool {
    !words.isEmpty && words.allSatisfy { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }
}
