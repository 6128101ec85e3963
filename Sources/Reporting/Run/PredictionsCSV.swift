import Datasets
import Foundation

/// The file `predictions.csv`: every single prediction of a run.
///
/// Positions are in `unit`, as in `scores.csv`; the true position is empty where there is no truth.
package enum PredictionsCSV {
  /// The name of the file in a run directory.
  package static let fileName = "predictions.csv"
  /// The columns.
  package static let columns = [
    "dataset", "participant", "task", "source", "stroke", "predictor", "parameters",
    "frames_ahead", "horizon_ms", "t_s", "x", "y", "predicted_x", "predicted_y", "abstained",
    "true_x", "true_y", "unit",
  ]

  /// How much is read at a time, in bytes.
  private static let chunkSize = 1 << 22

  /// Passes on the records whose line contains one of the marks, without keeping the others in
  /// memory.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - marks: Pieces of lines as they are written, each beginning with a comma.
  ///   - body: Takes the row.
  /// - Throws: `ScoresCSVError` for a file that cannot be read, another header, a record with
  ///   another number of fields, and what `body` throws.
  static func forEachRecord(
    in path: String, holding marks: [[UInt8]],
    _ body: (RunFileRow) throws(ScoresCSVError) -> Void
  ) throws(ScoresCSVError) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ScoresCSVError(
        file: path, line: 1, problem: "cannot be opened", remedy: "check its permissions")
    }
    defer { try? handle.close() }
    var splitter = RecordSplitter()
    while true {
      let chunk: Data
      do { chunk = try handle.bytes(upTo: chunkSize) } catch {
        throw ScoresCSVError(
          file: path, line: splitter.line,
          problem: "cannot be read on (\(SystemReason.text(error)))",
          remedy: "check the disk, or run the sweep again")
      }
      let isLast = chunk.isEmpty
      for record in splitter.records(in: Array(chunk), isLast: isLast) {
        guard record.line == 1 || record.bytes.holds(anyOf: marks) else { continue }
        let fields = try fields(of: record, file: path)
        if record.line == 1 {
          try checkHeader(fields, file: path)
        } else {
          try body(RunFileRow(fields, line: record.line, header: columns, file: path))
        }
      }
      if isLast { return }
    }
  }

  private static func fields(
    of record: RecordSplitter.Record, file: String
  ) throws(ScoresCSVError) -> [String] {
    do {
      var records = try CSVRecords(Array(record.bytes))
      return try records.next()?.fields.map(FormulaGuard.unguarded) ?? []
    } catch {
      throw ScoresCSVError(
        file: file, line: record.line + error.line - 1, problem: error.problem,
        remedy: error.remedy)
    }
  }

  private static func checkHeader(_ fields: [String], file: String) throws(ScoresCSVError) {
    guard fields != columns else { return }
    throw ScoresCSVError(
      file: file, line: 1, problem: "the header is not that of this version",
      remedy: "run the sweep again with --raw")
  }
}

/// Splits chunks of a file into records; a quoted line feed does not end one.
private struct RecordSplitter {
  struct Record {
    let line: Int
    let bytes: ArraySlice<UInt8>
  }

  /// The line on which the next record begins.
  private(set) var line = 1
  private var rest: [UInt8] = []

  /// Returns the records that end in `bytes`; the last one needs no line feed.
  mutating func records(in bytes: [UInt8], isLast: Bool) -> [Record] {
    rest += bytes
    var result: [Record] = []
    var start = 0
    var first = line
    var isQuoted = false
    for (place, byte) in rest.enumerated() {
      if byte == CSVFields.quotationMark { isQuoted.toggle() }
      guard byte == CSVFields.lineFeed else { continue }
      line += 1
      guard !isQuoted else { continue }
      if place > start { result.append(Record(line: first, bytes: rest[start..<place])) }
      start = place + 1
      first = line
    }
    if isLast, start < rest.count { result.append(Record(line: first, bytes: rest[start...])) }
    rest = isLast ? [] : Array(rest[start...])
    line = first
    return result
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether it contains one of the marks, which begin with a comma.
  fileprivate func holds(anyOf marks: [[UInt8]]) -> Bool {
    withUnsafeBufferPointer { bytes in
      bytes.indices.contains { place in
        bytes[place] == CSVFields.comma
          && marks.contains { mark in
            place + mark.count <= bytes.count
              && mark.indices.allSatisfy { bytes[place + $0] == mark[$0] }
          }
      }
    }
  }
}
