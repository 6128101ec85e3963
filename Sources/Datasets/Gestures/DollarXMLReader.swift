import TouchInput

/// Reads gestures in the XML format of the $-family of recognizers ($1, $N).
///
/// A `Gesture` holds `Point X Y T [Pressure]` elements, in $N files inside `Stroke` elements, in $1
/// files directly: then they are one stroke. T is milliseconds; points with the same T are kept as
/// they are. The gesture's `Subject` is the participant and its `InputType` the tool where the file
/// says; its `Name` is the task where the dataset has none. A pressure of 128, which devices
/// without a sensor write, becomes a force of 1. The first sample of a stroke has the phase
/// `began`, the last `ended`. There is one recording a file. A point that cannot be read is
/// reported and left out, with the lines of its tag; where the XML itself is damaged, what came
/// before is kept and the rest of the file counts as rejected. Document types are refused: a
/// gesture needs none, and their entities can make a small file large.
enum DollarXMLReader: RecordingReader {
  /// The gesture XML.
  static let format = RecordingFormat.dollarXML

  /// The greatest size of a file, in bytes; a gesture has some thousands.
  static let sizeLimit = 16 * 1024 * 1024

  static let form =
    "a Gesture with Point elements that have X, Y and T (milliseconds), alone or in Strokes"

  /// Reads one file; O(bytes) in time and memory.
  ///
  /// A file above `sizeLimit` is refused.
  static func read(_ source: RecordingSource) -> ReadResult {
    do {
      let file = try XMLFile(
        path: source.path, limit: sizeLimit, kind: "a gesture file",
        remedy: "split it into a file for each gesture, or convert it to plain CSV")
      let content = DollarXMLContent(file: source.path)
      content.parse(file)
      return file.result(
        content, recordings: content.strokes.isEmpty ? [] : [recording(content, source)],
        empty: "the file holds no points")
    } catch {
      return .failed(error)
    }
  }

  private static func recording(
    _ content: DollarXMLContent, _ source: RecordingSource
  ) -> Recording {
    let gesture = content.rootAttributes
    return Recording(
      source: source.name, participant: gesture["Subject"] ?? source.participant,
      task: source.task.isEmpty ? gesture["Name"] ?? "" : source.task, scale: source.scale,
      nominalRate: source.nominalRate, tool: tool(gesture["InputType"] ?? "") ?? source.tool,
      device: source.device, strokes: content.strokes)
  }

  private static func tool(_ name: String) -> Recording.Tool? {
    switch name.lowercased() {
    case "finger", "touch": .finger
    case "stylus", "pen": .stylus
    case "mouse": .mouse
    default: nil
    }
  }
}

/// What a gesture file holds.
final class DollarXMLContent: XMLContent {
  private(set) var strokes: [Stroke] = []
  private var samples: [TouchSample] = []

  init(file: String) {
    // A gesture has elements three deep.
    super.init(file: file, root: "Gesture", form: DollarXMLReader.form, depthLimit: 16)
  }

  override var hasData: Bool { !samples.isEmpty || !strokes.isEmpty }

  /// Reads the document; afterwards all strokes are closed.
  override func parse(_ file: XMLFile) {
    super.parse(file)
    closeStroke()
  }

  override func begin(_ name: String, _ attributes: [String: String]) {
    if name == "Stroke" { closeStroke() }
    if name == "Point" { add(attributes) }
  }

  override func end(_ name: String) {
    if name == "Stroke" { closeStroke() }
  }

  private func add(_ attributes: [String: String]) {
    do throws(Fault) {
      var sample = TouchSample(
        time: try number("T", attributes) / 1000,
        position: SIMD2(try number("X", attributes), try number("Y", attributes)))
      if attributes["Pressure"] != nil { sample.force = try number("Pressure", attributes) / 128 }
      samples.append(sample)
    } catch {
      reject(
        line: line, field: error.attribute, value: error.value,
        message: error.value == nil ? "the point lacks an attribute" : "not a finite number",
        remedy: "correct the point or remove it")
    }
  }

  private struct Fault: Error {
    var attribute: String
    var value: String?
  }

  private func number(_ name: String, _ attributes: [String: String]) throws(Fault) -> Double {
    guard let text = attributes[name] else { throw Fault(attribute: name) }
    guard let value = DecimalNumber.value(text) else {
      throw Fault(attribute: name, value: ReadProblem.displayed(text))
    }
    return value
  }

  private func closeStroke() {
    guard !samples.isEmpty else { return }
    strokes.append(
      Stroke(identifier: String(strokes.count + 1), samples: samples.markedAsContact))
    samples = []
  }
}
