import TouchInput

/// Reads recordings in plain CSV.
///
/// The first line names the columns, in any order: `stroke,t_s,x,y`, and where known
/// `participant,task` (text), `force` (1 is an average touch), `altitude_rad,azimuth_rad` and
/// `true_x,true_y`, the exact position at the row's recorded time. One row is one sample. A change
/// of stroke, participant or task begins a new stroke, also where its name was there before, unless
/// `RecordingSource.returningStrokes` says that it continues; there is one recording for each participant
/// and task. LF and CR LF, a byte order mark, quoted fields and empty lines are fine. A row with a
/// number that is not one is left out and reported; optional fields may be empty. The first sample
/// of a stroke has the phase `began`, the last `ended`.
enum PlainCSVReader: RecordingReader {
  /// Plain CSV.
  static let format = RecordingFormat.plainCSV

  /// Reads one file; O(bytes) in time, memory for its samples and one line.
  static func read(_ source: RecordingSource) -> ReadResult {
    do {
      var pass = try PlainCSVPass(source)
      return try pass.run()
    } catch {
      return .failed(error)
    }
  }
}

/// One pass through one file.
struct PlainCSVPass {
  private var lines: LineReader
  private var problems: ProblemLog
  private var builder: PlainCSVBuilder
  private var row = CSVFields()
  private let source: RecordingSource

  private var header: PlainCSVHeader?
  private var isDone = false

  /// The file as it was when it was opened.
  let state: FileState

  /// The SHA-256 of the bytes so far; nil where it was not asked for.
  var contentHash: String? { lines.contentHash }

  init(
    _ source: RecordingSource, streamsStrokes: Bool = false, hashes: Bool = false
  ) throws(ReadProblem) {
    let file = try InputFile(path: source.path)
    state = file.state
    lines = LineReader(file, hashes: hashes)
    problems = ProblemLog(file: source.path)
    builder = PlainCSVBuilder(source, streamsStrokes: streamsStrokes)
    self.source = source
  }

  mutating func run() throws(ReadProblem) -> ReadResult {
    if !isDone { header = try readHeader() }
    guard let header else {
      return ReadResult(
        problems: problems.problems, linesRead: lines.accepted, linesRejected: lines.rejected,
        isComplete: false)
    }
    while let line = try lines.next() {
      readRow(line, header)
    }
    let recordings = builder.finished()
    addReturns()
    let holdsNothing = recordings.isEmpty
    if lines.gaveUp {
      problems.addAlways(
        message: "gave up after \(lines.rejected) rejected lines and no good one",
        remedy: "this does not look like plain CSV (\(PlainCSVHeader.form)); check the format")
    } else if holdsNothing && problems.isEmpty {
      problems.add(
        message: "the file has a header but no samples",
        remedy: "add rows, or remove it from the dataset")
    }
    return ReadResult(
      recordings: recordings, problems: problems.problems, linesRead: lines.accepted,
      linesRejected: lines.rejected, isComplete: !lines.gaveUp)
  }

  /// Reports that strokes came in pieces, unless the caller has said how to treat them.
  private mutating func addReturns() {
    guard source.returningStrokes == nil, let first = builder.firstReturn else { return }
    let (strokes, pieces) = builder.returnCounts
    problems.addAlways(
      line: first.line, value: ReadProblem.displayed(first.name),
      message: strokes == 1
        ? "1 stroke continues after rows of others and is read as \(pieces) strokes"
        : "\(strokes) strokes continue after rows of others and are read as \(pieces) strokes",
      remedy: "if their rows are interleaved, join them: 'nextpoint datasets convert' with "
        + "--join-strokes, or \"returningStrokes\": \"join\" in dataset.json; if each is a "
        + "separate contact, use \"separate\" there")
  }

  /// Returns the next stroke, with the place of its recording; nil at the end.
  ///
  /// Then `run` returns the result.
  mutating func nextStroke() throws(ReadProblem) -> (recording: Int, stroke: Stroke)? {
    if !isDone, header == nil {
      header = try readHeader()
      isDone = header == nil
    }
    while !isDone, let header {
      if let next = builder.next() { return next }
      guard let line = try lines.next() else {
        isDone = true
        _ = builder.finished()
        break
      }
      readRow(line, header)
    }
    return builder.next()
  }

  /// Returns the header from the first line that is not empty; nil, with a problem, where it is none.
  private mutating func readHeader() throws(ReadProblem) -> PlainCSVHeader? {
    while let line = try lines.next() {
      if !line.isTooLong && DecimalNumber.trimmed(lines.bytes, line.range).isEmpty {
        lines.accept(isData: false)
        continue
      }
      let shown = ReadProblem.displayed(lines.bytes[line.range])
      do {
        try row.split(lines.bytes, line.range, allowsQuotesInside: true)
        let names = row.fields.map { CSVFields.text($0, in: lines.bytes).trimmedOfBlanks }
        let header = try PlainCSVHeader(names: names)
        lines.accept(isData: false)
        return header
      } catch let fault as PlainCSVHeader.Fault {
        problems.add(
          line: line.number, field: fault.column, value: shown, message: fault.message,
          remedy: fault.remedy)
      } catch {
        problems.add(
          line: line.number, value: shown, message: "the first line is not a header",
          remedy: "the first line must name the columns: \(PlainCSVHeader.form)")
      }
      lines.reject()
      return nil
    }
    problems.add(
      message: "the file holds only empty lines",
      remedy: "the first line must name the columns: \(PlainCSVHeader.form)")
    return nil
  }

  private mutating func readRow(_ line: LineReader.Line, _ header: PlainCSVHeader) {
    if line.isTooLong {
      return reject(
        line, message: "the line is longer than \(LineReader.lengthLimit) bytes",
        remedy: "is this a text file with one sample per line?")
    }
    if DecimalNumber.trimmed(lines.bytes, line.range).isEmpty {
      return lines.accept(isData: false)
    }
    do {
      try row.split(lines.bytes, line.range, allowsQuotesInside: true)
    } catch {
      let isOpen = if case .quoteNotClosed = error { true } else { false }
      return reject(
        line,
        message: isOpen
          ? "a quotation mark is not closed on this line" : "there is text after a closing quote",
        remedy: "double quotation marks inside a quoted field and close each field on its line")
    }
    guard row.fields.count == header.count else {
      return reject(
        line,
        message: "the row has \(row.fields.count) fields, but the header has \(header.count)",
        remedy: "give every row one field for each column")
    }
    do throws(FieldFault) {
      let sample = try sample(header)
      let exact = try exactPosition(header)
      guard !row.fields[header.stroke].range.isEmpty else {
        throw FieldFault(column: "stroke", place: header.stroke, message: "the stroke has no name")
      }
      let row = PlainCSVBuilder.Row(
        line: line.number, fields: row.fields, bytes: lines.bytes, header: header)
      builder.add(sample, exact: exact, row)
      lines.accept(isData: true)
    } catch {
      lines.reject()
      problems.add(
        line: line.number, field: error.column,
        value: ReadProblem.displayed(lines.bytes[row.fields[error.place].range]),
        message: error.message, remedy: "correct the field or remove the line")
    }
  }

  private mutating func reject(_ line: LineReader.Line, message: String, remedy: String) {
    lines.reject()
    problems.add(
      line: line.number, value: ReadProblem.displayed(lines.bytes[line.range]), message: message,
      remedy: remedy)
  }

  private struct FieldFault: Error {
    var column: String
    var place: Int
    var message: String
  }

  private func sample(_ header: PlainCSVHeader) throws(FieldFault) -> TouchSample {
    TouchSample(
      time: try required("t_s", header.time),
      position: SIMD2(try required("x", header.x), try required("y", header.y)),
      force: try optional("force", header.force),
      altitude: try optional("altitude_rad", header.altitude),
      azimuth: try optional("azimuth_rad", header.azimuth))
  }

  private func exactPosition(_ header: PlainCSVHeader) throws(FieldFault) -> SIMD2<Double>? {
    guard let placeX = header.trueX, let placeY = header.trueY else { return nil }
    let x = try optional("true_x", placeX)
    let y = try optional("true_y", placeY)
    if let x, let y { return SIMD2(x, y) }
    guard x == nil, y == nil else {
      throw FieldFault(
        column: x == nil ? "true_x" : "true_y", place: x == nil ? placeX : placeY,
        message: "one half of the exact position is missing")
    }
    return nil
  }

  private func required(_ column: String, _ place: Int) throws(FieldFault) -> Double {
    guard let value = DecimalNumber.value(lines.bytes, row.fields[place].range) else {
      throw FieldFault(column: column, place: place, message: "not a finite number")
    }
    return value
  }

  private func optional(_ column: String, _ place: Int?) throws(FieldFault) -> Double? {
    guard let place else { return nil }
    let range = DecimalNumber.trimmed(lines.bytes, row.fields[place].range)
    return range.isEmpty ? nil : try required(column, place)
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmedOfBlanks: String {
    let bytes = Array(utf8)
    let range = DecimalNumber.trimmed(bytes, bytes.indices)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
