import Datasets
import Evaluation
import TouchInput

/// The file `floors.csv`: how low the mean error of each family could have been in hindsight.
///
/// The columns are `dataset,predictor,settings,frames_ahead,horizon_ms,unit`, then
/// `best_setting,best_parameters,best_by_participant,best_by_stroke`; numbers as in `scores.csv`. An
/// error too great for a number is written as an empty field, and reads back as infinity.
package enum FloorsCSV {
  private static let header = [
    "dataset", "predictor", "settings", "frames_ahead", "horizon_ms", "unit", "best_setting",
    "best_parameters", "best_by_participant", "best_by_stroke",
  ]

  /// The floors as text; equal floors give equal bytes.
  package static func text(_ floors: [OracleFloor]) -> String {
    let lines = floors.map { floor in
      [
        floor.dataset, floor.predictor, String(floor.settings),
        floor.horizon.frames.map(DecimalNumber.text) ?? "",
        DecimalNumber.milliseconds(ofSeconds: floor.horizon.seconds), floor.unit.rawValue,
        DecimalNumber.text(floor.bestSetting), floor.bestParameters,
        DecimalNumber.text(floor.bestByParticipant), DecimalNumber.text(floor.bestByStroke),
      ]
    }
    return ([header] + lines)
      .map { $0.map(CSVFields.cell).joined(separator: ",") + "\n" }.joined()
  }

  /// Reads a file that `text(_:)` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name, for messages.
  /// - Returns: The floors, in the order of the file.
  /// - Throws: `ScoresCSVError` for the first thing that cannot be read, with its line.
  package static func read(_ bytes: [UInt8], file: String) throws(ScoresCSVError) -> [OracleFloor] {
    var records = try RunFileRecords(bytes, file: file)
    guard let first = try records.next(), first.fields == header else {
      throw ScoresCSVError(
        file: file, line: 1, problem: "the header is not \(header.joined(separator: ","))",
        remedy: "run the sweep again, or remove the file")
    }
    var floors: [OracleFloor] = []
    while let record = try records.next() { floors.append(try floor(record, file: file)) }
    return floors
  }

  private static func floor(
    _ record: CSVRecords.Record, file: String
  ) throws(ScoresCSVError) -> OracleFloor {
    let cell = try RunFileRow(record.fields, line: record.line, header: header, file: file)
    let fields = cell.fields
    let best = try cell[6].optionalNumber()
    // In hindsight no error is greater, so only beside one that is too great may it be missing.
    func hindsight(_ column: Int) throws(ScoresCSVError) -> Double {
      best == nil ? try cell[column].optionalNumber() ?? .infinity : try cell[column].number()
    }
    return OracleFloor(
      dataset: fields[0], predictor: fields[1], settings: try cell[2].count(),
      horizon: Horizon(seconds: try cell[4].seconds(), frames: try cell[3].optionalNumber()),
      unit: try cell[5].choice(LengthUnit.self), bestSetting: best ?? .infinity,
      bestParameters: fields[7], bestByParticipant: try hindsight(8),
      bestByStroke: try hindsight(9))
  }
}
