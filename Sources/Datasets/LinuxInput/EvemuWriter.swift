/// Writes recordings of Linux input devices as `evemu-record` does, from the kernel's own bytes.
///
/// The kernel gives an event as 24 bytes (`struct input_event` where `long` has 64 bits): seconds and
/// microseconds, type, code and value. Each becomes one line with the same time.
package struct EvemuWriter {
  /// The size of an event in bytes.
  package static let eventSize = 24
  /// The greatest type and code that the kernel has (`EV_MAX`, `KEY_MAX`).
  private static let typeLimit: UInt16 = 0x1F
  private static let codeLimit: UInt16 = 0x2FF

  /// The events so far.
  package private(set) var events = 0
  /// The reports so far: events between two synchronizations.
  package private(set) var reports = 0
  private var rest: [UInt8] = []

  /// Creates a writer of events that begin anywhere.
  package init() {}

  /// The bytes that came and are no whole event yet.
  package var unfinishedBytes: Int { rest.count }

  /// Returns the lines of the events that bytes complete.
  ///
  /// - Parameter bytes: What came next, cut anywhere.
  /// - Returns: One line for each event.
  /// - Throws: `NotEvents` where they cannot be events of the kernel; nothing of `bytes` is kept then.
  package mutating func lines(_ bytes: some Collection<UInt8>) throws(NotEvents) -> String {
    let all = rest + bytes
    var text = ""
    var (events, reports) = (0, 0)
    let whole = all.count - all.count % Self.eventSize
    for start in stride(from: 0, to: whole, by: Self.eventSize) {
      let seconds = Self.number(all[start..<start + 8])
      let microseconds = Self.number(all[start + 8..<start + 16])
      let type = UInt16(truncatingIfNeeded: Self.number(all[start + 16..<start + 18]))
      let code = UInt16(truncatingIfNeeded: Self.number(all[start + 18..<start + 20]))
      let value = Int32(truncatingIfNeeded: Self.number(all[start + 20..<start + 24]))
      guard seconds <= Int64.max, microseconds < 1_000_000, type <= Self.typeLimit,
        code <= Self.codeLimit
      else { throw NotEvents(offset: self.events + events) }
      text += "E: \(seconds).\(Self.padded(microseconds, 10, 6)) \(Self.hexadecimal(type, 4)) "
      text += "\(Self.hexadecimal(code, 4)) \(value)\n"
      events += 1
      if type == EvdevType.synchronization, code == EvdevCode.report { reports += 1 }
    }
    rest = Array(all[whole...])
    self.events += events
    self.reports += reports
    return text
  }

  /// Bytes that are no events.
  package struct NotEvents: Error, Hashable, Sendable {
    /// The number of events before them.
    package var offset: Int
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // Least significant first, as every machine that Swift runs on with Linux has it.
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func padded(_ value: some BinaryInteger, _ radix: Int, _ width: Int) -> String {
    let digits = String(value, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  fileprivate static func hexadecimal(_ value: some BinaryInteger, _ width: Int) -> String {
    padded(value, 16, width)
  }
}

/// What a recording of `evemu-record` begins with: the device, its properties, abilities and axes.
package struct EvemuHeader: Hashable, Sendable {
  /// The lines.
  package let text: String

  /// One absolute axis: code, least and greatest value, noise, dead zone, and units to the millimeter.
  struct Axis: Hashable {
    var code: Int
    var minimum: Int32
    var maximum: Int32
    var fuzz: Int32
    var flat: Int32
    var resolution: Int32
  }

  /// Describes a device.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - identity: Bus, vendor, product and version.
  ///   - properties: The bits of its properties.
  ///   - abilities: For each type of event, the bits of its codes; type 0 has those of the types.
  ///   - axes: Its absolute axes.
  init(
    name: String, identity: [UInt16], properties: [UInt8], abilities: [(type: Int, bits: [UInt8])],
    axes: [Axis]
  ) {
    var lines = ["# EVEMU 1.3", "N: \(VisibleText.line(name))"]
    lines.append("I: " + identity.map { EvemuWriter.hexadecimal($0, 4) }.joined(separator: " "))
    lines += Self.rows(properties).map { "P: \($0)" }
    for (type, bits) in abilities {
      lines += Self.rows(bits).map { "B: \(EvemuWriter.hexadecimal(type, 2)) \($0)" }
    }
    lines += axes.map {
      "A: \(EvemuWriter.hexadecimal($0.code, 2)) \($0.minimum) \($0.maximum) \($0.fuzz) \($0.flat) "
        + "\($0.resolution)"
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Takes the header of a description or recording that exists.
  ///
  /// - Throws: The first problem that the reader has with it, or that it describes no device.
  package init(ofFile path: String) throws(ReadProblem) {
    let result = EvemuReader.read(RecordingSource(path: path))
    let description = EvemuDescriptionReader.read(RecordingSource(path: path))
    guard !result.devices.isEmpty || !description.devices.isEmpty else {
      throw description.problems.first
        ?? ReadProblem(
          file: path, message: "describes no input device",
          remedy: "give a file of evemu-describe, or a recording that begins with its header")
    }
    let content = try InputFile(path: path).contents(atMost: 1 << 30, of: "a description")
    let lines = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline)
    text =
      (["# EVEMU 1.3"]
      + lines.filter { line in
        ["N:", "I:", "P:", "B:", "A:"].contains { line.hasPrefix($0) }
      }).joined(separator: "\n") + "\n"
  }

  /// Returns the bytes in rows of eight, as `evemu-describe` writes them.
  private static func rows(_ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      (start..<start + 8).map {
        EvemuWriter.hexadecimal($0 < bytes.count ? bytes[$0] : 0, 2)
      }.joined(separator: " ")
    }
  }
}
