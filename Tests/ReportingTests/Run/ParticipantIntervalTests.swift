import Evaluation
import MotionNumerics
import Testing

@testable import Reporting

/// Intervals over participants: on curves, in tables and in words.
@Suite struct ParticipantIntervalTests {
  private static func report(_ people: Int, _ frames: ClosedRange<Int> = 1...6) async -> RunReport {
    let run = PlausibleRun(
      datasets: ["pens"], frames: frames, tasks: [],
      participants: (0..<people).map { "p\($0)" })
    return await TestReport.of(run.run())
  }

  @Test func anIntervalIsThatOfTheClusterBootstrapOverParticipants() async throws {
    let report = await Self.report(4)
    let dataset = try #require(report.datasets.first)
    let lines = try #require(dataset.lines)
    let line = try #require(
      lines.lines.firstIndex { $0.configuration.spelling == "linear" })
    let place = try #require(report.run.table.index(of: "error_mean"))
    let values = report.run.table.rows.filter {
      !$0.participant.isEmpty && $0.spelling == "linear" && $0.framesAhead == 3
    }.compactMap { $0.values[place] }
    #expect(values.count == 4)
    let bootstrap = ClusterBootstrap(
      values.map { .init(sum: $0, count: 1) }, seed: report.run.manifest.identity.plan.seed)
    let expected = try #require(
      PercentileInterval(bootstrap.replicates(0..<TestReport.replicates)))
    let interval = try #require(lines.interval(line, at: 2, named: "error_mean"))
    #expect(interval == expected.low...expected.high)
    let mean = try #require(ParticipantMean(values, resampling: report.resampling))
    #expect(mean.count == 4)
    // Two sums of four numbers of about 1.
    #expect(abs(mean.mean - values.reduce(0, +) / 4) < 1e-12)
  }

  @Test func noValueNoMeanAndOneValueNoInterval() {
    #expect(ParticipantMean([], resampling: .init()) == nil)
    #expect(ParticipantMean([1, .nan], resampling: .init()) == nil)
    let alone = ParticipantMean([3], resampling: .init())
    #expect(alone?.mean == 3)
    #expect(alone?.interval == nil)
    // Equal participants leave nothing to chance.
    let equal = ParticipantMean([2, 2, 2], resampling: .init(replicates: 50, seed: 9))
    #expect(equal?.interval.map { [$0.low, $0.high] } == [2, 2])
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 8), (12, 8)])
  func bandsAreDrawnForTwoOrMoreParticipants(people: Int, least: Int) async throws {
    let report = await Self.report(people)
    let charts = try #require(report.datasets.first).charts
    #expect(charts.count == 3)
    for chart in charts {
      let bands = XMLDocument(chart.file).values(of: "class").count { $0.hasPrefix("band") }
      // hold, linear, and the best window of each of three degrees.
      #expect(bands == (least == 0 ? 0 : 5), "\(people)")
      #expect(chart.file.contains("[") == (least > 0))
    }
  }

  @Test(arguments: [
    (0, "no scores by participant; rerun it with --group-by participant"),
    (1, "there is only one participant"),
    (4, "With fewer than 10 participants, they are too narrow"),
    (12, "mean over 12 participants, from 60 bootstrap resamples (seed 1)"),
  ])
  func theCaptionSaysWhatToThinkOfThem(people: Int, sentence: String) async {
    let page = ReportPage(await Self.report(people)).html
    #expect(page.contains(sentence))
    #expect(page.contains("are too narrow") == (people == 4))
  }

  @Test func tablesHaveTheIntervalBesideTheMean() async throws {
    let report = await Self.report(4)
    let lines = try #require(report.datasets.first?.lines)
    let value = try #require(lines.value(0, at: 1, named: "error_mean"))
    let interval = try #require(lines.interval(0, at: 1, named: "error_mean"))
    let text =
      "\(FixedPoint.significant(value)) [\(FixedPoint.significant(interval.lowerBound)), "
      + "\(FixedPoint.significant(interval.upperBound))]"
    #expect(ReportPage(report).html.contains(">\(text)</td>"))
  }

  @Test func barsHaveWhiskersAtOneHorizon() async throws {
    let report = await Self.report(4, 2...2)
    let chart = try #require(report.datasets.first?.charts.first)
    let whiskers = XMLDocument(chart.file).values(of: "class").count { $0.hasPrefix("whisker") }
    #expect(whiskers == 5)
  }

  @Test func aRowADotAndADiamondForEveryParticipantAndPredictor() async throws {
    let report = await Self.report(7)
    let strip = try #require(report.datasets.first?.strip)
    let styles = XMLDocument(strip.file).values(of: "class")
    #expect(styles.count { $0 == "faint" } == 5 * 7)
    #expect(styles.count { $0.hasPrefix("mark f") } == 5)
    let without = await Self.report(0)
    #expect(without.datasets.first?.strip == nil)
  }
}
