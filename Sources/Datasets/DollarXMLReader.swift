import Foundation
import TouchInput

/// Reads gestures in the XML format of the $-family of recognisers ($1, $N).
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
      return try DollarXMLPass(source).run()
    } catch {
      return .failed(error)
    }
  }
}

/// One pass through one file.
private struct DollarXMLPass {
  private let source: RecordingSource
  private let bytes: Data

  init(_ source: RecordingSource) throws(ReadProblem) {
    self.source = source
    let file = try InputFile(path: source.path)
    guard file.size <= DollarXMLReader.sizeLimit else {
      throw ReadProblem(
        file: source.path, value: "\(file.size) bytes",
        message: "a gesture file may have at most \(DollarXMLReader.sizeLimit) bytes",
        remedy: "split it into a file for each gesture, or convert it to plain CSV")
    }
    var bytes = Data()
    while case let chunk = try file.read(upTo: file.size + 1), !chunk.isEmpty,
      bytes.count <= DollarXMLReader.sizeLimit
    {
      bytes.append(chunk)
    }
    self.bytes = bytes
  }

  func run() throws(ReadProblem) -> ReadResult {
    try checkText()
    let content = DollarXMLContent(file: source.path)
    content.parse(bytes)
    return result(content)
  }

  /// Refuses what the XML parser need not see.
  private func checkText() throws(ReadProblem) {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw ReadProblem(
        file: source.path, value: ReadProblem.displayed(bytes.prefix(ReadProblem.binaryLength)),
        message: "the file is not text in UTF-8", remedy: "save it as UTF-8, or check the format")
    }
    for declaration in ["<!DOCTYPE", "<!ENTITY"] {
      guard let place = bytes.range(of: Data(declaration.utf8)) else { continue }
      throw ReadProblem(
        file: source.path, line: 1 + bytes[..<place.lowerBound].count { $0 == 0x0A },
        value: declaration, message: "document types and entities are not read",
        remedy: "take the declaration out and write the values themselves")
    }
  }

  private func result(_ content: DollarXMLContent) -> ReadResult {
    let lineFeeds = bytes.count { $0 == 0x0A }
    let lines = lineFeeds + (bytes.last == 0x0A ? 0 : 1)
    var problems = content.problems
    var rejected = content.rejectedLines.filter { $0 <= lines }
    if let line = content.brokenLine { rejected.formUnion(min(line, lines)...lines) }
    if content.strokes.isEmpty && problems.isEmpty {
      problems.add(
        message: "the file holds no points", remedy: "it must be \(DollarXMLReader.form)")
    }
    return ReadResult(
      recordings: content.strokes.isEmpty ? [] : [recording(content)],
      problems: problems.problems, linesRead: lines - rejected.count,
      linesRejected: rejected.count, isComplete: content.brokenLine == nil)
  }

  private func recording(_ content: DollarXMLContent) -> Recording {
    let tool = Self.tool(content.gesture["InputType"] ?? "") ?? source.tool
    return Recording(
      source: source.name,
      participant: content.gesture["Subject"] ?? source.participant,
      task: source.task.isEmpty ? content.gesture["Name"] ?? "" : source.task,
      scale: source.scale, nominalRate: source.nominalRate, tool: tool, strokes: content.strokes)
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
