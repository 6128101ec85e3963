import Evaluation
import Reporting

extension ScoringRun.Outcome {
  /// `timings.csv`: how long each stage and each predictor took.
  var timingsText: String {
    OutputTable(
      columns: [
        .init("dataset"), .init("stage"), .init("predictor"), .init("seconds"),
        .init("predictions"), .init("nanoseconds_per_prediction"),
      ],
      rows: timings.map { timing in
        let each = timing.predictions.flatMap { $0 > 0 ? 1e9 * timing.seconds / Double($0) : nil }
        return [
          .text(timing.dataset), .text(timing.stage), .text(timing.predictor),
          .number(timing.seconds, decimals: 3), timing.predictions.map { .integer($0) } ?? .empty,
          .number(each, decimals: 0),
        ]
      }
    ).rendered(as: .csv)
  }

  /// `failures.csv`: what could not be read or scored.
  var failuresText: String {
    let rows: [[OutputTable.Cell]] =
      problems.map { [.text($0.dataset), .text($0.source), .empty, .text($0.problem)] }
      + failures.map {
        [.text($0.dataset), .text($0.source), .text($0.predictor), .text($0.problem)]
      }
    return OutputTable(
      columns: [.init("dataset"), .init("source"), .init("predictor"), .init("problem")], rows: rows
    ).rendered(as: .csv)
  }
}
