import Foundation
import TouchInput

/// What puts the elements of an array of events together.
protocol EventArrayAssembly {
  /// What the array holds, for messages, such as "touch events".
  static var events: String { get }
  /// Whether nothing has been added yet.
  var isEmpty: Bool { get }
  /// Takes the line of the element that is added next.
  mutating func begin(line: Int)
  /// Adds one element; throws, with the state unchanged, where it cannot be used.
  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws
  /// Ends the input, and reports what is known only then.
  mutating func finish(_ problems: inout ProblemLog)
  /// Returns the guesses that were made; nothing was lost.
  func warnings(file: String) -> [ReadProblem]
}

extension EventArrayAssembly {
  mutating func begin(line: Int) {}
  mutating func finish(_ problems: inout ProblemLog) {}
  func warnings(file: String) -> [ReadProblem] { [] }
}

/// What puts the elements of an array of events together into recordings.
protocol RecordingAssembly: EventArrayAssembly {
  /// Returns the recordings of all that came.
  func recordings(_ source: RecordingSource) -> [Recording]
}

/// One pass through a file that is a JSON array of events.
enum EventArrayPass {
  /// The greatest size of a file, in bytes.
  static let sizeLimit = 512 * 1024 * 1024

  /// Reads the file; O(bytes) in time, memory for what the assembly keeps and one element.
  static func read(
    _ source: RecordingSource, layout: JSONArrayScanner.Layout,
    into assembly: some RecordingAssembly
  ) -> ReadResult {
    do {
      let file = try InputFile(path: source.path)
      guard file.size <= sizeLimit else {
        return .failed(
          ReadProblem(
            file: source.path, value: "\(file.size) bytes",
            message: "a JSON recording may have at most \(sizeLimit) bytes",
            remedy: "split it into several arrays, or convert it to plain CSV"))
      }
      let outcome = try scanned(
        JSONArrayScanner(file, layout: layout), path: source.path, into: assembly)
      var result = ReadResult(
        recordings: outcome.assembly.recordings(source), problems: outcome.problems,
        linesRead: outcome.read, linesRejected: outcome.rejected, isComplete: outcome.isComplete)
      result.warnings = outcome.warnings
      return result
    } catch {
      return .failed(error)
    }
  }

  /// What came of a pass.
  struct Outcome<Assembly> {
    var assembly: Assembly
    var problems: [ReadProblem]
    var warnings: [ReadProblem]
    var read: Int
    var rejected: Int
    /// Whether the pass went to the end.
    var isComplete: Bool
  }

  /// Hands each element of an array to an assembly; what is damaged is listed and left out.
  static func scanned<Assembly: EventArrayAssembly>(
    _ scanner: JSONArrayScanner, path: String, into assembly: Assembly
  ) throws(ReadProblem) -> Outcome<Assembly> {
    var scanner = scanner
    var assembly = assembly
    var problems = ProblemLog(file: path)
    let decoder = JSONDecoder()
    var isArray = true
    while let element = try scanner.next() {
      do {
        if let fault = element.fault {
          throw EventFault(fault, element.bytes, layout: scanner.layout)
        }
        assembly.begin(line: element.line)
        try assembly.add(Data(element.bytes), decoder)
        scanner.accept()
      } catch {
        scanner.reject()
        let fault = EventFault(error, element.bytes)
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
          remedy: "this does not look like an array of \(Assembly.events); check the format")
      }
    } else if !scanner.isClosed {
      problems.addAlways(
        message: "the array is not closed: the file is cut off",
        remedy: "copy the file again from its source; the complete events were kept")
    } else if problems.isEmpty && assembly.isEmpty {
      problems.add(
        message: "the array holds no \(Assembly.events)",
        remedy: "export the recording again, or remove it from the dataset")
    }
    assembly.finish(&problems)
    return Outcome(
      assembly: assembly, problems: problems.problems,
      warnings: scanner.warnings + assembly.warnings(file: path), read: scanner.accepted,
      rejected: scanner.rejected, isComplete: !scanner.gaveUp)
  }
}

/// Why an element was left out, in words.
struct EventFault: Error {
  var key: String?
  var value: String?
  var message: String
  var remedy: String

  init(
    key: String? = nil, value: String? = nil, message: String,
    remedy: String = "correct the event or remove it"
  ) {
    self.key = key
    self.value = value
    self.message = message
    self.remedy = remedy
  }

  /// What the scanner found wrong with an element.
  init(_ fault: JSONArrayScanner.Fault, _ bytes: [UInt8], layout: JSONArrayScanner.Layout) {
    self.init(
      value: ReadProblem.displayed(bytes), message: Self.message(fault, layout),
      remedy: fault == .notAnArray
        ? "the file must be a JSON array: its first character is [" : "correct it or take it out")
  }

  /// The problem with an element that a caught error describes.
  init(_ error: any Error, _ bytes: [UInt8]) {
    if let fault = error as? EventFault {
      self = fault
      return
    }
    let text = DecodingErrorText(error)
    self.init(
      key: text.key, value: text.key == nil ? ReadProblem.displayed(bytes) : nil,
      message: text.key == nil && error is DecodingError
        // Where in the element it breaks would make each of a thousand elements a problem of its own.
        ? "the event is not valid JSON" : "the event cannot be read: \(text.message)")
  }

  private static func message(
    _ fault: JSONArrayScanner.Fault, _ layout: JSONArrayScanner.Layout
  ) -> String {
    switch fault {
    case .notAnArray: "the file does not begin with ["
    case .cutOff: "the event is cut off by the end of the file"
    case .notClosed: "the event is not closed before the next one begins"
    case .tooLong: "the event is longer than \(layout.lengthLimit) bytes"
    case .tooDeep: "the event is nested more than \(layout.depthLimit) deep"
    case .notAnObject: "this is not a touch event"
    }
  }
}
