import Foundation
import TestSupport
import Testing

/// Where `evaluate` shows that a predictor fails: by recording, by age of the stroke, the worst of them.
@Suite struct EvaluateTailTests {
  /// Two recordings of two strokes each; the second one turns back at every sample.
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    let files = [("smooth", false), ("zigzag", true)].map { name, isZigzag in
      var text = "stroke,t_s,x,y\n"
      for stroke in 1...2 {
        for index in 0..<60 {
          let x = isZigzag ? Double(index % 2) * Double(stroke) : Double(index)
          text += "\(stroke),\(10 * Double(stroke) + Double(index) / 60),\(x),0\n"
        }
      }
      return (name: "\(name).csv", text: text)
    }
    try workspace.writeDataset("set", files: files)
    return workspace
  }

  private static let predictors = [
    "--predictor", "hold", "--predictor", "linear", "--frames-ahead", "1", "--format", "csv",
  ]

  @Test func namesTheWorstRecordingsAndStrokes() throws {
    let workspace = try Self.workspace()
    let result = try workspace.nextpoint(
      arguments: ["evaluate", "set", "--worst", "1"] + Self.predictors)
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 2)
    for row in rows {
      #expect(row["predictor"] == "linear" && row["recording"]?.hasSuffix("zigzag.csv") == true)
      // Off by 2 where hold is off by 1, but for the first sample.
      #expect(abs((Double(row["times_hold"] ?? "") ?? 0) - 2) < 0.05)
    }
    #expect(rows.map { $0["stroke"]?.isEmpty } == [true, false])
    try workspace.nextpoint("evaluate", "set", "--worst", "3", "--predictor", "linear")
      .expectRefusal(code: 64, saying: "add --predictor hold")
    try workspace.nextpoint("evaluate", "set", "--worst", "0")
      .expectRefusal(code: 64, saying: "--worst 0 is not from 1")
  }

  @Test func rowsByRecordingAndAgeSayWhereItIsWorseThanHold() throws {
    let workspace = try Self.workspace()
    let result = try workspace.nextpoint(
      arguments: ["evaluate", "set", "--metrics", "tail", "--group-by", "recording,age"]
        + Self.predictors)
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows.filter {
      $0["predictor"] == "linear" && $0["aggregation"] == "pooled"
    }
    let whole = rows.filter { $0["part"]?.isEmpty == true }
    #expect(whole.map { $0["worse_recordings_share"] } == ["0.5", "0", "1"])
    #expect(whole.map { $0["judged_strokes"] } == ["4", "2", "2"])
    #expect(
      whole.map { $0["recording"]?.split(separator: "/").last ?? "" } == [
        "", "smooth.csv", "zigzag.csv",
      ])
    let young = rows.filter { $0["part"] == "age:1-10" }
    #expect(young.map { $0["scored"] } == ["40", "20", "20"])
  }
}
