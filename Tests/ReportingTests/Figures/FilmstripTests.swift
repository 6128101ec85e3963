import Datasets
import Evaluation
import Foundation
import TestSupport
import Testing

@testable import Reporting

/// Strokes drawn from `predictions.csv`: which are chosen, and what a damaged file gives.
@Suite struct FilmstripTests {
  /// A file in which `linear` misses stroke n by n units at twelve samples.
  private static func text(strokes: Int, samples: Int = 12, unit: String = "mm") -> String {
    var text = PredictionsCSV.columns.joined(separator: ",") + "\n"
    for predictor in ["hold", "linear"] {
      for stroke in 1...strokes {
        for sample in 0..<samples {
          let miss = predictor == "hold" ? 99 : stroke
          text += "pens,p1,\"a, b\",r.csv,\(stroke),\(predictor),,2,33.333333333333336,"
          text += "\(Double(sample) / 60),\(sample),0,\(sample + 2),\(miss),false,"
          text += "\(sample + 2),0,\(unit)\n"
        }
      }
    }
    return text
  }

  private static func withFile<Value>(
    _ text: String, _ body: (String) async throws -> Value
  ) async throws -> Value {
    let scratch = try ScratchFolder()
    return try await body(scratch.write(text, to: "predictions.csv"))
  }

  private static func run() -> RunFolder {
    var run = PlausibleRun(datasets: ["pens"], tasks: [])
    run.degrees = 1...1
    run.windows = 3...3
    return run.run()
  }

  @Test func theWorstTheMedianAndTheBestAreDrawn() async throws {
    let report = try await Self.withFile(Self.text(strokes: 5)) {
      try await TestReport.of(Self.run()).addingStrokes(from: $0)
    }
    let filmstrips = try #require(report.datasets.first?.filmstrips)
    // The predictor that holds is not drawn, and of the other one the file has nothing.
    #expect(filmstrips.count == 1)
    let labels = try #require(filmstrips.first.map { XMLDocument($0.figure.file) }).labels.map(
      \.text)
    #expect(
      labels.filter { $0.contains(" of 5: ") } == [
        "worst of 5: p1, a, b, stroke 5", "median of 5: p1, a, b, stroke 3",
        "best of 5: p1, a, b, stroke 1",
      ])
    #expect(
      labels.filter { $0.hasPrefix("mean error") } == [
        "mean error 5\u{A0}mm over 12 samples", "mean error 3\u{A0}mm over 12 samples",
        "mean error 1\u{A0}mm over 12 samples",
      ])
    #expect(ReportPage(report).html.contains("<h3 id=\"pens--strokes\">Strokes</h3>"))
  }

  @Test func oneStrokeIsDrawnOnce() async throws {
    let report = try await Self.withFile(Self.text(strokes: 1)) {
      try await TestReport.of(Self.run()).addingStrokes(from: $0)
    }
    let film = try #require(report.datasets.first?.filmstrips.first)
    #expect(XMLDocument(film.figure.file).elements["svg"] == 2)
  }

  @Test(arguments: [(9, "mm"), (12, "px")])
  func shortStrokesAndOtherUnitsAreNotDrawn(samples: Int, unit: String) async throws {
    let text = Self.text(strokes: 3, samples: samples, unit: unit)
    let report = try await Self.withFile(text) {
      try await TestReport.of(Self.run()).addingStrokes(from: $0)
    }
    #expect(report.datasets.first?.filmstrips.isEmpty == true)
    #expect(ReportPage(report).html.contains("none has 10 predictions"))
  }

  @Test func withoutTheFileThePageSaysWhatGivesIt() async {
    let page = await TestReport.page(Self.run())
    #expect(page.contains("<code>nextpoint sweep --raw</code>"))
  }

  @Test func linesBetweenQuotationMarksBelongTogether() async throws {
    let text = Self.text(strokes: 2).replacing("\"a, b\"", with: "\"a,\nb\"")
    let report = try await Self.withFile(text) {
      try await TestReport.of(Self.run()).addingStrokes(from: $0)
    }
    #expect(report.datasets.first?.filmstrips.count == 1)
  }

  @Test(arguments: [
    ("t_s", "t", ":1: the header is not that of this version"),
    (
      "linear,,2,33.333333333333336,0.0,0,0", "linear,,2,33.333333333333336,0.0,0,x",
      "column 'y': 'x' is not a finite"
    ),
    (",mm\n", "\n", "the row has 17 fields and the header 18"),
  ])
  func aDamagedFileIsRefused(old: String, new: String, sentence: String) async throws {
    let text = Self.text(strokes: 1).replacing(old, with: new)
    let error = await #expect(throws: ScoresCSVError.self) {
      _ = try await Self.withFile(text) {
        try await TestReport.of(Self.run()).addingStrokes(from: $0)
      }
    }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }
}
