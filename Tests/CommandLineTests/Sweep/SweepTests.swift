import Foundation
import Testing

/// Sweeps: the same scores however the work was divided, from flags or a plan, and every single
/// prediction behind them.
@Suite struct SweepTests {
  private let workspace: Workspace

  /// A mean is a sum of a few hundred numbers divided by their count; the order of adding may change
  /// its last digits, and nothing more.
  static let summationTolerance = 1e-12

  init() throws {
    workspace = try Workspace()
    // Recordings of unequal length, so that workers finish in another order than they begin.
    let files = (0..<5).map { index in
      var recordings = SmallRecordings()
      recordings.strokes = 1 + (index * 2) % 5
      recordings.start = Double(index)
      return (name: "\(index).csv", text: recordings.csv())
    }
    try workspace.writeDataset("set", files: files)
  }

  @Test func threadsAndRepetitionGiveTheSameBytes() throws {
    var runs: [[Data]] = []
    for (name, jobs) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "3")] {
      try sweep(
        "--predictor", "hold", "--predictor", "polynomial:degree=1..3,window=2..6",
        "--frames-ahead", "1..3", "--group-by", "task,participant", "--raw", "--jobs", jobs,
        "--output", name
      ).expect(code: 0)
      runs.append(
        try ["scores.csv", "predictions.csv"].map { try workspace.data("\(name)/\($0)") })
    }
    let first = try #require(runs.first)
    #expect(first.allSatisfy { $0.count > 10_000 })
    #expect(runs.allSatisfy { $0 == first })
  }

  @Test func aPlanGivesWhatTheFlagsGive() throws {
    try workspace.write(
      "plan.yaml",
      """
      # The same as the flags below.
      datasets: [set]
      predictors:
        - hold
        - polynomial:degree=1|2,window=3..5
      frames-ahead: 2,4
      frame-rate: 120
      tail: clamp
      history: 3
      state: stroke
      max-gap: 2.5
      group-by: [participant]
      unit: native
      seed: 7
      """)
    try workspace.nextpoint("sweep", "plan.yaml", "--output", "planned").expect(code: 0)
    try sweep(
      "--predictor", "hold", "--predictor", "polynomial:degree=1|2,window=3..5", "--frames-ahead",
      "2,4", "--frame-rate", "120", "--tail", "clamp", "--history", "3", "--state", "stroke",
      "--max-gap", "2.5", "--group-by", "participant", "--unit", "native", "--seed", "7",
      "--output", "flagged"
    ).expect(code: 0)
    #expect(try workspace.data("planned/scores.csv") == workspace.data("flagged/scores.csv"))
    #expect(try plan(of: "planned") == plan(of: "flagged"))
  }

  @Test func aFlagOutweighsThePlan() throws {
    try workspace.write(
      "plan.yaml", "datasets: [set]\npredictors: [hold, linear]\nframes-ahead: 1..3\n")
    try workspace.nextpoint(
      "sweep", "plan.yaml", "--predictor", "linear", "--frame-rate", "120", "--output", "run"
    ).expect(code: 0)
    let rows = CSVTable(try workspace.text("run/scores.csv")).rows
    #expect(Set(rows.map { $0["predictor"] }) == ["linear"])
    // 1, 2 and 3 frames of 1000/120 ms.
    #expect(
      Set(rows.map { $0["horizon_ms"] }) == ["8.333333333333333", "16.666666666666666", "25"])
  }

  /// At 60 Hz 20, 40 and 60 ms hold 2, 3 and 4 samples; a parabola through 2 abstains.
  @Test func windowsInMillisecondsScoreAsTheCountThatFits() throws {
    try sweep(
      "--predictor", "polynomial:degree=1..2,window=2..4", "--predictor",
      "polynomial:degree=1..2,window-ms=20..60/20", "--frames-ahead", "1,3", "--output", "run"
    ).expect(code: 0)
    let rows = CSVTable(try workspace.text("run/scores.csv")).rows.filter {
      $0["aggregation"] == "participant_mean"
    }
    #expect(rows.count == (5 + 6) * 2)
    let own = ["parameters", "degree", "window", "window-ms", "pareto"]
    func scores(_ parameters: String) -> [[String: String]] {
      rows.filter { $0["parameters"] == parameters }.map { $0.filter { !own.contains($0.key) } }
    }
    for (degree, milliseconds, count) in [
      (1, 20, 2), (1, 40, 3), (1, 60, 4), (2, 40, 3), (2, 60, 4),
    ] {
      let timed = scores("degree=\(degree),window-ms=\(milliseconds)")
      #expect(timed.count == 2)
      #expect(timed == scores("degree=\(degree),window=\(count)"), "\(milliseconds) ms")
    }
    #expect(scores("degree=2,window-ms=20").map { $0["abstention_share"] } == ["1", "1"])
    try sweep(
      "--predictor", "polynomial:window=3,window-ms=20..60/20", "--frames-ahead", "1", "--output",
      "both"
    ).expectRefusal(
      code: 64, saying: "window-ms=20 stands in for window", "leave one of the two out")
  }

  @Test func everySinglePredictionLeadsToTheMeanError() throws {
    try sweep(
      "--predictor", "linear", "--predictor", "polynomial:degree=2,window=4..5",
      "--frames-ahead", "1,3", "--raw", "--output", "run"
    ).expect(code: 0)
    let predictions = CSVTable(try workspace.text("run/predictions.csv"))
    let pooled = CSVTable(try workspace.text("run/scores.csv")).rows(where: [
      "aggregation": "pooled", "participant": "",
    ])
    #expect(pooled.count == 3 * 2)
    for row in pooled {
      let keys = ["dataset", "predictor", "parameters", "frames_ahead", "horizon_ms"]
      let mine = predictions.rows.filter { prediction in
        keys.allSatisfy { prediction[$0] == row[$0] }
      }
      let errors = try mine.compactMap { try error(of: $0) }
      #expect(errors.count == row["scored"].flatMap(Int.init))
      #expect(mine.count - errors.count == row["dropped"].flatMap(Int.init))
      let abstained = mine.count { $0["abstained"] == "true" && $0["true_x"] != "" }
      let share = try #require(row["abstention_share"].flatMap(Double.init))
      #expect(abs(share - Double(abstained) / Double(errors.count)) < Self.summationTolerance)
      let mean = errors.reduce(0, +) / Double(errors.count)
      let scored = try #require(row["error_mean"].flatMap(Double.init))
      #expect(scored > 0)
      #expect(abs(mean - scored) <= Self.summationTolerance * scored)
    }
  }

  @Test func aDryRunCountsAndWritesNothing() throws {
    try workspace.expectNothingWritten {
      let result = try sweep(
        "--predictor", "hold", "--predictor", "polynomial:degree=1..2,window=2..5",
        "--frames-ahead", "1..3", "--jobs", "2", "--dry-run")
      result.expect(code: 0)
      // hold, 4 windows of degree 1 and 3 of degree 2; 1 + 3 + 5 + 2 + 4 strokes of 40 samples.
      let predictions = 8 * 3 * 600
      #expect(
        result.standardOutput.hasPrefix(
          "8 predictors × 3 horizons on 1 data sets, 600 samples: \(predictions) predictions\nabout "
        ))
      #expect(result.standardOutput.contains("with 2 workers\n1 pieces to share out by --shard"))
    }
  }

  @Test func aManifestSaysWhatTheRunWas() throws {
    try sweep("--predictor", "hold", "--frames-ahead", "1", "--jobs", "2", "--output", "run")
      .expect(code: 0)
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: workspace.data("run/manifest.json")) as? [String: Any])
    let identity = try #require(manifest["identity"] as? [String: Any])
    let volatile = try #require(manifest["volatile"] as? [String: Any])
    let dataset = try #require((identity["datasets"] as? [[String: Any]])?.first)
    #expect(dataset["name"] as? String == "set")
    #expect(dataset["samples"] as? Int == 600)
    #expect(dataset["participants"] as? Int == 5)
    #expect((dataset["sha256"] as? String)?.count == 64)
    #expect(volatile["jobs"] as? Int == 2)
    #expect((volatile["command"] as? [String])?.contains("--dataset") == true)
    let version = try workspace.nextpoint("--version").standardOutput
    #expect(version.hasPrefix(try #require(identity["version"] as? String)))
  }

  private func sweep(_ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["sweep", "--dataset", "set"] + arguments)
  }

  private func plan(of run: String) throws -> NSDictionary {
    let manifest = try JSONSerialization.jsonObject(with: workspace.data("\(run)/manifest.json"))
    let identity = (manifest as? [String: Any])?["identity"] as? [String: Any]
    return try #require(identity?["plan"] as? NSDictionary)
  }

  /// The distance from the truth; nil where the target has none.
  private func error(of prediction: [String: String]) throws -> Double? {
    guard prediction["true_x"] != "" else { return nil }
    let numbers = try ["predicted_x", "true_x", "predicted_y", "true_y"].map {
      try #require(prediction[$0].flatMap(Double.init))
    }
    let (x, y) = (numbers[0] - numbers[1], numbers[2] - numbers[3])
    return (x * x + y * y).squareRoot()
  }
}
