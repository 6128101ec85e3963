import Evaluation
import Testing

@testable import Reporting

/// Phases, speeds and calibration, where a run has them.
@Suite struct PartFigureTests {
  /// A run whose every row is also there for two phases of 300 and 100 targets.
  private static func divided() -> RunFolder {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    var table = run.table
    let scored = table.index(of: "scored") ?? 0
    let shares: [(StrokePart, Double)] = [(.phase(.start), 300), (.phase(.corner), 100)]
    table.rows = table.rows.flatMap { row in
      [row]
        + shares.map { part, count in
          var copy = row
          copy.part = part
          copy.values[scored] = count
          return copy
        }
    }
    return RunFolder(manifest: run.manifest, table: table)
  }

  @Test func eachPhaseIsARowWithItsShareAndAMarkAPredictor() async throws {
    let dataset = try #require(await TestReport.of(Self.divided()).datasets.first)
    let figures = dataset.partFigures(.phase)
    #expect(figures.count == 3)
    #expect(dataset.partFigures(.speed).isEmpty)
    for figure in figures {
      let document = XMLDocument(figure.file)
      let labels = document.labels.map(\.text)
      #expect(labels.contains("start (75\u{A0}%)") && labels.contains("corner (25\u{A0}%)"))
      // Five predictors in two rows, and five in the legend.
      #expect(document.values(of: "class").count { $0.hasPrefix("mark f") } == 15)
    }
  }

  @Test func agesAreInOrderWithTheirUnit() async throws {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    var table = run.table
    table.rows = table.rows.flatMap { row in
      [row]
        + [AgeClass.old, .first].map { age in
          var copy = row
          copy.part = .age(age)
          return copy
        }
    }
    let dataset = try #require(
      await TestReport.of(RunFolder(manifest: run.manifest, table: table)).datasets.first)
    let figure = try #require(dataset.partFigures(.age).first)
    let labels = XMLDocument(figure.file).labels.map(\.text)
    let first = try #require(labels.firstIndex(of: "1–10\u{A0}samples (50\u{A0}%)"))
    let last = try #require(labels.firstIndex(of: "101+\u{A0}samples (50\u{A0}%)"))
    #expect(first < last)
    #expect(dataset.partFigures(.ageTime).isEmpty && dataset.partFigures(.liftTime).isEmpty)
  }

  @Test func partsChangeNothingElse() async {
    let whole = RunFolder(
      manifest: Self.divided().manifest,
      table: PlausibleRun(datasets: ["pens"], tasks: []).table())
    let one = await TestReport.of(whole).datasets.first?.charts
    let other = await TestReport.of(Self.divided()).datasets.first?.charts
    #expect(one == other && one != nil)
  }

  /// The run with the columns of coverage: `linear` promises too much, others state nothing.
  private static func withCoverage() -> RunFolder {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    var table = run.table
    let levels = [10, 50, 90]
    table.metrics += levels.map { level in
      MetricDefinition(
        "coverage_\(level)", "Coverage at \(level) %", .behavior,
        .share, perfect: Double(level) / 100, .nearer, formula: "", source: "")
    }
    for row in table.rows.indices {
      let states = table.rows[row].spelling == "linear"
      table.rows[row].values += levels.map { states ? Double($0) / 200 : nil }
    }
    return RunFolder(manifest: run.manifest, table: table)
  }

  @Test func calibrationIsOneLineAPredictorThatStatesItsUncertainty() async throws {
    let report = await TestReport.of(Self.withCoverage())
    let figure = try #require(report.datasets.first?.calibration)
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    let styles = document.values(of: "class")
    #expect(styles.count { $0.hasPrefix("line ") } == 1)
    #expect(styles.contains("front"))
    #expect(figure.file.contains("linear: 25.0\u{A0}% inside the region for 50\u{A0}%"))
    #expect(ReportPage(report).html.contains("Calibration</h3>"))
  }

  @Test func withoutTheColumnsThereIsNoCalibration() async {
    let report = await TestReport.of(PlausibleRun(datasets: ["pens"]).run())
    #expect(report.datasets.first?.calibration == nil)
    #expect(!ReportPage(report).html.contains("Calibration</h3>"))
  }
}
