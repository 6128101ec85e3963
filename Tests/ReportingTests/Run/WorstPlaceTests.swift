import Datasets
import Evaluation
import TestSupport
import Testing

@testable import Reporting

/// The worst recordings and strokes and the distribution of error, from files whose errors are known.
@Suite struct WorstPlaceTests {
  /// A file in which `linear` misses stroke n by n millimeters and `hold` every one by 4, at twelve samples;
  /// and 100 times as far at other horizons and on another data set.
  private static func text(strokes: Int) -> String {
    var text = PredictionsCSV.columns.joined(separator: ",") + "\n"
    for (dataset, frames) in [("pens", 1), ("pens", 2), ("other", 2), ("other", 4)] {
      for predictor in ["hold", "linear"] {
        for stroke in 1...strokes {
          for sample in 0..<12 {
            let scale = dataset == "pens" && frames == 2 || frames == 4 ? 1.0 : 100
            let miss = scale * Double(predictor == "hold" ? 4 : stroke)
            text +=
              "\(dataset),p1,loop,r.csv,s\(stroke),\(predictor),,\(frames),33.333333333333336,"
            text += "\(Double(sample) / 60),\(sample),0,\(sample + 2),\(miss),false,"
            text += "\(sample + 2),0,mm\n"
          }
        }
      }
    }
    return text
  }

  private static func report(strokes: Int) async throws -> RunReport {
    var run = PlausibleRun(datasets: ["pens"], tasks: [])
    run.degrees = 1...1
    run.windows = 3...3
    let folder = run.run()
    let scratch = try ScratchFolder()
    return try await TestReport.of(folder).addingStrokes(
      from: scratch.write(text(strokes: strokes), to: "predictions.csv"))
  }

  @Test func theWorstAreThoseWithTheGreatestMultipleOfHold() async throws {
    let report = try await Self.report(strokes: 5)
    let places = report.worstPlaces
    #expect(places.map(\.stroke) == [nil, "s5", "s4", "s3"])
    #expect(places.map(\.error) == [3, 5, 4, 3] && places.allSatisfy { $0.held == 4 })
    #expect(places.map(\.count) == [60, 12, 12, 12])
    #expect(places.allSatisfy { $0.predictor == "linear" && $0.source == "r.csv" })
    let page = ReportPage(report).html
    #expect(page.contains("id=\"pens--worst\"") && page.contains("--replay"))
    let linked = ReportPage(report.linked { $0.stroke.map { "replay/a.html#stroke=\($0)" } }).html
    #expect(linked.contains("<a href=\"replay/a.html#stroke=s5\">open</a>"))
    #expect(linked.matches(of: /href="replay/).count == 3)
  }

  /// 48 predictions are too few for a recording.
  @Test func aShortRecordingIsNotRanked() async throws {
    #expect(try await Self.report(strokes: 4).worstPlaces.map(\.stroke) == ["s4", "s3", "s2"])
  }

  /// The line of one data set's subject can hold the mark of another's, at another horizon.
  @Test func dataSetsDoNotShareHorizons() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Self.text(strokes: 2), to: "predictions.csv")
    let subjects = [("pens", 2.0), ("other", 4.0)].map { dataset, frames in
      PredictedStrokes.Subject(
        dataset: dataset, predictor: "linear", parameters: "",
        horizon: Horizon(seconds: 2.0 / 60, frames: frames))
    }
    let read = try PredictedStrokes(of: subjects, drawing: Set(subjects), in: path)
    for subject in subjects {
      let strokes = try #require(read.strokes[subject])
      #expect(strokes.map(\.predictions.count) == [12, 12])
      #expect(strokes.map(\.meanError) == [1, 2])
      #expect(read.errors[subject]?.strokes.map(\.sum) == [12, 24])
    }
  }

  @Test func theDistributionIsExact() throws {
    let errors = (1...20_000).map { Double(($0 * 7919) % 20_011) }
    let sorted = errors.sorted(by: >)
    let distribution = try #require(ErrorDistribution(errors: errors))
    for point in distribution.points {
      #expect(point.share == Double(sorted.count { $0 >= point.error }) / 20_000)
    }
    #expect(distribution.points.map(\.error) == distribution.points.map(\.error).sorted())
    #expect(distribution.points.last?.error == sorted[0])
    #expect(
      distribution.points.filter(\.isMarked).map(\.share) == [
        0.5, 0.1, 0.05, 0.01, 0.001, 0.0001, 0.00005,
      ])
    #expect((40...100).contains(distribution.points.count))
    #expect(ErrorDistribution(errors: Array(errors.prefix(9))) == nil)
  }

  /// Without single predictions, the quantiles of the table are drawn, and those of all predictions.
  @Test func quantilesOfTheTableAreDrawn() async throws {
    let report = try #require(
      await TestReport.of(PlausibleRun(datasets: ["pens"]).run()).datasets.first)
    let pooled = try #require(report.pooled)
    let seconds = pooled.moments[pooled.headlineMoment].seconds
    let points = try #require(ErrorDistribution(pooled, of: "linear", at: seconds)).points
    let p95 = try #require(points.first { $0.share == 0.05 })
    #expect(p95.error == pooled.value(of: "linear", at: seconds, named: "error_p95"))
    let figure = try #require(report.distribution)
    #expect(XMLDocument(figure.file).problem == nil)
    #expect(figure.file.contains("5\u{A0}% of errors are at least"))
  }
}
