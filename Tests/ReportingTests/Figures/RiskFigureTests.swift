import Evaluation
import Testing

@testable import Reporting

/// Risk against coverage, and answers beside silence, where a run has them.
@Suite struct RiskFigureTests {
  private static let levels = [10, 50, 100]

  /// The run with the columns of both sets: `linear` states a confidence of use, others none.
  private static func withConfidence() -> RunFolder {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    var table = run.table
    let added = (MetricSet.confidence.metrics + MetricSet.answers.metrics).filter { metric in
      levels.contains { metric.name.hasSuffix("_\($0)") } || metric.name.hasPrefix("answered")
        || metric.name.hasPrefix("silent")
    }
    table.metrics += added
    for row in table.rows.indices {
      let states = table.rows[row].spelling == "linear"
      table.rows[row].values += added.map { metric -> Double? in
        switch metric.name {
        case "risk_10", "risk_ratio_10": states ? 0.25 : nil
        case "risk_50", "risk_ratio_50": states ? 0.5 : nil
        case "risk_100", "risk_ratio_100": states ? 0.75 : nil
        case "answered_share": states ? 0.875 : 1
        case "answered_error_mean": 0.625
        default: nil
        }
      }
    }
    return RunFolder(manifest: run.manifest, table: table)
  }

  @Test func oneLineAPredictorThatStatesAConfidence() async throws {
    let report = await TestReport.of(Self.withConfidence())
    let figures = try #require(report.datasets.first?.riskFigures)
    #expect(figures.map(\.name) == ["pens-risk", "pens-relative-risk"])
    for figure in figures {
      let document = XMLDocument(figure.file)
      #expect(document.problem == nil)
      #expect(document.values(of: "class").count { $0.hasPrefix("line ") } == 1)
      #expect(figure.file.contains("linear, most confident 50\u{A0}%: 0.5"))
    }
    #expect(figures[0].file.contains("mean error (mm)"))
    #expect(ReportPage(report).html.contains("Risk against coverage</h3>"))
  }

  @Test func answersAndSilenceAreATable() async {
    let page = ReportPage(await TestReport.of(Self.withConfidence())).html
    #expect(page.contains("Answers and silence</h3>"))
    #expect(page.contains("87.5"))
  }

  @Test func withoutTheColumnsThereIsNeither() async {
    let report = await TestReport.of(PlausibleRun(datasets: ["pens"]).run())
    #expect(report.datasets.first?.riskFigures.isEmpty == true)
    let page = ReportPage(report).html
    #expect(!page.contains("Risk against coverage</h3>"))
    #expect(!page.contains("Answers and silence</h3>"))
  }
}
