import Datasets
import Evaluation
import Foundation

/// Predictions made elsewhere: `NAME=FILE.csv` in the output format of `nextpoint predict`.
///
/// The rows follow the samples of the data set in order (as `nextpoint datasets samples` prints
/// them); each sample has one row a horizon.
struct PredictionsFile {
  private struct Row {
    let line: Int
    let time: Double
    let position: SIMD2<Double>
    let ahead: Double
    let predicted: SIMD2<Double>?
  }

  private let name: String
  private let path: String
  private let rows: [Row]

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
    var rows: [Row] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let row = try Self.row(String(line), number: index + 1, path: path) { rows.append(row) }
    }
    self.rows = rows
  }

  private static func row(_ line: String, number: Int, path: String) throws -> Row? {
    let text = line.last == "\r" ? String(line.dropLast()) : line
    if text.isEmpty || number == 1 && text.hasPrefix("t_s") { return nil }
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6 else {
      throw CommandFailure.noData(
        "\(path):\(number): \(fields.count) fields where there must be 6; write "
          + "t_s,x,y,ahead_s,predicted_x,predicted_y")
    }
    let names = ["t_s", "x", "y", "ahead_s", "predicted_x", "predicted_y"]
    var numbers: [Double?] = []
    for (index, field) in fields.enumerated() {
      let value = Double(field).flatMap { $0.isFinite ? $0 : nil }
      guard value != nil || (index >= 4 && field.isEmpty) else {
        throw CommandFailure.noData(
          "\(path):\(number): \(names[index]) is '\(ShownText(field))' and not a finite number; "
            + "correct it, or leave both predicted_x and predicted_y empty where there is no answer"
        )
      }
      numbers.append(value)
    }
    guard let time = numbers[0], let x = numbers[1], let y = numbers[2], let ahead = numbers[3]
    else {
      return nil
    }
    let predicted = numbers[4].flatMap { x in numbers[5].map { SIMD2(x, $0) } }
    return Row(
      line: number, time: time, position: SIMD2(x, y), ahead: ahead, predicted: predicted)
  }

  /// The rows as answers to a data set's samples, in order.
  ///
  /// - Throws: `CommandFailure` naming the line where the file and the data set part ways.
  func matched(to dataset: LoadedDataset) throws -> SuppliedPredictions {
    var next = 0
    var answers: SuppliedPredictions.Answers = []
    for recording in dataset.recordings {
      var strokes: [[[(ahead: Double, position: SIMD2<Double>?)]]] = []
      for stroke in recording.strokes {
        var samples: [[(ahead: Double, position: SIMD2<Double>?)]] = []
        for sample in stroke.samples {
          guard next < rows.count else {
            throw CommandFailure.noData(
              "\(path): ends before the sample at \(sample.time) s of \(recording.source); predict "
                + "every sample that '\(dataset.samplesCommand)' prints")
          }
          guard isSame(rows[next].time, sample.time),
            isSame(rows[next].position.x, sample.position.x),
            isSame(rows[next].position.y, sample.position.y)
          else {
            throw CommandFailure.noData(
              "\(path):\(rows[next].line): this is not the next sample of \(dataset.name), at "
                + "\(sample.time) s of \(recording.source); keep the order in which "
                + "'\(dataset.samplesCommand)' prints them")
          }
          let first = rows[next]
          var given: [(ahead: Double, position: SIMD2<Double>?)] = []
          while next < rows.count, rows[next].time == first.time,
            rows[next].position == first.position,
            !given.contains(where: { $0.ahead == rows[next].ahead })
          {
            given.append((rows[next].ahead, rows[next].predicted))
            next += 1
          }
          samples.append(given)
        }
        strokes.append(samples)
      }
      answers.append(strokes)
    }
    guard next == rows.count else {
      throw CommandFailure.noData(
        "\(path):\(rows[next].line): the data set \(dataset.name) has no more samples; predict "
          + "this data set alone")
    }
    return SuppliedPredictions(name: name, answers: answers)
  }

  /// Equal but for digits that another program may have dropped.
  private func isSame(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= 1e-6 * max(1, abs(left))
  }
}
