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
///
/// Six numbers between semicolons may be anything: a line is left out whose epoch is not a time from 2000
/// to 2100, or whose force is none, and a file whose first line names other columns is not read.
enum HenzeTextReader: RecordingReader {
  /// The text format of Henze and others, 2017.
  static let format = RecordingFormat.henzeText

  static let header = "epoch_ms;uptime_ms;x;y;pressure;action"
  static let form = "\(header) with action 0 (down), 1 (up), 2 (move)"

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
  private var isAtStart = true
  private var isOfOtherColumns = false

  init(_ source: RecordingSource) throws(ReadProblem) {
    lines = LineReader(try InputFile(path: source.path))
    problems = ProblemLog(file: source.path)
    self.source = source
  }

  mutating func run() throws(ReadProblem) -> ReadResult {
    while !isOfOtherColumns, let line = try lines.next() {
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
    var result = ReadResult(
      recordings: recordings, problems: problems.problems,
      linesRead: lines.accepted, linesRejected: lines.rejected,
      isComplete: !lines.gaveUp && !isOfOtherColumns)
    result.warnings = lines.warnings
    return result
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
    if isAtStart {
      isAtStart = false
      if namesColumns(line) { return }
    }
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
    if let fault = Self.implausible(epoch: values[0], force: values[4]) {
      return reject(
        line, field: fault.field, value: fields[fault.index], message: fault.message,
        remedy:
          "is this really \(HenzeTextReader.form)? If not, save it as CSV with a header stroke,t_s,x,y"
      )
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

  /// The years 2000 to 2100 in milliseconds since 1970.
  private static let epochs = 946_684_800_000.0...4_102_444_800_000.0
  /// Forces with much to spare: 1 is an average touch, and some devices report up to 255.
  private static let forces = 0.0...1000.0

  /// Returns what contradicts the format in a line of six numbers; nil if nothing does.
  private static func implausible(
    epoch: Double, force: Double
  ) -> (field: String, index: Int, message: String)? {
    if !epochs.contains(epoch) {
      return (
        "epoch_ms", 0, "not a time in milliseconds since 1970 between the years 2000 and 2100"
      )
    }
    return forces.contains(force) ? nil : ("pressure", 4, "not a force between 0 and 1000")
  }

  /// Reads a first line of names: those of the format are fine, and no other file is read by position.
  private mutating func namesColumns(_ line: LineReader.Line) -> Bool {
    let words = fields.map {
      String(decoding: lines.bytes[DecimalNumber.trimmed(lines.bytes, $0)], as: UTF8.self)
    }
    guard words.count > 1, words.allSatisfy({ $0.first?.isLetter == true }),
      words.allSatisfy({ DecimalNumber.value($0) == nil })
    else { return false }
    if words == Self.names {
      lines.accept(isData: false)
      return true
    }
    isOfOtherColumns = true
    reject(
      line, value: line.range, message: "the first line names other columns than this format has",
      remedy: "name them with --columns, or save the file as CSV with the columns stroke,t_s,x,y")
    return true
  }

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
