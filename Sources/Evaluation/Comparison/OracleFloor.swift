import TouchInput

/// How low the mean error of a family could have been, had one known beforehand what to choose.
///
/// A family is a kind of predictor with all of its settings that were evaluated. The best setting for
/// everything is a choice that can be made; the best for each participant, and for each stroke, can
/// be made in hindsight only. What lies between them is the head-room of choosing better: no choice
/// among these settings, however clever, falls below the last.
package struct OracleFloor: Hashable, Sendable {
  /// The data set's name.
  package var dataset: String
  /// The kind, or the kinds of a chain.
  package var predictor: String
  /// How many settings of it there are.
  package var settings: Int
  /// The horizon.
  package var horizon: Horizon
  /// What the errors are in.
  package var unit: LengthUnit
  /// The mean error of the best setting.
  package var bestSetting: Double
  /// That setting.
  package var bestParameters: String
  /// The mean error where each participant has the setting that is best for them.
  package var bestByParticipant: Double
  /// The mean error where each stroke has the setting that is best for it.
  package var bestByStroke: Double

  /// Makes a floor.
  package init(
    dataset: String, predictor: String, settings: Int, horizon: Horizon, unit: LengthUnit,
    bestSetting: Double, bestParameters: String, bestByParticipant: Double, bestByStroke: Double
  ) {
    self.dataset = dataset
    self.predictor = predictor
    self.settings = settings
    self.horizon = horizon
    self.unit = unit
    self.bestSetting = bestSetting
    self.bestParameters = bestParameters
    self.bestByParticipant = bestByParticipant
    self.bestByStroke = bestByStroke
  }
}
