import Foundation
import Testing

/// What is predicted and compared: horizons in two spellings, the device's moments, the paper's.
@Suite struct ProtocolTests {
  @Test func framesAreMillisecondsWithARate() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    func measures(_ arguments: String...) throws -> [[String: String]] {
      let result = try workspace.nextpoint(
        arguments: ["evaluate", "r.csv", "--predictor", "linear", "--format", "csv"] + arguments)
      result.expect(code: 0)
      return CSVTable(result.standardOutput).rows.map { row in
        row.filter { $0.key != "frames_ahead" }
      }
    }
    let frames = try measures("--frames-ahead", "2")
    #expect(frames.count == 2)
    #expect(frames.first?["horizon_ms"] == "33.33333333333333")
    #expect(try measures("--horizon-ms", "33.33333333333333") == frames)
    #expect(try measures("--frames-ahead", "4", "--frame-rate", "120") == frames)
    #expect(try measures("--frames-ahead", "3") != frames)
  }

  @Test func aFrameRateHoldsForTheDefaultFramesToo() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    let result = try workspace.nextpoint(
      "evaluate", "r.csv", "--predictor", "hold", "--frame-rate", "100", "--format", "csv")
    result.expect(code: 0)
    let horizons = Set(CSVTable(result.standardOutput).rows.map { $0["horizon_ms"] })
    #expect(horizons == ["10", "20", "40"])
  }

  @Test func aHoldOfTheLastSampleIsExactUnderClampAtTheEnd() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    func row(_ tail: String) throws -> [String: String] {
      let result = try workspace.nextpoint(
        "evaluate", "r.csv", "--predictor", "hold", "--frames-ahead", "2", "--tail", tail,
        "--format", "csv")
      result.expect(code: 0)
      return try #require(CSVTable(result.standardOutput).rows.first)
    }
    // 3 strokes of 40 samples; two targets of each lie after its end.
    let (drop, clamp) = (try row("drop"), try row("clamp"))
    #expect(drop["scored"] == "114")
    #expect(drop["dropped"] == "6")
    #expect(clamp["scored"] == "120")
    #expect(clamp["dropped"] == "0")
  }

  @Test func exactTruthIsForSetsThatCarryIt() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.nextpoint("evaluate", "r.csv", "--predictor", "hold", "--truth", "exact")
      .expectRefusal(code: 65, saying: "carries no exact positions", "use --truth recorded")
    let result = try workspace.nextpoint(
      "evaluate", "synthetic-noisy-60hz", "--predictor", "hold", "--frames-ahead", "1", "--truth",
      "exact", "--format", "csv")
    result.expect(code: 0)
    #expect(CSVTable(result.standardOutput).rows.count == 2)
  }

  @Test func recordedTargetsNeedRecordedPredictions() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.nextpoint("evaluate", "r.csv", "--predictor", "hold", "--targets", "recorded")
      .expectRefusal(
        code: 65, saying: "no recording carries the device's own predictions; use --targets all")
  }

  /// Every predictor is asked for the device's moments, and the device answers all of them.
  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func recordedTargetsAreThoseOfTheDevice() throws {
    let workspace = try Workspace()
    let environment = [RealDatasets.variable: RealDatasets.folders]
    let result = try workspace.nextpoint(
      arguments: [
        "evaluate", "inkable", "--predictor", "recorded", "--predictor", "hold", "--predictor",
        "linear", "--targets", "recorded", "--format", "csv",
      ], environment: environment)
    result.expect(code: 0)
    let table = CSVTable(result.standardOutput)
    let byPredictor = ["recorded", "hold", "linear"].map { name in
      table.rows(where: ["predictor": name, "aggregation": "pooled"])
    }
    #expect(byPredictor.allSatisfy { $0.count == byPredictor[0].count && !$0.isEmpty })
    #expect(Set(byPredictor.map { $0.map { $0["scored"] } }).count == 1)
    // A step whose targets all lie after the lift has no truth, and no share of anything.
    let scored = byPredictor[0].filter { $0["scored"] != "0" }
    #expect(scored.count >= 3)
    #expect(scored.allSatisfy { $0["abstention_share"] == "0" })
    // The device predicts better than standing still, or its predictions were not its own.
    let means = byPredictor.map { $0.compactMap { $0["error_mean"].flatMap(Double.init) } }
    #expect(zip(means[0], means[1]).allSatisfy { $0 < $1 })
    try workspace.nextpoint(
      arguments: [
        "evaluate", "inkable", "--predictor", "hold", "--targets", "recorded", "--frames-ahead",
        "50",
      ], environment: environment
    ).expectRefusal(code: 64, saying: "with --targets recorded", "give some of these")
  }
}
