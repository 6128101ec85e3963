import Evaluation
import Testing
import TouchInput

@testable import Reporting

@Suite struct ScoreSummaryTests {
  private func table(units: [LengthUnit] = [.millimeter]) -> ScoreTable {
    let rows = units.map { unit in
      ScoreRow(
        dataset: "pens", predictor: "polynomial", parameters: "degree=1,window=3",
        swept: ["1", "3"], framesAhead: 2, horizon: 2.0 / 60, unit: unit,
        values: MeasureDefinitions.all.map { $0.dimension == .share ? 0.25 : 1.23456 })
    }
    return ScoreTable(
      metrics: MeasureDefinitions.all, sweptNames: ["degree", "window"], rows: rows)
  }

  @Test func theMeasuresThatLeadAreThoseThatPredictorsAreRankedBy() {
    #expect(HeadlineMeasure.allCases.map(\.name) == ParetoRanking.measures)
  }

  @Test func carriesUnitsInItsTitles() {
    let summary = ScoreSummary.table(table())
    #expect(
      summary.columns.map(\.title) == [
        "dataset", "predictor", "frames", "horizon (ms)", "mean error (mm)",
        "95th percentile of error (mm)", "95th percentile of overshoot (mm)",
        "mean prediction jitter (mm)", "residual lag (ms)", "wrong direction (%)", "abstention (%)",
      ])
    #expect(summary.columns[4].name == "error_mean_mm")
    #expect(summary.columns[9].name == "wrong_direction_share_percent")
    let expected: [OutputTable.Cell] = [
      .text("pens"), .text("polynomial:degree=1,window=3"), .number(2, decimals: 0),
      .number(2.0 / 60 * 1000, decimals: 1), .measured(1.23456), .measured(1.23456),
      .measured(1.23456), .measured(1.23456), .measured(1.23456), .number(25, decimals: 1),
      .number(25, decimals: 1),
    ]
    #expect(summary.rows[0] == expected)
  }

  @Test func saysTheUnitOfEachRowWhereTheyDiffer() {
    let summary = ScoreSummary.table(table(units: [.millimeter, .pixel]))
    let place = summary.columns.firstIndex { $0.name == "unit" }
    let units: [OutputTable.Cell] = [.text("mm"), .text("px")]
    #expect(place.map { column in summary.rows.map { $0[column] } } == units)
    #expect(summary.columns.contains { $0.name == "error_mean" && $0.title == "mean error" })
  }

  @Test func showsGroupsAndAggregationsWhereThereAreSome() {
    let names = ScoreSummary.table(PlausibleRun().table()).columns.map(\.name)
    #expect(
      names.contains("participant") && names.contains("task") && names.contains("aggregation"))
  }

  @Test func showsTheMeasuresThatWereAskedFor() {
    let summary = ScoreSummary.table(table(), measures: ["scored", "no_such", "roughness_ratio"])
    #expect(summary.columns.map(\.name).suffix(2) == ["scored", "roughness_ratio"])
  }

  @Test func leavesMissingValuesEmpty() {
    var missing = table()
    missing.rows[0].values = [.nan]
    let summary = ScoreSummary.table(missing, measures: ["scored", "error_mean"])
    #expect(summary.rows[0].suffix(2) == [.empty, .empty])
  }
}
