import TouchInput

/// Reads the text format of Henze, Le, Mayer and Schwind, MobileHCI 2017 Adjunct.
///
/// Each line is `epoch_ms;uptime_ms;x;y;pressure;action`. The event's time is the uptime (the epoch
/// is when it was received); action 0 is down, 1 up, 2 move. A down begins a stroke; an up is the
/// stroke's last sample, with the phase `ended`; moves after an up without a down begin a stroke
/// whose first phase is `moved`. A maximal run of move lines is therefore never split and never
/// joined with another one, on which the paper's protocol depends. A line that cannot be read is
/// reported and left out; the stroke continues. There is one recording per file, and one more for each
/// restart of the clock (`ClockRestarts`).
enum HenzeTextReader: RecordingReader {
  /// The text format of Henze and others, 2017.
  static let format = RecordingFormat.henzeText

  static let form = "epoch_ms;uptime_ms;x;y;pressure;action with action 0 (down), 1 (up), 2 (move)"

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    do {
      var pass = try HenzeTextPass(source)
      return try pass.run()
    } catch {
      return .failed(error)
    }
  }
}

/// One pass through one file.
private struct HenzeTextPass {
  private var lines: LineReader
  private var problems: ProblemLog
  private let source: RecordingSource
  private var fields: [Range<Int>] = []
  private var values: [Double] = []
  private var strokes: [Stroke] = []
  private var samples: [TouchSample] = []
  /// The strokes of each session before the clock restarted.
  private var sessions: [[Stroke]] = []
  private var strokeCount = 0
  private var clock = ClockRestarts<(sample: TouchSample, line: Int)>()
  private var latest: Double?
  private var restarts = RestartLog()

  init(_ source: RecordingSource) throws(ReadProblem) {
    lines = LineReader(try InputFile(path: source.path))
    problems = ProblemLog(file: source.path)
    self.source = source
  }

  mutating func run() throws(ReadProblem) -> ReadResult {
    while let line = try lines.next() {
      readLine(line)
    }
    for held in clock.finish() { add(held.sample) }
    endSession()
    restarts.report(to: &problems)
    if lines.gaveUp {
      problems.addAlways(
        message: "gave up after \(lines.rejected) rejected lines and no good one",
        remedy: "this does not look like \(HenzeTextReader.form); check the format")
    } else if sessions.isEmpty && problems.isEmpty {
      problems.add(
        message: "the file holds only empty lines",
        remedy: "each line must be \(HenzeTextReader.form)")
    }
    let recordings = sessions.map { strokes in
      Recording(
        source: source.name, participant: source.participant, task: source.task,
        scale: source.scale, nominalRate: source.nominalRate, tool: source.tool,
        device: source.device, strokes: strokes)
    }
    return ReadResult(
      recordings: recordings, problems: problems.problems,
      linesRead: lines.accepted, linesRejected: lines.rejected, isComplete: !lines.gaveUp)
  }

  private mutating func readLine(_ line: LineReader.Line) {
    if line.isTooLong {
      return reject(
        line, value: line.range, message: "the line is longer than \(LineReader.lengthLimit) bytes",
        remedy: "each line must be \(HenzeTextReader.form)")
    }
    if DecimalNumber.trimmed(lines.bytes, line.range).isEmpty {
      return lines.accept(isData: false)
    }
    split(line.range)
    guard fields.count == Self.names.count else {
      return reject(
        line, value: line.range,
        message: "the line has \(fields.count) fields, not \(Self.names.count)",
        remedy: "each line must be \(HenzeTextReader.form)")
    }
    values.removeAll(keepingCapacity: true)
    for (field, name) in zip(fields, Self.names) {
      guard let value = DecimalNumber.value(lines.bytes, field) else {
        return reject(
          line, field: name, value: field, message: "not a finite number",
          remedy: "correct the field or remove the line")
      }
      values.append(value)
    }
    guard let phase = Self.phase(action: values[5]) else {
      return reject(
        line, field: "action", value: fields[5], message: "not an action",
        remedy: "use 0 (down), 1 (up) or 2 (move)")
    }
    lines.accept(isData: true)
    let sample = TouchSample(
      time: values[1] / 1000, position: SIMD2(values[2], values[3]), force: values[4],
      phase: phase)
    let release = clock.add((sample, line.number), at: sample.time, after: latest)
    latest = sample.time
    if let first = release.held.first, let fall = release.restart {
      restarts.add(fall, line: first.line)
      endSession()
    }
    for held in release.held { add(held.sample) }
    if release.passes { add(sample) }
  }

  private mutating func endSession() {
    closeStroke()
    if !strokes.isEmpty { sessions.append(strokes) }
    strokes = []
  }

  private static let names = ["epoch_ms", "uptime_ms", "x", "y", "pressure", "action"]

  private static func phase(action: Double) -> TouchSample.Phase? {
    switch action {
    case 0: .began
    case 1: .ended
    case 2: .moved
    default: nil
    }
  }

  private mutating func add(_ sample: TouchSample) {
    if sample.phase == .began { closeStroke() }
    samples.append(sample)
    if sample.phase == .ended { closeStroke() }
  }

  private mutating func closeStroke() {
    guard !samples.isEmpty else { return }
    // A copy as large as the stroke, so that the buffer serves the next one.
    let exact = samples.withUnsafeBufferPointer(Array.init)
    strokeCount += 1
    strokes.append(Stroke(identifier: String(strokeCount), samples: exact))
    samples.removeAll(keepingCapacity: true)
  }

  private mutating func split(_ range: Range<Int>) {
    fields.removeAll(keepingCapacity: true)
    var start = range.lowerBound
    for index in range where lines.bytes[index] == 0x3B {
      fields.append(start..<index)
      start = index + 1
    }
    fields.append(start..<range.upperBound)
  }

  private mutating func reject(
    _ line: LineReader.Line, field: String? = nil, value: Range<Int>, message: String,
    remedy: String
  ) {
    lines.reject()
    problems.add(
      line: line.number, field: field, value: ReadProblem.displayed(lines.bytes[value]),
      message: message, remedy: remedy)
  }
}
