import Evaluation

/// The file `floors.csv`: how low the mean error of each family could have been in hindsight.
///
/// The columns are `dataset,predictor,settings,frames_ahead,horizon_ms,unit`, then
/// `best_setting,best_parameters,best_by_participant,best_by_stroke`; numbers as in `scores.csv`.
public enum FloorsCSV {
  private static let header = [
    "dataset", "predictor", "settings", "frames_ahead", "horizon_ms", "unit", "best_setting",
    "best_parameters", "best_by_participant", "best_by_stroke",
  ]

  /// The floors as text; equal floors give equal bytes.
  public static func text(_ floors: [OracleFloor]) -> String {
    let lines = floors.map { floor in
      [
        floor.dataset, floor.predictor, String(floor.settings),
        floor.horizon.frames.map(ExactNumber.text) ?? "",
        ExactNumber.milliseconds(ofSeconds: floor.horizon.seconds), floor.unit.rawValue,
        ExactNumber.text(floor.bestSetting), floor.bestParameters,
        ExactNumber.text(floor.bestByParticipant), ExactNumber.text(floor.bestByStroke),
      ]
    }
    return ([header] + lines)
      .map { $0.map(CSVField.quoted).joined(separator: ",") + "\n" }.joined()
  }
}
