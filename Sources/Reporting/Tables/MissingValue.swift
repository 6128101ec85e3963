import Evaluation
import TouchInput

/// Why a measure has no value.
enum MissingValue {
  /// The reason, as far as the definition of the measure and the unit of the table tell it.
  static func reason(_ metric: MetricDefinition, unit: LengthUnit) -> String {
    let hasMillimeterThreshold = (metric.title + " " + metric.formula)
      .split { !($0.isLetter || $0.isNumber) }.contains("mm")
    if unit != .millimeter, hasMillimeterThreshold {
      return "its threshold is in millimeters, and the scale of these recordings is unknown "
        + "or was not asked for"
    }
    return "these recordings have no case that it can score"
  }
}
