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
public enum DollarXMLReader: RecordingReader {
  /// The gesture XML.
  public static let format = RecordingFormat.dollarXML

  /// The greatest size of a file, in bytes; a gesture has some thousands.
  public static let sizeLimit = 16 * 1024 * 1024

  static let form =
    "a Gesture with Point elements that have X, Y and T (milliseconds), alone or in Strokes"

  /// Reads one file; O(bytes) in time and memory.
  ///
  /// A file above `sizeLimit` is refused.
  public static func read(_ source: RecordingSource) -> ReadResult {
    do {
      let file = try XMLFile(
        path: source.path, limit: sizeLimit, kind: "a gesture file",
        remedy: "split it into a file for each gesture, or convert it to plain CSV")
      let content = DollarXMLContent(file: source.path)
      content.parse(file.bytes)
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
