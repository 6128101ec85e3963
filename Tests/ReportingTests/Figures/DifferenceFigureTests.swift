import Evaluation
import Testing

@testable import Reporting

/// Differences from a reference: what is compared, and how it is drawn.
@Suite struct DifferenceFigureTests {
  private static func report(_ people: Int = 5) async -> RunReport {
    await TestReport.of(
      PlausibleRun(
        datasets: ["pens"], tasks: [], participants: (0..<people).map { "p\($0)" }
      ).run())
  }

  @Test func theReferenceIsLinearAndTheEndpointsAreDeclared() async throws {
    let differences = try #require(await Self.report().datasets.first?.differences)
    #expect(differences.reference == "linear")
    #expect(
      differences.endpoints.map(\.metric.name) == [
        "error_mean", "error_p95", "overshoot_p95", "jitter_mean",
      ])
    #expect(differences.endpoints.map(\.isPrimary) == [true, false, false, false])
    #expect(!differences.endpoints.contains { $0.rows.contains { $0.label == "linear" } })
  }

  @Test func withoutLinearTheFirstIsTheReference() async throws {
    var run = PlausibleRun(datasets: ["pens"], tasks: [])
    run.baselines = false
    let differences = try #require(await TestReport.of(run.run()).datasets.first?.differences)
    #expect(differences.reference.hasPrefix("polynomial:degree=1"))
  }

  @Test func aDifferenceIsTheMeanOfTheParticipantsDifferences() async throws {
    let report = await Self.report()
    let row = try #require(report.datasets.first?.differences?.endpoints.first?.rows.first)
    let table = report.run.table
    let place = try #require(table.index(of: "error_mean"))
    func scores(_ spelling: String) -> [Double] {
      table.rows.filter {
        !$0.participant.isEmpty && $0.spelling == spelling && $0.framesAhead == 2
      }.compactMap { $0.values[place] }
    }
    let differences = zip(scores(row.label), scores("linear")).map { $0 - $1 }
    #expect(differences.count == 5)
    // Rounding of a sum of five numbers of about 1.
    let mean = differences.reduce(0, +) / 5
    #expect(abs(row.comparison.participantMean.difference - mean) < 1e-12)
    #expect(row.comparison.improved == differences.count { $0 < 0 })
  }

  @Test func everyPredictorHasAWhiskerAndEveryParticipantADot() async throws {
    let report = await Self.report()
    let figure = try #require(report.datasets.first?.differenceFigures.first)
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    let styles = document.values(of: "class")
    #expect(styles.count { $0.hasPrefix("whisker") } == 4)
    #expect(styles.count { $0 == "faint" } == 4 * 5)
    #expect(styles.count { $0 == "zero" } == 1)
    #expect(document.labels.contains { $0.text.contains("/5 · ") })
  }

  @Test func withoutParticipantsThereIsNone() async {
    let report = await Self.report(0)
    #expect(report.datasets.first?.differences == nil)
    #expect(!ReportPage(report).html.contains("Primary endpoint:"))
  }

  @Test func thePageDeclaresTheEndpointAndItsGuards() async {
    let page = ReportPage(await Self.report()).html
    #expect(page.contains("<b>Primary endpoint:</b> the mean over participants of"))
    #expect(page.contains("<code>error_p95</code>, <code>overshoot_p95</code> and"))
  }

  @Test func severalDataSetsAreDrawnUnderEachOther() async throws {
    let people = [("p1", 3.0, 2.0), ("p2", 4, 3.5)].map {
      PairedComparison.Participant(name: $0.0, reference: $0.1, score: $0.2)
    }
    let comparison = try #require(
      await PairedComparison(
        participants: people, errors: nil, clusters: [],
        resampling: .init(replicates: 50, seed: 1), jobs: 1))
    let metric = try #require(MeasureDefinitions.all.first { $0.name == "error_mean" })
    let row = DifferenceFigure.Row(label: "rls", comparison: comparison, corrected: 1)
    let figure = DifferenceFigure(
      of: metric, horizon: Horizon(milliseconds: 50), from: "hold",
      panels: [
        .init(dataset: "a", unit: .millimeter, rows: [row]),
        .init(dataset: "b", unit: .pixel, rows: [row, row]),
      ]
    ).figure(named: "difference")
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    #expect(document.elements["svg"] == 3)
    #expect(
      document.labels.contains { $0.text == "difference in mean error (mm), below 0 is better" })
    #expect(
      document.labels.contains { $0.text == "difference in mean error (px), below 0 is better" })
    #expect(figure.summary.contains("-0.750 [-1.00, -0.500] mm, better for 2 of 2 participants"))
  }
}
