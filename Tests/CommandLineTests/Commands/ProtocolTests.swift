import Foundation
import TestSupport
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
    let other = try workspace.nextpoint(
      "evaluate", "r.csv", "--predictor", "hold", "--horizon-ms", "10,20,40", "--format", "csv")
    let errors = [result, other].map { CSVTable($0.standardOutput).rows.map { $0["error_mean"] } }
    #expect(errors[0] == errors[1] && Set(errors[0]).count == 3)
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
    // One target of each stroke is the last sample itself, as seen one interval before, and one as
    // seen at it: the first has the error of one step, the second none.
    let errors = try ["drop", "clamp"].map { try Self.errors(of: workspace, tail: $0) }
    #expect(errors[0].count == 114 && errors[1].count == 120)
    #expect(Array(errors[1].keys.filter { errors[0][$0] == nil }).count == 6)
    for (key, error) in errors[0] { #expect(errors[1][key] == error, "\(key)") }
    let last = SmallRecordings().samples - 1
    for stroke in 0..<3 {
      let places = (last - 1...last).map { SmallRecordings().sampled(stroke, $0) }
      let step = hypot(places[1].x - places[0].x, places[1].y - places[0].y)
      let seen = try places.map { place in
        try #require(errors[1]["s\(stroke) \(place.time)"], "stroke \(stroke)")
      }
      #expect(abs(seen[0] - step) < 1e-9 * step)
      #expect(seen[1] == 0)
    }
  }

  /// The distance of every scored prediction of `hold` from its truth, by stroke and time.
  private static func errors(of workspace: Workspace, tail: String) throws -> [String: Double] {
    try workspace.nextpoint(
      "sweep", "--dataset", "r.csv", "--predictor", "hold", "--frames-ahead", "2", "--tail", tail,
      "--unit", "native", "--raw", "--output", tail
    ).expect(code: 0)
    var errors: [String: Double] = [:]
    for row in CSVTable(try workspace.text("\(tail)/predictions.csv")).rows {
      let numbers = ["predicted_x", "predicted_y", "true_x", "true_y"].compactMap {
        row[$0].flatMap(Double.init)
      }
      guard numbers.count == 4 else { continue }
      let time = try #require(row["t_s"].flatMap(Double.init))
      errors["\(row["stroke"] ?? "") \(time)"] = hypot(
        numbers[0] - numbers[2], numbers[1] - numbers[3])
    }
    return errors
  }

  // MARK: - The simulated screen

  private static let screen = [
    "--protocol", "display", "--refresh-rate", "50", "--refresh-phase-ms", "3",
    "--input-latency-ms", "5", "--delivery", "newest", "--dropped-frames", "0.2", "--seed", "7",
  ]

  @Test func aPlanFileSaysWhatTheFlagsSay() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.write(
      "plan.yaml",
      """
      datasets: [r.csv]
      predictors: [linear]
      horizon-ms: 16.7
      protocol: display
      refresh-rate: 50
      refresh-phase-ms: 3
      input-latency-ms: 5
      delivery: newest
      dropped-frames: 0.2
      seed: 7
      """)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "a").expect(code: 0)
    try workspace.nextpoint(
      arguments: [
        "sweep", "--dataset", "r.csv", "--predictor", "linear", "--horizon-ms", "16.7", "--output",
        "b",
      ] + Self.screen
    ).expect(code: 0)
    let scores = try workspace.text("a/scores.csv")
    #expect(try workspace.text("b/scores.csv") == scores)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "c", "--refresh-rate", "90")
      .expect(code: 0)
    #expect(try workspace.text("c/scores.csv") != scores)
    try workspace.nextpoint("report", "a").expect(code: 0)
    let page = try workspace.text("a/report.html")
    #expect(page.contains("<dt>Output latencies</dt>"))
    #expect(page.contains("The screen refreshes at 50 Hz, with one refresh 3\u{A0}ms after"))
    #expect(page.contains("20\u{A0}% of the frames are dropped"))
  }

  @Test func droppedFramesAreTheSameForAnyNumberOfJobs() throws {
    let workspace = try Workspace()
    func run(_ name: String, jobs: String, seed: String = "7") throws -> [String] {
      try workspace.nextpoint(
        arguments: [
          "sweep", "--dataset", "synthetic-noisy-60hz", "--predictor", "rls", "--predictor", "hold",
          "--predictor", "linear", "--horizon-ms", "10,33.3", "--group-by", "task,participant",
          "--raw", "--output", name, "--jobs", jobs,
        ] + Self.screen + ["--seed", seed]
      ).expect(code: 0)
      return try ["scores.csv", "predictions.csv"].map { try workspace.text("\(name)/\($0)") }
    }
    let alone = try run("a", jobs: "1")
    #expect(try run("b", jobs: "4") == alone)
    #expect(try run("c", jobs: "4", seed: "8")[0] != alone[0])
  }

  @Test func aScreenInStepWithTheSamplesIsTheProtocolSample() throws {
    let workspace = try Workspace()
    func scores(_ arguments: String...) throws -> String {
      let result = try workspace.nextpoint(
        arguments: [
          "evaluate", "synthetic-noisy-240hz", "--predictor", "rls", "--predictor", "linear",
          "--clock", "index", "--horizon-ms", "16.7", "--format", "csv",
        ] + arguments)
      result.expect(code: 0)
      return result.standardOutput
    }
    let sample = try scores()
    #expect(try scores("--protocol", "display", "--refresh-rate", "240") == sample)
    #expect(try scores("--protocol", "display") != sample)
  }

  @Test func outputLatenciesAreNotBelowZero() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.nextpoint(
      "evaluate", "r.csv", "--predictor", "hold", "--protocol", "display", "--horizon-ms=-5"
    ).expectRefusal(code: 64, saying: "--horizon-ms -5: -5 is negative", "give 0 or more")
  }

  @Test func exactTruthIsForSetsThatCarryIt() throws {
    let workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.nextpoint("evaluate", "r.csv", "--predictor", "hold", "--truth", "exact")
      .expectRefusal(code: 65, saying: "carries no exact positions", "use --truth recorded")
    func row(_ set: String, _ truth: String) throws -> [String: String] {
      let result = try workspace.nextpoint(
        "evaluate", "synthetic-\(set)-60hz", "--predictor", "hold", "--frames-ahead", "1",
        "--truth", truth, "--format", "csv")
      result.expect(code: 0)
      let rows = CSVTable(result.standardOutput).rows
      #expect(rows.count == 2)
      return try #require(rows.first)
    }
    for set in ["clean", "noisy"] {
      let (exact, recorded) = (try row(set, "exact"), try row(set, "recorded"))
      #expect(exact["scored"] == recorded["scored"])
      #expect((exact["error_mean"] == recorded["error_mean"]) == (set == "clean"))
      // By the files alone: the mean distance from a sample to where the next one truly was.
      let expected = try Self.meanStep(of: set)
      let found = try #require(exact["error_mean"].flatMap(Double.init))
      #expect(abs(found - expected.mean) < 1e-12 * expected.mean, "\(set): \(found), \(expected)")
      #expect(exact["scored"] == String(expected.count), "\(set)")
    }
  }

  /// The mean distance from the recorded place of a sample to the true place one frame later, on the
  /// line between the true places around that moment.
  private static func meanStep(of set: String) throws -> (mean: Double, count: Int) {
    let file = Repository.root.appending(
      path: "datasets/synthetic/\(set)-60hz/motions.csv")
    let rows = CSVTable(try String(contentsOf: file, encoding: .utf8)).rows
    var (sum, count) = (0.0, 0)
    let strokes = Dictionary(grouping: rows) { [$0["participant"], $0["task"], $0["stroke"]] }
    for stroke in strokes.values {
      let samples = try stroke.map { row in
        try ["t_s", "x", "y", "true_x", "true_y"].map { try #require(row[$0].flatMap(Double.init)) }
      }
      for sample in samples {
        let moment = sample[0] + 1.0 / 60
        guard let after = samples.firstIndex(where: { $0[0] >= moment }), after > 0 else {
          continue
        }
        let (a, b) = (samples[after - 1], samples[after])
        let share = (moment - a[0]) / (b[0] - a[0])
        let truth = (3...4).map { a[$0] + share * (b[$0] - a[$0]) }
        sum += hypot(sample[1] - truth[0], sample[2] - truth[1])
        count += 1
      }
    }
    return (sum / Double(count), count)
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
    #expect(means.allSatisfy { $0.count == scored.count })
    #expect(zip(means[0], means[1]).allSatisfy { $0 < $1 })
    try workspace.nextpoint(
      arguments: [
        "evaluate", "inkable", "--predictor", "hold", "--targets", "recorded", "--frames-ahead",
        "50",
      ], environment: environment
    ).expectRefusal(code: 64, saying: "with --targets recorded", "give some of these")
  }
}
