import Foundation
import TouchInput

/// Reads a JSON array of touch events as exported by Inkable.
///
/// Measured events become the samples of their touch's stroke, with the values known on arrival;
/// strokes are in order of first appearance, and there is one recording for each kind of tool. An
/// update changes only `settledForces`; each run of predictions becomes one batch of the device's
/// own predictions. Events with an identifier that was seen before are skipped, so is hovering
/// (phases 5 to 7). The exported array does not say which samples were delivered together, so all
/// are `actual`: naming some of them coalesced would be a guess. Elements that are damaged are
/// reported with the line on which they begin, and left out.
public enum InkableEventReader: RecordingReader {
  /// The Inkable event array.
  public static let format = RecordingFormat.inkableJSON

  /// The greatest size of a file, in bytes.
  public static let sizeLimit = 512 * 1024 * 1024

  /// Reads one file; O(bytes) in time, memory for its samples and one element.
  ///
  /// A file above `sizeLimit` is refused.
  public static func read(_ source: RecordingSource) -> ReadResult {
    do {
      let file = try InputFile(path: source.path)
      guard file.size <= sizeLimit else {
        return .failed(
          ReadProblem(
            file: source.path, value: "\(file.size) bytes",
            message: "a JSON recording may have at most \(sizeLimit) bytes",
            remedy: "split it into several arrays, or convert it to plain CSV"))
      }
      return try read(file, source)
    } catch {
      return .failed(error)
    }
  }

  private static func read(
    _ file: InputFile, _ source: RecordingSource
  ) throws(ReadProblem) -> ReadResult {
    var scanner = JSONArrayScanner(file)
    var problems = ProblemLog(file: source.path)
    var assembly = InkableAssembly()
    let decoder = JSONDecoder()
    var isArray = true
    while let element = try scanner.next() {
      do {
        if let fault = element.fault { throw InkableFault(fault, element.bytes) }
        switch try decoder.decode(InkableElement.self, from: Data(element.bytes)) {
        case .touch(let event): try assembly.add(event)
        case .callbackEnd: assembly.endBatch()
        }
        scanner.accept()
      } catch {
        scanner.reject()
        let fault = InkableFault(error, element.bytes)
        problems.add(
          line: element.line, field: fault.key, value: fault.value, message: fault.message,
          remedy: fault.remedy)
        isArray = element.fault != .notAnArray
        guard isArray else { break }
      }
    }
    if scanner.gaveUp {
      if isArray {
        problems.addAlways(
          message: "gave up after \(scanner.rejected) rejected elements and no good one",
          remedy: "this does not look like an array of touch events; check the format")
      }
    } else if !scanner.isClosed {
      problems.addAlways(
        message: "the array is not closed: the file is cut off",
        remedy: "copy the file again from its source; the complete events were kept")
    } else if problems.isEmpty && assembly.isEmpty {
      problems.add(
        message: "the array holds no touch events",
        remedy: "export the recording again, or take it out of the dataset")
    }
    return ReadResult(
      recordings: assembly.recordings(source), problems: problems.problems,
      linesRead: scanner.accepted, linesRejected: scanner.rejected, isComplete: !scanner.gaveUp)
  }
}

/// Why an element was left out, in words.
struct InkableFault: Error {
  var key: String?
  var value: String?
  var message: String
  var remedy: String

  init(
    key: String? = nil, value: String? = nil, message: String,
    remedy: String = "correct the event or take it out"
  ) {
    self.key = key
    self.value = value
    self.message = message
    self.remedy = remedy
  }

  /// What a caught error says of an element.
  init(_ error: any Error, _ bytes: [UInt8]) {
    switch error {
    case let fault as InkableFault:
      self = fault
    case let fault as JSONArrayScanner.Fault:
      self.init(
        value: ReadProblem.displayed(bytes), message: Self.message(fault),
        remedy: fault == .notAnArray
          ? "the file must be a JSON array: its first character is [" : "correct it or take it out")
    default:
      let text = DecodingErrorText(error)
      self.init(
        key: text.key, value: text.key == nil ? ReadProblem.displayed(bytes) : nil,
        message: "the event cannot be read: \(text.message)")
    }
  }

  private static func message(_ fault: JSONArrayScanner.Fault) -> String {
    switch fault {
    case .notAnArray: "the file does not begin with ["
    case .cutOff: "the event is cut off by the end of the file"
    case .notClosed: "the event is not closed before the next one begins"
    case .tooLong: "the event is longer than \(JSONArrayScanner.lengthLimit) bytes"
    case .tooDeep: "the event is nested more than \(JSONArrayScanner.depthLimit) deep"
    case .notAnObject: "this is not a touch event"
    }
  }
}
