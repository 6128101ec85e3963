import TouchInput

/// Reads recordings in plain CSV.
///
/// The first line names the columns, in any order: `t_s,x,y`, and where known `stroke,participant,task`
/// (text), `force` (1 is an average touch), `altitude_rad,azimuth_rad` and `true_x,true_y`, the exact
/// position at the row's recorded time; `ReadingOptions.columns` gives other names. One row is one sample.
/// A change of stroke, participant, task or kind begins a new stroke, also if its name was there before,
/// unless `ReadingOptions.returningStrokes` says that it continues. A column `kind` holds contact, hover or
/// motion; without it, the stroke's name tells the kind (`hover-3`). There is one recording for each participant
/// and task. Without a column of strokes, their rows are one stroke.
///
/// Fields are separated by commas, semicolons, tabs or bars: by the mark that divides the header into the
/// needed names. Decimal commas are read where they separate no fields. LF and CR LF, a byte order mark,
/// quoted fields, empty lines, and lines with `#` or `sep=` before the header are fine. A row with a
/// number that is not one is left out and reported; optional fields may be empty. The first sample of a
/// stroke has the phase `began`, the last `ended`.
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
  private var row = PlainCSVRow(separator: CSVFields.comma)
  private var misfits = MisfitRows()
  /// The rows after the header, without empty lines.
  private var rows = 0
  /// The columns that the table probably has instead of the needed ones.
  private var guess: ColumnMapping?
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
      var result = ReadResult(
        problems: problems.problems, linesRead: lines.accepted, linesRejected: lines.rejected,
        isComplete: false)
      result.guessedColumns = guess
      return result
    }
    while let line = try lines.next() {
      readRow(line, header)
    }
    let recordings = builder.finished()
    addReturns()
    misfits.finish(&problems, rows: rows, header: header)
    builder.restarts.report(to: &problems)
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
    var result = ReadResult(
      recordings: recordings, problems: problems.problems, linesRead: lines.accepted,
      linesRejected: lines.rejected, isComplete: !lines.gaveUp)
    result.warnings = lines.warnings + (holdsNothing ? [] : warnings(header))
    return result
  }

  /// The guesses that were made.
  private func warnings(_ header: PlainCSVHeader) -> [ReadProblem] {
    var warnings: [ReadProblem] = []
    if header.labels.stroke == nil {
      warnings.append(
        ReadProblem(
          file: source.path,
          message:
            "no column names the strokes; the rows of each participant and task are one stroke",
          remedy: "if a column names them, give it with --columns stroke=NAME"))
    }
    if row.hasDecimalCommas, row.commasMayGroup {
      warnings.append(
        ReadProblem(
          file: source.path, message: "commas in numbers are read as decimal commas",
          remedy: "if they separate thousands, save the table without them"))
    }
    return warnings
  }

  /// Reports that strokes came in pieces, unless the caller has said how to treat them.
  private mutating func addReturns() {
    guard source.options.returningStrokes == nil, let first = builder.firstReturn else { return }
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

  /// Returns the header from the first line that is not empty; nil, with a problem, if it is none.
  private mutating func readHeader() throws(ReadProblem) -> PlainCSVHeader? {
    var separator: UInt8?
    while let line = try lines.next() {
      let text = DecimalNumber.trimmed(lines.bytes, line.range)
      if !line.isTooLong {
        if let stated = Self.statedSeparator(lines.bytes[text]) { separator = stated }
        if text.isEmpty || Self.statedSeparator(lines.bytes[text]) != nil {
          lines.accept(isData: false)
          continue
        }
      }
      let shown = ReadProblem.displayed(lines.bytes[line.range])
      let isComment = lines.bytes[text].first == UInt8(ascii: "#")
      do throws(PlainCSVHeader.Fault) {
        let header = try PlainCSVHeader(
          lines.bytes, isComment ? text.dropFirst() : line.range, options: source.options,
          separator: separator, rows: { isComment ? [] : rowsForGuess($0) })
        row = PlainCSVRow(separator: header.separator)
        lines.accept(isData: false)
        return header
      } catch {
        if isComment {
          lines.accept(isData: false)
          continue
        }
        guess = error.guess
        problems.add(
          line: line.number, field: error.column.isEmpty ? nil : error.column, value: shown,
          message: error.message, remedy: error.remedy)
      }
      lines.reject()
      return nil
    }
    problems.add(
      message: "the file holds only empty lines",
      remedy: "the first line must name the columns: \(PlainCSVHeader.form)")
    return nil
  }

  /// Returns the mark of a line such as `sep=;`, with which a spreadsheet begins; nil for any other line.
  private static func statedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard line.count == 5, line.starts(with: "sep=".utf8) || line.starts(with: "SEP=".utf8) else {
      return nil
    }
    return line.last
  }

  /// Returns the next rows, by which the meaning of the columns is guessed.
  private mutating func rowsForGuess(_ separator: UInt8) -> [[String]] {
    var rows: [[String]] = []
    while rows.count < 20, let line = try? lines.next() {
      guard let fields = PlainCSVHeader.names(lines.bytes, line.range, separator: separator) else {
        continue
      }
      lines.reject()
      if fields.contains(where: { !$0.isEmpty }) {
        rows.append(
          separator == CSVFields.comma ? fields : fields.map { $0.replacing(",", with: ".") })
      }
    }
    let count = rows.first?.count
    return rows.filter { $0.count == count }
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
    rows += 1
    do {
      try row.split(lines.bytes, line.range)
    } catch {
      let isOpen = if case .quoteNotClosed = error { true } else { false }
      return reject(
        line,
        message: isOpen
          ? "a quotation mark is not closed on this line" : "there is text after a closing quote",
        remedy: "double quotation marks inside a quoted field and close each field on its line")
    }
    guard row.fits(header) else {
      lines.reject()
      return misfits.add(
        row.fields.count, line: line.number, lines.bytes[line.range], expected: header.count,
        to: &problems)
    }
    do throws(PlainCSVRow.Fault) {
      let sample = try row.sample(lines.bytes, header)
      let exact = try row.exactPosition(lines.bytes, header)
      if let stroke = header.labels.stroke, row.fields[stroke].range.isEmpty {
        throw PlainCSVRow.Fault(
          column: header.names[.stroke] ?? "stroke", index: stroke,
          message: "the stroke has no name")
      }
      let row = PlainCSVBuilder.Row(
        line: line.number, fields: row.fields, bytes: lines.bytes, labels: header.labels,
        kind: try row.kind(lines.bytes, header))
      builder.add(sample, exact: exact, row)
      lines.accept(isData: true)
    } catch {
      lines.reject()
      problems.add(
        line: line.number, field: error.column,
        value: ReadProblem.displayed(lines.bytes[row.fields[error.index].range]),
        message: error.message, remedy: error.remedy)
    }
  }

  private mutating func reject(_ line: LineReader.Line, message: String, remedy: String) {
    lines.reject()
    problems.add(
      line: line.number, value: ReadProblem.displayed(lines.bytes[line.range]), message: message,
      remedy: remedy)
  }
}
