import TouchInput

/// Why a line was left out.
struct EvdevFault: Error {
  var field: String?
  /// Where the value is; nil for the whole line.
  var range: Range<Int>?
  var message: String
  var remedy: String

  init(
    _ message: String, field: String? = nil, at range: Range<Int>? = nil,
    remedy: String = "correct the line or take it out"
  ) {
    self.field = field
    self.range = range
    self.message = message
    self.remedy = remedy
  }
}

/// What a line of a recording of events holds.
enum EvdevLine {
  /// Nothing to keep: empty, a comment, or a line that is known and not needed.
  case comment
  /// A part of the header, which the parser keeps.
  case header
  /// An event of the device with this name.
  case event(EvdevEvent, device: String)
}

/// A text form of input events, line by line.
protocol EvdevLineParser {
  /// The form, for messages.
  static var form: String { get }
  /// Returns the header so far of the device with the name that its events have.
  func device(named name: String) -> EvdevDevice
  /// All devices that the header describes.
  var devices: [EvdevDevice] { get }
  /// Whether a file without a single event is no problem.
  var isDescription: Bool { get }
  /// Understands one line, which is never empty.
  mutating func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(EvdevFault) -> EvdevLine
}

/// One pass through one file of input events.
struct EvdevPass<Parser: EvdevLineParser> {
  private var lines: LineReader
  private var problems: ProblemLog
  private var parser: Parser
  private let source: RecordingSource
  private var assemblies: [EvdevAssembly] = []
  private var indices: [String: Int] = [:]
  private var hasHeader = false

  init(_ source: RecordingSource, _ parser: Parser) throws(ReadProblem) {
    lines = LineReader(try InputFile(path: source.path))
    problems = ProblemLog(file: source.path)
    self.parser = parser
    self.source = source
  }

  /// Reads the file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource, _ parser: Parser) -> ReadResult {
    do {
      var pass = try EvdevPass(source, parser)
      return try pass.run()
    } catch {
      return .failed(error)
    }
  }

  private mutating func run() throws(ReadProblem) -> ReadResult {
    while let line = try lines.next() {
      readLine(line)
    }
    for index in assemblies.indices { assemblies[index].finish() }
    if lines.gaveUp {
      problems.addAlways(
        message: "gave up after \(lines.rejected) rejected lines and no good one",
        remedy: "this does not look like \(Parser.form); check the format")
    } else {
      addClosingProblems()
    }
    var result = ReadResult(
      recordings: assemblies.flatMap { $0.recordings(source) }, problems: problems.problems,
      linesRead: lines.accepted, linesRejected: lines.rejected, isComplete: !lines.gaveUp,
      devices: parser.devices.map(\.deviceClass))
    result.warnings = lines.warnings
    let fuzzes = assemblies.isEmpty ? parser.devices.map(\.fuzz) : assemblies.map(\.fuzz)
    result.fuzz = fuzzes.max() ?? 0
    return result
  }

  private mutating func readLine(_ line: LineReader.Line) {
    if line.isTooLong {
      return reject(
        line, EvdevFault("the line is longer than \(LineReader.lengthLimit) bytes"))
    }
    let range = DecimalNumber.trimmed(lines.bytes, line.range)
    if range.isEmpty { return lines.accept(isData: false) }
    do throws(EvdevFault) {
      switch try parser.parse(lines.bytes, range) {
      case .comment: lines.accept(isData: false)
      case .header:
        hasHeader = true
        lines.accept(isData: true)
      case .event(let event, let device):
        assemblies[index(of: device)].add(event, line: line.number)
        lines.accept(isData: true)
      }
    } catch {
      reject(line, error)
    }
  }

  private mutating func index(of device: String) -> Int {
    if let index = indices[device] { return index }
    indices[device] = assemblies.count
    assemblies.append(EvdevAssembly(parser.device(named: device), tool: source.tool))
    return assemblies.count - 1
  }

  private mutating func reject(_ line: LineReader.Line, _ fault: EvdevFault) {
    lines.reject()
    problems.add(
      line: line.number, field: fault.field,
      value: ReadProblem.displayed(lines.bytes[fault.range ?? line.range]),
      message: fault.message, remedy: fault.remedy)
  }

  private mutating func addClosingProblems() {
    if assemblies.isEmpty, !(parser.isDescription && hasHeader), problems.isEmpty {
      problems.addAlways(
        message: parser.isDescription ? "the file describes no device" : "the file has no events",
        remedy: "it must be \(Parser.form)")
    }
    var restarts = RestartLog()
    for assembly in assemblies { restarts.add(assembly.restarts) }
    restarts.report(to: &problems)
    let losses = assemblies.reduce(0) { $0 + $1.losses }
    if losses > 0 {
      problems.addAlways(
        message: "the kernel dropped events \(losses) times; strokes are cut there",
        remedy: "record again on a less busy machine")
    }
    let lost = assemblies.reduce(0) { $0 + $1.contactsWithoutPosition }
    if lost > 0 {
      problems.addAlways(
        message: "\(lost) contacts have no position: the device had not yet reported both axes",
        remedy: "move the contact before recording begins, so that both axes are reported")
    }
    let surplus = assemblies.reduce(0) { $0 + $1.surplusContacts }
    if surplus > 0 {
      problems.addAlways(
        message: "\(surplus) contacts were dropped from reports with more than "
          + "\(EvdevMultiTouch.contactLimit)",
        remedy: "no device reports that many; check where the file comes from")
    }
    if assemblies.contains(where: \.isCutOff) {
      problems.addAlways(
        message: "the last report has no SYN_REPORT and was dropped: the file is cut off",
        remedy: "copy the file again from its source; the complete reports were kept")
    }
  }
}

/// The fields of a line, separated by spaces and tabs.
struct EvdevFields {
  let bytes: [UInt8]
  let fields: [Range<Int>]

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    var fields: [Range<Int>] = []
    var start: Int?
    for index in range {
      let isBlank = bytes[index] == 0x20 || bytes[index] == 0x09
      if isBlank, let begun = start {
        fields.append(begun..<index)
        start = nil
      } else if !isBlank && start == nil {
        start = index
      }
    }
    if let start { fields.append(start..<range.upperBound) }
    self.fields = fields
  }

  func text(_ index: Int) -> String { String(decoding: bytes[fields[index]], as: UTF8.self) }

  /// Returns a number of up to eight hexadecimal digits; nil for anything else.
  func hexadecimal(_ index: Int) -> Int? {
    let field = fields[index]
    guard (1...8).contains(field.count) else { return nil }
    var value = 0
    for byte in bytes[field] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      value = value << 4 | Int(digit)
    }
    return value
  }

  /// Returns a decimal number in the 32 bits of an event's value; nil for anything else.
  func decimal(_ index: Int) -> Int? {
    var digits = bytes[fields[index]]
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
    guard let value = Self.digits(digits, limit: 10) else { return nil }
    return Int32(exactly: isNegative ? -value : value).map(Int.init)
  }

  /// Seconds and six digits of microseconds, `12.345678`; nil for anything else.
  ///
  /// Until the year 2255 the microseconds are below 2^53, so one rounding remains.
  static func seconds(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
    guard let point = bytes[range].firstIndex(of: 0x2E),
      range.upperBound - point == 7,
      let whole = digits(bytes[range.lowerBound..<point], limit: 10),
      let micros = digits(bytes[(point + 1)..<range.upperBound], limit: 6)
    else { return nil }
    return Double(whole * 1_000_000 + micros) / 1e6
  }

  private static func digits(_ bytes: ArraySlice<UInt8>, limit: Int) -> Int? {
    guard (1...limit).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}
