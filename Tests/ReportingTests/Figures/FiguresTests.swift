import Datasets
import Evaluation
import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Reporting

@Suite struct FiguresTests {
  @Test(arguments: RunVariant.allCases)
  func everyFileIsWellFormedAndNamed(variant: RunVariant) async {
    let figures = await TestReport.figures(variant).all
    for figure in figures {
      let document = XMLDocument(figure.file)
      #expect(document.problem == nil, "\(variant) \(figure.name)")
      #expect(document.elements["svg"] == 1)
      #expect(document.elements["desc"] == 1)
      #expect(document.values(of: "role") == ["img"])
      #expect(!figure.title.isEmpty && !figure.summary.isEmpty)
      let isPlain = figure.name.utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains(byte)
      }
      #expect(isPlain, "\(figure.name) is no plain file name")
    }
    #expect(Set(figures.map(\.name)).count == figures.count)
  }

  @Test(arguments: RunVariant.allCases)
  func noCoordinateIsMissingOrOutsideTheDrawing(variant: RunVariant) async {
    // Markers reach a little over the plot, texts are anchored within it.
    let margin = 2.0
    for figure in await TestReport.figures(variant).all {
      let attributes = XMLDocument(figure.file).attributes.filter {
        $0.element != "linearGradient"
      }
      func outside(_ names: [String], _ extent: Double) -> [String] {
        attributes.filter { names.contains($0.name) }.map(\.value).filter { text in
          Double(text).map { !(-margin...extent + margin).contains($0) } ?? true
        }
      }
      #expect(outside(["x", "x1", "x2"], figure.width).isEmpty, "\(variant) \(figure.name)")
      #expect(outside(["y", "y1", "y2"], figure.height).isEmpty, "\(variant) \(figure.name)")
      let sizes = attributes.filter { ["width", "height"].contains($0.name) && $0.value != "100%" }
      let wrong = sizes.map(\.value).filter { Double($0).map { $0 <= 0 } ?? true }
      #expect(wrong.isEmpty, "\(variant) \(figure.name)")
    }
  }

  @Test func windowsInMillisecondsHaveMapsOfTheirOwn() async {
    var run = PlausibleRun()
    (run.datasets, run.degrees, run.windows) = (["set"], 1...1, 2...5)
    var table = run.table()
    table.sweptNames.append("window-ms")
    table.rows = table.rows.flatMap { row -> [ScoreRow] in
      var (counted, timed) = (row, row)
      counted.swept.append("")
      guard let window = Int(row.swept[1]) else { return [counted] }
      timed.parameters = "degree=1,window-ms=\(10 * window)"
      timed.swept = ["1", "", "\(10 * window)"]
      return [counted, timed]
    }
    let maps = await TestReport.figures(table).all.filter { $0.name.contains("error-map") }
    #expect(
      maps.map(\.title) == ["polynomial, degree 1", "polynomial, degree 1, window in ms"])
    for (map, (unit, rows)) in zip(
      maps, [("samples", ["2", "3", "4", "5"]), ("ms", ["20", "30", "40", "50"])])
    {
      let texts = XMLDocument(map.file).labels.map(\.text)
      #expect(texts.contains("observation window (\(unit))"))
      #expect(rows.allSatisfy(texts.contains), "\(texts)")
    }
  }

  @Test func pathsStayWithinTheDrawing() async {
    for figure in await TestReport.figures(PlausibleRun().table()).all {
      let most = max(figure.width, figure.height)
      let wrong = XMLDocument(figure.file).values(of: "d").filter { path in
        let numbers = path.split { !"0123456789.-".contains($0) }.map { Double($0) }
        return !numbers.allSatisfy { $0.map { abs($0) <= most } ?? false }
      }
      #expect(wrong.isEmpty, "\(figure.name)")
    }
  }

  @Test func everyAxisHasATitleWithItsUnit() async {
    for figure in await TestReport.figures(PlausibleRun(datasets: ["a"]).table()).all {
      let labels = XMLDocument(figure.file).labels
      let x = labels.filter { $0.style == "xtitle" }.map(\.text)
      let y = labels.filter { $0.style == "ytitle" }.map(\.text)
      // The rows of a dot plot are named one by one.
      let hasRows = ["participants", "difference"].contains { figure.name.contains($0) }
      #expect(x.count == 1 && y.count == (hasRows ? 0 : 1), "\(figure.name)")
      for title in x + y {
        let unit = title.firstMatch(of: /\((mm|ms|%|samples|1 frame = 16\.7.ms)\)/)
        #expect(unit != nil, "\(figure.name): '\(title)' has no unit")
      }
    }
  }

  @Test func horizonsInTimeHaveAnAxisInMilliseconds() async throws {
    let figure = try #require(await TestReport.figures(RunVariant.milliseconds.run.table).all.first)
    let labels = XMLDocument(figure.file).labels
    #expect(labels.contains { $0.text == "prediction horizon (ms)" })
    #expect(labels.contains { $0.text == "16.7" })
  }

  @Test func equalTablesGiveEqualFigures() async {
    let once = await TestReport.figures(PlausibleRun().table()).all
    let again = await TestReport.figures(PlausibleRun().table()).all
    let other = await TestReport.figures(PlausibleRun(seed: 2).table()).all
    #expect(once == again)
    #expect(once != other)
  }

  @Test func hasEveryFigureOfASweep() async {
    let names = await TestReport.figures(PlausibleRun(datasets: ["Pen & Paper"]).table()).all.map(
      \.name)
    let maps = ["error", "overshoot", "noise"].flatMap { measure in
      (1...3).map { "pen-paper-\(measure)-map-polynomial-degree-\($0)" }
    }
    #expect(
      names == [
        "pen-paper-error", "pen-paper-overshoot", "pen-paper-noise",
        "pen-paper-error-distribution", "pen-paper-participants",
        "pen-paper-difference-error-mean",
        "pen-paper-difference-error-p95", "pen-paper-difference-overshoot-p95",
        "pen-paper-difference-jitter-mean", "pen-paper-error-against-noise",
        "pen-paper-error-against-overshoot", "pen-paper-overshoot-against-noise",
      ] + maps)
  }

  @Test func namesStayDifferentWhereDataSetsSlugAlike() async {
    let names = await TestReport.figures(PlausibleRun(datasets: ["a b", "a-b", "ä"]).table()).all
      .map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("a-b-2-error"))
  }

  @Test func drawsNoMoreLinesThanCanBeToldApart() async {
    let table = RunVariant.thousandConfigurations.run.table
    let lines = await TestReport.of(table).wholes.map(LineSelection.init).flatMap(\.lines)
    #expect(lines.count == SeriesStyle.count)
    #expect(Set(lines.map(\.style)).count == lines.count)
    #expect(lines.map(\.configuration.spelling).prefix(2) == ["hold", "linear"])
  }

  @Test func picksTheBestWindowOfEachDegreeAtTheMiddleHorizon() async throws {
    let table = PlausibleRun(datasets: ["a"], tasks: [], participants: []).table()
    let scores = try #require(await TestReport.of(table).wholes.first)
    let place = try #require(table.index(of: HeadlineMeasure.error.name))
    for degree in ["1", "2", "3"] {
      let rivals = table.rows.filter {
        $0.swept[0] == degree && $0.framesAhead == 3 && $0.aggregation == .participantMean
      }
      let best = rivals.min { ($0.values[place] ?? .infinity) < ($1.values[place] ?? .infinity) }
      let drawn = LineSelection(scores).lines.map(\.configuration.spelling)
      #expect(drawn.contains(try #require(best).spelling))
    }
  }

  @Test func theFirstOfScoresThatDifferByRoundingIsTheBest() async throws {
    var table = PlausibleRun(datasets: ["a"], tasks: [], participants: []).table()
    let place = try #require(table.index(of: "error_mean"))
    for row in table.rows.indices {
      let isTwin = ["linear", "polynomial:degree=1,window=2"].contains(table.rows[row].spelling)
      table.rows[row].values[place] = isTwin ? 0.01 : 1
      if table.rows[row].spelling == "linear" { table.rows[row].values[place] = 0.01.nextUp }
    }
    let scores = try #require(await TestReport.of(table).wholes.first)
    let metric = table.metrics[place]
    let best = try #require(scores.best(by: metric, at: 1))
    #expect(best.spelling == "linear")
    #expect(
      scores.equals(of: best, by: metric, at: 1).map(\.spelling) == [
        "linear", "polynomial:degree=1,window=2",
      ])
  }

  @Test func writesTheFilesAndNamesThem() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url("figures")
    let figures = await TestReport.figures(PlausibleRun(datasets: ["a"]).table())
    let names = try figures.write(to: folder.path, replacing: false)
    #expect(names == figures.all.map { "\($0.name).svg" })
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(found) == Set(names))
    let first = try String(
      contentsOf: folder.appendingPathComponent(names[0]), encoding: .utf8)
    #expect(first == figures.all[0].file)
  }

  @Test func saysWhereItCannotWrite() async throws {
    let scratch = try ScratchFolder()
    let file = scratch.url("file")
    try AtomicFile.write("x", to: file.path, replacing: true)
    let figures = await TestReport.figures(PlausibleRun(datasets: ["a"]).table())
    let error = #expect(throws: FileWriteError.self) {
      try figures.write(to: file.path, replacing: false)
    }
    #expect(error?.description.contains(file.path) == true)
  }
}
