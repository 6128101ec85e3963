import Datasets
import Evaluation
import Foundation

/// Predictions made elsewhere: `NAME=FILE.csv` in the output format of `nextpoint predict`.
///
/// The rows follow the samples of the data set in order (as `nextpoint datasets samples` prints
/// them); each sample has one row a horizon.
struct PredictionsFile {
  private let name: String
  private let path: String
  private let rows: [(line: Int, row: PredictionRow)]

  /// Reads `NAME=FILE.csv`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw CommandFailure.usage("--predictions \(argument): write it as NAME=FILE.csv")
    }
    name = parts[0]
    path = parts[1]
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw CommandFailure.noData(
        "--predictions \(argument): the file \(path) cannot be read; give the path of a text file in "
          + "the output format of 'nextpoint predict'")
    }
    var rows: [(line: Int, row: PredictionRow)] = []
    // Lines by UTF-8: what other systems put at an end of line is one character to Swift.
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = String(Substring(bytes.last == 13 ? bytes.dropLast() : bytes))
      if line.isEmpty || index == 0 && PredictionRow.isPassedOver(line) { continue }
      do { rows.append((index + 1, try PredictionRow(line))) } catch {
        throw CommandFailure.noData("\(path):\(index + 1): \(error.problem)")
      }
    }
    self.rows = rows
  }

  /// The rows as answers to a data set's samples, in order.
  ///
  /// - Parameters:
  ///   - dataset: The data set.
  ///   - asked: The horizons that every sample must have an answer to, in seconds.
  /// - Returns: The answers by recording, stroke and sample.
  /// - Throws: `CommandFailure` naming the line where the file and the data set part ways.
  func matched(to dataset: LoadedDataset, asked: [Double]) throws -> SuppliedPredictions {
    var matching = PredictionMatching(rows: rows, path: path, dataset: dataset, asked: asked)
    var answers: SuppliedPredictions.Answers = []
    for recording in dataset.recordings {
      answers.append(
        try recording.strokes.map { stroke in
          try stroke.samples.map { sample in
            try matching.next(
              EchoedSample(time: sample.time, position: sample.position), of: recording.source)
          }
        })
    }
    try matching.checkEnd()
    return SuppliedPredictions(name: name, answers: answers)
  }
}

/// Matches the rows of a file with the samples of a data set.
private struct PredictionMatching {
  private let rows: [(line: Int, row: PredictionRow)]
  private let path: String
  private let dataset: LoadedDataset
  private let asked: [Double]
  /// The horizons of every sample: those of the first.
  private let horizons: [Double]
  private var place = 0
  private var earlier: [EchoedSample] = []

  init(
    rows: [(line: Int, row: PredictionRow)], path: String, dataset: LoadedDataset, asked: [Double]
  ) {
    (self.rows, self.path, self.dataset, self.asked) = (rows, path, dataset, asked)
    var horizons: [Double] = []
    for (_, row) in rows {
      guard let first = rows.first?.row.sample, row.sample.isEcho(of: first),
        !horizons.contains(where: { EchoedSample.isSame($0, row.ahead) })
      else { break }
      horizons.append(row.ahead)
    }
    self.horizons = horizons
  }

  /// Refuses a file without a horizon that is asked: its silence would be scored as holding still.
  private func checkHorizons() throws {
    for due in asked where !horizons.contains(where: { EchoedSample.isSame(due, $0) }) {
      let given = horizons.map { "\($0)" }.joined(separator: ", ")
      throw CommandFailure.noData(
        "\(path):\(rows[0].line): the first sample has no row for the horizon of \(due) s; it has "
          + "\(given) s; predict the horizons that are scored, or score with --horizon-ms those that "
          + "the file has")
    }
  }

  /// The answers to the next sample.
  mutating func next(
    _ sample: EchoedSample, of source: String
  ) throws -> [(ahead: Double, position: SIMD2<Double>?)] {
    var answers: [(ahead: Double, position: SIMD2<Double>?)] = []
    for horizon in horizons.isEmpty ? [0] : horizons {
      guard place < rows.count else {
        throw CommandFailure.noData(
          "\(path): ends before the sample at \(sample.time) s of \(source); predict "
            + "every sample that '\(dataset.samplesCommand)' prints")
      }
      let (line, row) = rows[place]
      if let mismatch = EchoMismatch(
        of: row, to: sample, place: answers.count, horizons: horizons, earlier: earlier)
      {
        throw failure(mismatch, line: line, source: source)
      }
      answers.append((horizon, row.predicted))
      place += 1
    }
    if earlier.isEmpty { try checkHorizons() }
    earlier = earlier.suffix(15) + [sample]
    return answers
  }

  /// Refuses rows beyond the last sample.
  func checkEnd() throws {
    guard place < rows.count else { return }
    throw CommandFailure.noData(
      "\(path):\(rows[place].line): the data set \(dataset.name) has no more samples; predict "
        + "this data set alone")
  }

  private func failure(_ mismatch: EchoMismatch, line: Int, source: String) -> CommandFailure {
    let (row, sample, due) = (mismatch.row, mismatch.sent, mismatch.horizons[mismatch.place])
    let what =
      row.sample.isEcho(of: sample)
      ? "this is not the next horizon of the sample"
      : "this is not the next sample of \(dataset.name),"
    return .noData(
      "\(path):\(line): \(what) at \(sample.time) s of \(source): \(sample),\(due) is due, and "
        + "there is \(row.sample),\(row.ahead): \(mismatch.cause); keep the order in which "
        + "'\(dataset.samplesCommand)' prints them")
  }
}
