import TouchInput

/// Lines of samples as a program sends them: with the columns of a header, or else `t_s,x,y`.
package struct SampleLines {
  /// A line that is not a sample.
  package struct Fault: Error {
    /// The problem, such as `x is 'soon' and not a finite number`.
    package let problem: String
  }

  private let options: ReadingOptions
  private let file: String
  private var header: PlainCSVHeader?
  private var row = PlainCSVRow(separator: CSVFields.comma)
  private var isByName = false
  private var stroke: [[UInt8]] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - file: The name of the source, for messages.
  ///   - options: The settings of reading.
  package init(of file: String, options: ReadingOptions) {
    (self.file, self.options) = (file, options)
  }

  /// Indicates whether the first line was taken.
  package var hasBegun: Bool { header != nil }

  /// Takes the first line, by which all others are read.
  ///
  /// - Returns: Whether it is a header, and not a sample.
  /// - Throws: A problem for a header without a time or a position.
  package mutating func begin(_ line: String, number: Int) throws(ReadProblem) -> Bool {
    var bytes = Array(line.utf8)
    if bytes.first == UInt8(ascii: "#") { bytes.removeFirst() }
    let readings = PlainCSVHeader.separators.compactMap { separator in
      PlainCSVHeader.names(bytes, bytes.indices, separator: separator).map { (separator, $0) }
    }
    let hasNumbers = readings.contains { separator, fields in
      fields.contains { Self.isNumber($0, separator: separator) }
    }
    guard options.columns != nil || !hasNumbers && PlainCSVHeader.isText(bytes[...]) else {
      let best = readings.first { separator, fields in
        fields.count >= 3 && fields.prefix(3).allSatisfy { Self.isNumber($0, separator: separator) }
      }
      let header = PlainCSVHeader(separator: best?.0 ?? CSVFields.comma, options: options)
      (self.header, row) = (header, PlainCSVRow(separator: header.separator))
      return false
    }
    do throws(PlainCSVHeader.Fault) {
      let header = try PlainCSVHeader(bytes, bytes.indices, options: options)
      (self.header, row, isByName) = (header, PlainCSVRow(separator: header.separator), true)
      return true
    } catch {
      throw ReadProblem(
        file: file, line: number, value: ReadProblem.displayed(line), message: error.message,
        remedy: error.remedy)
    }
  }

  /// Reads a line.
  ///
  /// - Returns: The sample, and whether its stroke is another than that of the line before.
  /// - Throws: `Fault` for a line that is not a sample.
  package mutating func sample(
    _ line: String
  ) throws(Fault) -> (sample: TouchSample, beginsStroke: Bool) {
    guard let header else { throw Fault(problem: "there is no first line") }
    let bytes = Array(line.utf8)
    do { try row.split(bytes, bytes.indices) } catch {
      throw Fault(problem: "'\(ReadProblem.displayed(line))' has quotation marks out of place")
    }
    guard isByName ? row.fits(header) : row.fields.count >= header.count else {
      throw Fault(
        problem: isByName
          ? "the line has \(row.fields.count) fields, but the header has \(header.count)"
          : "'\(ReadProblem.displayed(line))' is not t_s,x,y")
    }
    do throws(PlainCSVRow.Fault) {
      let sample = try row.sample(bytes, header)
      let labels = [header.labels.stroke, header.labels.participant, header.labels.task]
        .map { $0.map { Array(bytes[row.fields[$0].range]) } ?? [] }
      defer { stroke = labels }
      return (sample, labels != stroke)
    } catch {
      let value = ReadProblem.displayed(bytes[row.fields[error.index].range])
      throw Fault(problem: "\(error.column) is '\(value)' and \(error.message)")
    }
  }

  private static func isNumber(_ text: String, separator: UInt8) -> Bool {
    DecimalNumber.value(text) != nil
      || separator != CSVFields.comma
        && DecimalNumber.value(text.replacing(",", with: ".")) != nil
  }
}

/// The judgment of the times of samples that arrive one after another.
package struct ArrivingTimes {
  /// So many intervals are judged.
  private static let judgedIntervals = 8

  private let unit: TimeUnit
  private var last: Double?
  private var intervals: [Double] = []
  private var isJudged = false

  /// Prepares to judge times that are read in a unit.
  package init(_ options: ReadingOptions) {
    unit = RecordingFormat.plainCSV.timeUnit(options)
  }

  /// Takes a sample, and returns a warning if enough were taken and their unit is probably another.
  package mutating func add(_ time: Double, beginsStroke: Bool, of file: String) -> ReadProblem? {
    guard !isJudged else { return nil }
    if !beginsStroke, let last, time > last { intervals.append(time - last) }
    last = time
    return intervals.count >= Self.judgedIntervals ? judge(file) : nil
  }

  /// Returns a warning if the times were not judged before, and their unit is probably another.
  package mutating func finish(_ file: String) -> ReadProblem? {
    isJudged || intervals.count < TimeDoubt.leastIntervals ? nil : judge(file)
  }

  private mutating func judge(_ file: String) -> ReadProblem? {
    isJudged = true
    let median = intervals.sorted()[intervals.count / 2]
    return TimeDoubt(median: median, time: last, unit: unit)?
      .warning(file: file, isDescribable: false)
  }
}
