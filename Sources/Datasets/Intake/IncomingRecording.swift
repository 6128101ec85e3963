import Foundation
import TouchInput

/// A file that was read without a problem, with its entry.
struct IncomingRecording: Sendable {
  /// Its line in the list of recordings; its browser is what the file states.
  var line: RecordedList.Line
  /// The number of its strokes.
  var strokes: Int

  /// Its entry.
  var entry: DatasetDescription.File { line.entry }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Where it is now.
  ///   - name: The name that it is to have.
  ///   - hash: Its SHA-256.
  /// - Throws: The first problem that the reader of its format has with it, or that it has no stroke.
  init(_ path: String, _ name: String, _ hash: String) throws(ReadProblem) {
    let result = PointerEventReader.read(RecordingSource(path: path))
    if var problem = result.problems.first {
      // Whoever sent it does not know the temporary name.
      problem.file = "\(name).json"
      throw problem
    }
    strokes = result.strokeCount
    guard strokes > 0 else {
      throw ReadProblem(
        file: "\(name).json", message: "the session has no strokes",
        remedy: "draw something before you send it")
    }
    let rate = RecordingStatistics.medianInterval(result.recordings).map { 1 / $0 }
    var entry = DatasetDescription.File(
      path: RecordingIntake.entryPath(name), format: PointerEventReader.format.rawValue,
      sha256: hash, bytes: try FileState(ofFile: path).size,
      participant: Self.only(result, \.participant), task: Self.only(result, \.task),
      nominalRate: rate.map { ($0 * 100).rounded() / 100 }, unit: .pixel)
    if entry.nominalRate == 0 || entry.nominalRate?.isFinite == false { entry.nominalRate = nil }
    line = RecordedList.Line(entry: entry, browser: try Self.browser(path))
  }

  /// The bytes of JSON that a participant or a task may have in the entry.
  ///
  /// 100,000 entries then stay below the size up to which a description is read. A longer text remains in
  /// the recording, which states it to every reader.
  private static let textLimit = 66

  /// Returns what all recordings state; nil if they differ, state nothing, or the text is too long.
  private static func only(_ result: ReadResult, _ text: (Recording) -> String) -> String? {
    let texts = Set(result.recordings.map(text))
    guard texts.count == 1, let only = texts.first, !only.isEmpty,
      only.utf8.count <= textLimit, JSONText.quoted(only).utf8.count <= textLimit
    else { return nil }
    return only
  }

  /// The browser and the screen, as the first element states them; the live page writes its facts there.
  private struct Facts: Decodable {
    struct Device: Decodable {
      var userAgent: String?
      var screen: [Double]?
      var devicePixelRatio: Double?
    }
    var facts: Device?
  }

  private static let longestBrowser = 300

  private static func browser(_ path: String) throws(ReadProblem) -> String? {
    var scanner = JSONArrayScanner(try InputFile(path: path), layout: PointerEventReader.layout)
    guard let element = try scanner.next(), element.fault == nil,
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(element.bytes)).facts,
      let agent = facts.userAgent, !agent.isEmpty
    else { return nil }
    var words = [agent]
    if let screen = facts.screen, screen.count == 2 {
      words.append(
        "screen \(DecimalNumber.shortest(screen[0])) × \(DecimalNumber.shortest(screen[1]))")
    }
    if let ratio = facts.devicePixelRatio {
      words.append("\(DecimalNumber.shortest(ratio)) px per CSS px")
    }
    return VisibleText.line(words.joined(separator: ", ").prefix(longestBrowser))
  }
}
