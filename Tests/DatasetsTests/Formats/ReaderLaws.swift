import TouchInput

@testable import Datasets

/// What holds for the result of every reader, whatever the file.
enum ReaderLaws {
  /// Reads a file of these bytes, and says which law the result breaks; nil where it keeps them all.
  static func finding(
    in bytes: [UInt8], of format: RecordingFormat, path: String
  ) throws -> String? {
    let result = format.reader.read(RecordingSource(path: path))
    if let broken = broken(result, of: bytes, path: path) { return broken }
    guard result.isComplete else { return nil }
    switch format {
    case .inkableJSON, .pointerEvents, .jsPsych, .rrweb:
      let layout: JSONArrayScanner.Layout =
        switch format {
        case .pointerEvents: PointerEventReader.layout
        case .jsPsych: JSPsychReader.layout
        case .rrweb: RRWebReader.layout
        default: TouchEventFile.layout
        }
      return try coversAll(path, bytes: bytes, layout: layout) ? nil : "bytes of no element"
    default:
      let counted = result.linesRead + result.linesRejected
      let lines = lines(try text(path))
      return counted == lines ? nil : "\(counted) of \(lines) lines"
    }
  }

  /// The first law that the result breaks, in words; nil where it keeps them all.
  static func broken(_ result: ReadResult, of bytes: [UInt8], path: String) -> String? {
    if result.linesRejected > 0 || !result.isComplete, result.problems.isEmpty {
      return "something was left out without a problem"
    }
    for problem in result.problems where problem.remedy.isEmpty || problem.file != path {
      return "a problem without remedy or file: \(problem)"
    }
    for problem in result.problems where "\(problem)".contains("\n") {
      return "a problem of several lines"
    }
    return result.recordings.lazy.compactMap(broken).first
  }

  /// The text of a file as readers get it.
  private static func text(_ path: String) throws -> [UInt8] {
    var input = TextInput(try InputFile(path: path))
    var text: [UInt8] = []
    while case let piece = try input.read(upTo: 1 << 16), !piece.isEmpty { text += piece }
    return text
  }

  /// The lines of a file: each ends with a line feed or with the file.
  static func lines(_ bytes: [UInt8]) -> Int {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let last = content.last else { return 0 }
    return content.count { $0 == 0x0A } + (last == 0x0A ? 0 : 1)
  }

  /// Whether every byte of an array of events is in an element, but for brackets and what separates.
  static func coversAll(
    _ path: String, bytes: [UInt8], layout: JSONArrayScanner.Layout
  ) throws -> Bool {
    var scanner = JSONArrayScanner(try InputFile(path: path), layout: layout)
    var end = 0
    let between = Set([0xEF, 0xBB, 0xBF] + Array(" \t\r\n,]".utf8))
    while let element = try scanner.next() {
      scanner.accept()
      if element.fault == .notAnArray { return true }
      let gap = bytes[end..<element.place.lowerBound]
      // What stands around arrays of elements is skipped with its arrays.
      if scanner.isWrapped { return true }
      guard
        (end == 0 ? gap.filter { $0 != UInt8(ascii: "[") } : Array(gap)).allSatisfy(
          between.contains)
      else { return false }
      end = element.place.upperBound
    }
    if scanner.isWrapped { return true }
    return bytes[end...].allSatisfy { between.contains($0) || end == 0 && $0 == UInt8(ascii: "[") }
  }

  private static func broken(_ recording: Recording) -> String? {
    if recording.strokes.isEmpty { return "a recording without strokes" }
    let names = Set(recording.strokes.map(\.identifier))
    if names.count != recording.strokes.count || names.contains("") {
      return "strokes of one name, or of none"
    }
    if !(recording.nominalRate.isFinite && recording.nominalRate > 0) { return "no rate" }
    return recording.strokes.lazy.compactMap(broken).first
  }

  private static func broken(_ stroke: Stroke) -> String? {
    let count = stroke.samples.count
    if count == 0 { return "a stroke without samples" }
    if stroke.exactPositions?.count ?? count != count { return "exact positions of another count" }
    if stroke.settledForces?.count ?? count != count { return "settled forces of another count" }
    for batch in stroke.devicePredictions {
      if batch.samples.isEmpty || !(1...count).contains(batch.samplesBefore) {
        return "a batch of predictions that is empty or before any sample"
      }
      if !batch.samples.allSatisfy({ $0.kind == .predicted && isFinite($0) }) {
        return "a prediction that is none, or not finite"
      }
    }
    if !stroke.samples.allSatisfy(isFinite) { return "a number that is not finite" }
    if stroke.samples.contains(where: { $0.kind == .predicted }) { return "a prediction measured" }
    let early = stroke.samples.dropLast().map(\.phase)
    if early.contains(.ended) || early.contains(.cancelled) { return "samples after the end" }
    return nil
  }

  private static func isFinite(_ sample: TouchSample) -> Bool {
    sample.isFinite
      && [sample.force, sample.altitude, sample.azimuth].allSatisfy { $0?.isFinite ?? true }
  }
}
