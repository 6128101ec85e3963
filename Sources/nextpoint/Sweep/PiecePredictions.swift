import Datasets
import Evaluation
import Foundation
import Reporting

/// The single predictions of one piece: lines of `predictions.csv`, in a file next to the piece.
///
/// Until the file is complete, it has a name that is ignored.
struct PiecePredictions {
  private let file: AtomicFile
  private let unit: EvaluationPlan.ReportUnit
  private var hash = ContentHash()
  private var bytes = 0

  /// Creates the file of a piece.
  init(path: String, unit: EvaluationPlan.ReportUnit) throws {
    self.unit = unit
    file = try AtomicFile(path: path, replacing: true)
  }

  /// Writes the predictions of a subject.
  mutating func append(
    _ predictions: [RawPrediction], of subject: EvaluationSubject, on dataset: LoadedDataset,
    horizons: [Horizon]
  ) throws {
    let recordings = dataset.recordings
    let end = [subject.name, subject.parameters].map(CSVFields.cell).joined(separator: ",")
    var text = ""
    for prediction in predictions {
      let recording = recordings[prediction.recording]
      let start = [
        dataset.name, recording.participant, recording.task, recording.source, prediction.stroke,
      ].map(CSVFields.cell).joined(separator: ",")
      let frames = horizons[prediction.slot].frames.map(DecimalNumber.text) ?? ""
      let truth = prediction.truth.map { "\($0.x),\($0.y)" } ?? ","
      let unit = unit.lengthUnit(of: recording.scale).rawValue
      text +=
        "\(start),\(end),\(frames),\(milliseconds(prediction, horizons)),\(prediction.time),"
        + "\(prediction.anchor.x),\(prediction.anchor.y),"
        + "\(prediction.predicted.x),\(prediction.predicted.y),\(prediction.abstained),\(truth),\(unit)\n"
    }
    let data = Data(text.utf8)
    try file.append(data)
    hash.update(data)
    bytes += data.count
  }

  /// As `scores.csv` writes it; that of the prediction itself where the recording sets the moments.
  private func milliseconds(_ prediction: RawPrediction, _ horizons: [Horizon]) -> String {
    let nominal = horizons[prediction.slot].seconds
    let isNominal = abs(prediction.ahead - nominal) <= 1e-6
    return DecimalNumber.milliseconds(ofSeconds: isNominal ? nominal : prediction.ahead)
  }

  /// Gives the file its name; what it is known by.
  func close() throws -> PieceHeader.KeptFile {
    try file.finish()
    return PieceHeader.KeptFile(bytes: bytes, sha256: hash.text)
  }
}
