import Evaluation

/// A table of the recordings and strokes on which predictors do worst relative to `hold`.
package struct WorstTable {
  private let cases: [WorstCases.Case]

  /// Creates the table's contents.
  package init(cases: [WorstCases.Case]) { self.cases = cases }

  /// One row per case; a row without a stroke is of the whole recording.
  package var table: OutputTable {
    OutputTable(
      columns: [
        .init("dataset"), .init("predictor"), .init("horizon_ms", title: "horizon (ms)"),
        .init("recording"), .init("stroke"), .init("targets"),
        .init("error_mean", title: "mean error"), .init("hold_error_mean", title: "of hold"),
        .init("unit"), .init("times_hold", title: "times hold"),
      ],
      rows: cases.map { found in
        [
          .text(found.dataset), .text(found.predictor),
          .number(found.horizon.milliseconds, decimals: 1), .text(found.recording),
          found.stroke.map { .integer($0) } ?? .empty, .integer(found.targets),
          .measured(found.error),
          .measured(found.reference), .text(found.unit.symbol),
          .number(found.ratio, decimals: 2),
        ]
      })
  }
}
