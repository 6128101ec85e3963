import TouchInput

/// Reads what `libinput debug-events` prints of one or more Linux input devices.
///
/// Touches and pens have positions in millimeters, which libinput prints; relative motion is summed up as
/// the pointer moves on the screen, in the dataset's unit. An absolute pointer has percent of the screen,
/// or millimeters if the device states its size. A stroke is a contact from down to up; hovering and
/// motion are strokes of their own, named `hover-` and `motion-`, cut where nothing is reported for 0.1 s.
/// Pressure is the force, and the pen's tilt becomes altitude and azimuth. Keys, gestures, scrolling,
/// switches and pads add nothing. Each device has recordings of its own, one for each tool.
///
/// libinput has filtered what it prints, and rounds times to milliseconds: `libinput record` keeps what the
/// device reported.
enum LibinputEventReader: RecordingReader {
  /// The text of libinput debug-events.
  static let format = RecordingFormat.libinputEvents

  static let form =
    "libinput debug-events' output: lines of device, type of event, time as +1.234s, and values"

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    do {
      var pass = try LibinputEventPass(source)
      return try pass.run()
    } catch {
      return .failed(error)
    }
  }
}

/// One pass through one file.
private struct LibinputEventPass {
  private var lines: LineReader
  private var problems: ProblemLog
  private let source: RecordingSource
  private var assemblies: [(name: String, assembly: LibinputAssembly)] = []

  init(_ source: RecordingSource) throws(ReadProblem) {
    lines = LineReader(try InputFile(path: source.path))
    problems = ProblemLog(file: source.path)
    self.source = source
  }

  mutating func run() throws(ReadProblem) -> ReadResult {
    while let line = try lines.next() { readLine(line) }
    let recordings = assemblies.flatMap { $0.assembly.recordings(source) }
    if lines.gaveUp {
      problems.addAlways(
        message: "gave up after \(lines.rejected) rejected lines and no good one",
        remedy: "this does not look like \(LibinputEventReader.form); check the format")
    } else if recordings.isEmpty && problems.isEmpty {
      problems.addAlways(
        message: "the file has no motion, touch or pen events",
        remedy: "it must be \(LibinputEventReader.form)")
    }
    var result = ReadResult(
      recordings: recordings, problems: problems.problems, linesRead: lines.accepted,
      linesRejected: lines.rejected, isComplete: !lines.gaveUp,
      devices: assemblies.map { $0.assembly.device.deviceClass })
    result.warnings = lines.warnings + percentWarnings
    return result
  }

  private var percentWarnings: [ReadProblem] {
    guard assemblies.contains(where: { $0.assembly.hasPercent }) else { return [] }
    return [
      ReadProblem(
        file: source.path,
        message:
          "the positions of an absolute pointer are percent of width and height, whose sizes differ",
        remedy: "record with libinput record, which keeps the units of the device")
    ]
  }

  private mutating func readLine(_ line: LineReader.Line) {
    guard !line.isTooLong else {
      return reject(line, "the line is longer than \(LineReader.lengthLimit) bytes")
    }
    let range = DecimalNumber.trimmed(lines.bytes, line.range)
    if range.isEmpty { return lines.accept(isData: false) }
    let text = String(decoding: lines.bytes[range], as: UTF8.self)
    guard let event = LibinputEventLine(text) else {
      // With --verbose, libinput says what it does with each device: "event7  - Pad: is tagged by udev as …".
      let isRemark =
        text.hasPrefix("libinput ") || (text.hasPrefix("event") && text.contains(" - "))
      return isRemark
        ? lines.accept(isData: false) : reject(line, "not a line of libinput debug-events")
    }
    let index = self.index(of: event.device)
    guard assemblies[index].assembly.add(event) else {
      return reject(line, "the values of the event cannot be read")
    }
    lines.accept(isData: true)
  }

  private mutating func index(of device: String) -> Int {
    if let index = assemblies.firstIndex(where: { $0.name == device }) { return index }
    assemblies.append((device, LibinputAssembly(tool: source.tool)))
    return assemblies.count - 1
  }

  private mutating func reject(_ line: LineReader.Line, _ message: String) {
    lines.reject()
    problems.add(
      line: line.number, value: ReadProblem.displayed(lines.bytes[line.range]), message: message,
      remedy: "each line must be of \(LibinputEventReader.form)")
  }
}
