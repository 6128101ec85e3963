import Datasets
import Evaluation
import TestSupport
import Testing
import TouchInput

@testable import Reporting

@Suite struct ScoresCSVTests {
  private static let few = MeasureDefinitions.all.filter {
    ["scored", "error_mean", "jitter_mean"].contains($0.name)
  }

  @Test func writesTheGoldenFile() {
    let table = ScoreTable(
      metrics: Self.few, sweptNames: ["degree", "window"],
      rows: [
        ScoreRow(
          dataset: "pens", predictor: "polynomial", parameters: "degree=1,window=3",
          swept: ["1", "3"], framesAhead: 2, horizon: 2.0 / 60, unit: .millimeter,
          device: .touchScreen, part: .phase(.corner), pareto: .knee, values: [1200, 0.25, nil]),
        ScoreRow(
          dataset: "pens", participant: "p,1", task: "\"write\"", predictor: "hold",
          swept: ["", ""], horizon: 0.0167, aggregation: .participantMean, unit: .pixel,
          note: .scaleUnknown, values: [3, .nan, 1e-7]),
      ])
    #expect(
      ScoresCSV.text(table) == """
        dataset,participant,task,predictor,parameters,degree,window,frames_ahead,horizon_ms,\
        aggregation,unit,device,part,pareto,note,scored,error_mean,jitter_mean
        pens,,,polynomial,"degree=1,window=3",1,3,2,33.33333333333333,pooled,mm,\
        touch-screen,phase:corner,knee,,1200,0.25,
        pens,"p,1","\""write\""",hold,,,,,16.7,participant_mean,px,,,,scale_unknown,3,,1e-07

        """)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func readsBackWhatItWrote(seed: UInt64) throws {
    let table = randomTable(seed: seed)
    let text = ScoresCSV.text(table)
    let contents = try ScoresCSV.read(
      Array(text.utf8), file: "scores.csv", metrics: MeasureDefinitions.all)
    #expect(contents.table == table, "seed \(seed)")
    #expect(contents.unknownMeasures.isEmpty, "seed \(seed)")
    #expect(ScoresCSV.text(contents.table) == text, "seed \(seed)")
  }

  @Test func readsCRLFAndByteOrderMarkAndAMissingLastLineBreak() throws {
    let text = ScoresCSV.text(randomTable(seed: 9, nasty: false))
    let plain = try read(text)
    let windows = "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")
    #expect(try read(windows) == plain)
  }

  /// Only a table with rows of single recordings has a column for them.
  @Test func namesTheRecording() throws {
    var table = ScoreTable(
      metrics: Self.few, sweptNames: [],
      rows: ["", "a,b.csv"].map { recording in
        ScoreRow(
          dataset: "d", predictor: "p", horizon: 0.1, unit: .point, part: .age(.first),
          recording: recording, values: [1, 2, 3])
      })
    let text = ScoresCSV.text(table)
    #expect(text.contains("pareto,note,recording,"))
    #expect(text.contains(",age:1-10,,,\"a,b.csv\","))
    #expect(try read(text) == table)
    table.rows.removeLast()
    #expect(!ScoresCSV.text(table).contains("recording"))
  }

  @Test(
    arguments: [
      "dataset", "unit", "horizon_ms", "frames_ahead", "error_mean", "unit_swept", "recording",
    ])
  func sweptNamesMayCollideWithColumns(name: String) throws {
    let names = [name, name + "_swept", "window"]
    let table = ScoreTable(
      metrics: Self.few, sweptNames: names,
      rows: [
        ScoreRow(
          dataset: "d", predictor: "p", swept: ["1", "2", "3"], horizon: 0.1, unit: .point,
          values: [1, 2, 3])
      ])
    let header = ScoresCSV.text(table).split(separator: "\n")[0].split(separator: ",")
    #expect(Set(header).count == header.count)
    #expect(try read(ScoresCSV.text(table)) == table)
  }

  @Test func keepsAnUnknownMeasureAndSaysSo() throws {
    let header = "dataset,participant,task,predictor,parameters,frames_ahead,horizon_ms"
    let text =
      header
      + ",aggregation,unit,device,part,pareto,note,error_mean,charm\nd,,,hold,,1,16.7,pooled,mm,,,,,0.5,7\n"
    let contents = try ScoresCSV.read(
      Array(text.utf8), file: "scores.csv", metrics: MeasureDefinitions.all)
    #expect(contents.unknownMeasures == ["charm"])
    #expect(contents.table.rows[0].values == [0.5, 7])
    #expect(contents.table.metrics[1].order == .none)
    #expect(contents.table.rows[0].horizon == 0.0167)
  }

  @Test(arguments: BrokenScores.all)
  func namesThePlaceOfWhatCannotBeRead(broken: BrokenScores) {
    let error = #expect(throws: ScoresCSVError.self) { try read(broken.text) }
    #expect(error?.line == broken.line)
    #expect(error?.column == broken.column)
    #expect(error?.value == broken.value)
    #expect(error?.description.hasPrefix("scores.csv:\(broken.line):") == true)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test func refusesBytesThatAreNotUTF8AndNamesTheLine() {
    let bytes = Array("dataset\na\n".utf8) + [0xFF, 0x0A]
    let error = #expect(throws: ScoresCSVError.self) {
      try ScoresCSV.read(bytes, file: "scores.csv", metrics: [])
    }
    #expect(error?.line == 3)
  }

  private func read(_ text: String) throws -> ScoreTable {
    try ScoresCSV.read(Array(text.utf8), file: "scores.csv", metrics: MeasureDefinitions.all).table
  }

  private func randomTable(seed: UInt64, nasty: Bool = true) -> ScoreTable {
    var random = TestRandom(seed: seed)
    let texts =
      nasty
      ? [
        "", "plain", "a,b", "\"", "\"\"", "line\nbreak", "carriage\r", "both\r\n", ",\u{301}",
        "ünïcødé 📈", " spaces ", "=1+1", "'", "\t", "e\u{301}", "\u{202E}rtl",
      ] : ["", "plain", "a,b", "\""]
    let names = texts.filter { !$0.isEmpty }
    let rows = (0..<60).map { _ in
      ScoreRow(
        dataset: random.pick(names),
        participant: random.pick(texts),
        task: random.pick(texts),
        predictor: random.pick(names),
        parameters: random.pick(texts),
        swept: [random.pick(texts), random.pick(texts)],
        framesAhead: Bool.random(using: &random) ? random.unit() * 10 : nil,
        horizon: Double((random.next() % 20)) / 60,
        aggregation: random.pick(ScoreRow.Aggregation.allCases),
        unit: random.pick(LengthUnit.allCases),
        values: MeasureDefinitions.all.map { _ in
          Bool.random(using: &random) ? nil : (random.unit() - 0.3) * 1e3
        })
    }
    return ScoreTable(
      metrics: MeasureDefinitions.all, sweptNames: ["window", "nasty,\"name\""], rows: rows)
  }
}

/// A text that is no `scores.csv`, and where it says so.
struct BrokenScores: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let line: Int
  var column: String?
  var value: String?

  private static let header =
    "dataset,participant,task,predictor,parameters,frames_ahead,horizon_ms,aggregation,unit,"
    + "device,part,pareto,note,error_mean\n"

  static let all: [BrokenScores] = [
    .init(testDescription: "empty", text: "", line: 1),
    .init(
      testDescription: "another file", text: "t_s,x,y\n0,1,2\n", line: 1, column: "dataset",
      value: "t_s"),
    .init(
      testDescription: "no horizon", text: "dataset,participant,task,predictor,parameters\n",
      line: 1, column: "frames_ahead"),
    .init(
      testDescription: "short row", text: header + "d,,,hold,,1,16.7,pooled,mm,,,,,1\nd,,,hold\n",
      line: 3),
    .init(
      testDescription: "text for a number",
      text: header + "d,,,hold,,1,16.7,pooled,mm,,,,,fast\n", line: 2, column: "error_mean",
      value: "fast"),
    .init(
      testDescription: "not a number", text: header + "d,,,hold,,1,16.7,pooled,mm,,,,,nan\n",
      line: 2,
      column: "error_mean", value: "nan"),
    .init(
      testDescription: "no horizon in a row", text: header + "d,,,hold,,1,,pooled,mm,,,,,1\n",
      line: 2,
      column: "horizon_ms", value: ""),
    .init(
      testDescription: "unknown unit", text: header + "d,,,hold,,1,16.7,pooled,inch,,,,,1\n",
      line: 2,
      column: "unit", value: "inch"),
    .init(
      testDescription: "unknown aggregation", text: header + "d,,,hold,,1,16.7,summed,mm,,,,,1\n",
      line: 2, column: "aggregation", value: "summed"),
    .init(
      testDescription: "unknown part",
      text: header + "d,,,hold,,1,16.7,pooled,mm,,phase:flight,,,1\n",
      line: 2, column: "part", value: "phase:flight"),
    .init(
      testDescription: "column twice",
      text: header.replacing("\n", with: ",error_mean\n"), line: 1, column: "error_mean"),
    .init(
      testDescription: "open quotation mark", text: header + "d,\"p,,hold\n\n", line: 2),
    .init(
      testDescription: "quotation mark inside", text: header + "d,p\"q,,hold\n", line: 2),
    .init(
      testDescription: "text after quotation mark",
      text: header + "\"two\nlines\"x,,,hold\n", line: 3),
  ]
}
