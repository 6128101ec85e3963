import TouchInput

/// What an InkML file holds.
final class InkMLContent: XMLContent {
  /// The strokes so far.
  private(set) var strokes: InkMLStrokes
  private var definitions = InkMLDefinitions()
  private var trace: OpenTrace?
  private var unplaced = 0
  private var guesses: Set<InkMLSampleReader.Guess> = []
  private var unitThatIsNoTime: String?

  /// A trace whose text is being read.
  private struct OpenTrace {
    var attributes: [String: String]
    var context: InkMLContext
    var firstLine: Int
    var text = ""
  }

  init(_ source: RecordingSource) {
    strokes = InkMLStrokes(
      nominalRate: source.nominalRate, timeUnit: source.options.timeUnit)
    super.init(file: source.path, root: "ink", form: InkMLReader.form, depthLimit: 64)
  }

  override var hasData: Bool { !strokes.isEmpty }

  /// Adds the problems that are known only at the end of the file.
  func addClosingProblems() {
    if let rate = strokes.assumedRate {
      problems.addAlways(
        value: "\(DecimalNumber.shortest(rate)) Hz",
        message: unitThatIsNoTime.map {
          "the channel T has the unit '\(ReadProblem.displayed($0))', which is not one of time; "
            + "times are computed from the sample rate"
        } ?? "traces have no channel T; times are computed from the sample rate",
        remedy: "record the channel T to measure anything in time")
    }
    if guesses.contains(.deviceTime) {
      addWarning(
        "the channel T has the unit dev and no resolution in a unit of time; it is read in milliseconds",
        remedy: "if that is wrong, give the channel units=\"s\", \"ms\" or \"us\"")
    }
    if guesses.contains(.oneLength) {
      addWarning(
        "only one of the channels X and Y has a unit of length; both are read in units of the device",
        remedy: "give both channels units and resolutions")
    }
    if unplaced > 0 {
      problems.addAlways(
        message: "\(unplaced) points have no position or time and were dropped",
        remedy: "this is expected if the pen did not measure them")
    }
  }

  private func addWarning(_ message: String, remedy: String) {
    warnings.append(ReadProblem(file: file, message: message, remedy: remedy))
  }

  override func begin(_ name: String, _ attributes: [String: String]) {
    guard trace == nil else {
      return reject(
        line: line, value: ReadProblem.displayed(name), message: "an element inside a trace",
        remedy: "a trace holds text only")
    }
    guard name == "trace" else {
      do throws(InkMLDefinitions.Fault) {
        try definitions.begin(name, attributes)
      } catch {
        reject(
          line: line, field: error.attribute, value: ReadProblem.displayed(error.value),
          message: error.message, remedy: "correct it; the traces here are read without it")
      }
      return
    }
    var context = definitions.current
    if let reference = attributes["contextRef"] {
      if let named = definitions.context(reference) {
        context = named
      } else {
        reject(
          line: line, field: "contextRef", value: ReadProblem.displayed(reference),
          message: "there is no such context before this trace",
          remedy: "define it before the trace; the trace is read without it")
      }
    }
    trace = OpenTrace(attributes: attributes, context: context, firstLine: line)
  }

  override func addText(_ text: String) { trace?.text += text }

  override func end(_ name: String) {
    guard let finished = trace else { return definitions.end(name) }
    guard name == "trace" else { return }
    trace = nil
    let points = decode(finished)
    strokes.add(points, attributes: finished.attributes, context: finished.context)
  }

  /// Returns the points of a trace; those that cannot be read are rejected with their lines.
  private func decode(_ trace: OpenTrace) -> [[Double?]] {
    guard let reader = InkMLSampleReader(trace.context) else {
      reject(
        line: trace.firstLine, message: "the trace has no channels X and Y",
        remedy: "give its traceFormat both")
      return []
    }
    guesses.formUnion(reader.guesses)
    unitThatIsNoTime = reader.unitThatIsNoTime ?? unitThatIsNoTime
    var decoder = InkMLTraceDecoder(trace.context.channels)
    var points: [[Double?]] = []
    var place = trace.firstLine
    for piece in Array(trace.text.utf8).split(separator: 0x2C, omittingEmptySubsequences: false) {
      let leading = piece.prefix { $0 <= 0x20 }.count { $0 == 0x0A }
      switch decoder.point(piece) {
      case .values(let values) where reader.isPlaced(values): points.append(values)
      case .values: unplaced += 1
      case .fault(let message, let endsTrace):
        reject(
          line: place + leading, field: "trace",
          value: ReadProblem.displayed(piece.drop { $0 <= 0x20 }), message: message,
          remedy: endsTrace
            ? "correct it; the rest of the trace counts from it and is left out"
            : "correct the point or remove it")
        if endsTrace { return points }
      case nil: break
      }
      place += piece.count { $0 == 0x0A }
    }
    return points
  }
}
