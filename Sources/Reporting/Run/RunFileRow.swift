import Datasets
import Evaluation
import TouchInput

/// The records of a CSV file of a run; its errors name the file and the line.
struct RunFileRecords {
  private let file: String
  private var records: CSVRecords

  /// Prepares to read the bytes of a file.
  init(_ bytes: [UInt8], file: String) throws(ScoresCSVError) {
    self.file = file
    do { records = try CSVRecords(bytes) } catch { throw ScoresCSVError(file: file, error) }
  }

  /// Returns the next record; nil at the end.
  mutating func next() throws(ScoresCSVError) -> CSVRecords.Record? {
    do {
      guard var record = try records.next() else { return nil }
      record.fields = record.fields.map(FormulaGuard.unguarded)
      return record
    } catch { throw ScoresCSVError(file: file, error) }
  }
}

/// One row of a CSV file of a run, with as many fields as its header.
struct RunFileRow {
  let fields: [String]
  let line: Int
  private let header: [String]
  private let file: String

  /// Creates a row; throws where it has another number of fields than the header.
  init(
    _ fields: [String], line: Int, header: [String], file: String
  ) throws(ScoresCSVError) {
    guard fields.count == header.count else {
      throw ScoresCSVError(
        file: file, line: line,
        problem: "the row has \(fields.count) fields and the header \(header.count)",
        remedy: "if the file was cut off, run the sweep again")
    }
    (self.fields, self.line, self.header, self.file) = (fields, line, header, file)
  }

  /// The field of a column with its place.
  subscript(column: Int) -> CSVCell {
    CSVCell(text: fields[column], column: header[column], file: file, line: line)
  }
}

/// One field with its place, for messages.
struct CSVCell {
  let text: String
  let column: String
  let file: String
  let line: Int

  func name() throws(ScoresCSVError) -> String {
    guard !text.isEmpty else {
      throw error("is empty", "write the name that the sweep wrote")
    }
    return text
  }

  func optionalNumber() throws(ScoresCSVError) -> Double? {
    guard !text.isEmpty else { return nil }
    guard let value = DecimalNumber.number(text) else {
      throw error("is not a finite decimal number", "leave the field empty if it is missing")
    }
    return value
  }

  func number() throws(ScoresCSVError) -> Double {
    guard let value = try optionalNumber() else {
      throw error("is empty", "give a finite decimal number")
    }
    return value
  }

  func count() throws(ScoresCSVError) -> Int {
    guard let value = Int(text), value >= 0 else {
      throw error("is not a whole number of at least 0", "write it in digits")
    }
    return value
  }

  func seconds() throws(ScoresCSVError) -> Double {
    guard let value = DecimalNumber.seconds(ofMilliseconds: text) else {
      throw error("is not a finite decimal number", "give the horizon in milliseconds")
    }
    return value
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(ScoresCSVError) -> Choice where Choice.RawValue == String {
    guard let value = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("is not one of \(known)", "use one of them")
    }
    return value
  }

  func optionalChoice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(ScoresCSVError) -> Choice? where Choice.RawValue == String {
    text.isEmpty ? nil : try choice(type)
  }

  func part() throws(ScoresCSVError) -> StrokePart? {
    guard !text.isEmpty else { return nil }
    guard let part = StrokePart(name: text) else {
      throw error("is not a part of a stroke", "give one such as 'phase:corner' or 'speed:0-50'")
    }
    return part
  }

  private func error(_ problem: String, _ remedy: String) -> ScoresCSVError {
    ScoresCSVError(
      file: file, line: line, column: column, value: text, problem: problem, remedy: remedy)
  }
}
