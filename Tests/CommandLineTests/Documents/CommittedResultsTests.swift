import Foundation
import TestSupport
import Testing

/// The results that experiments committed, and on which their pages and the README rest, against what
/// the code gives today.
@Suite struct CommittedResultsTests {
  /// Committed numbers have six digits.
  private static let tolerance = 5.1e-6

  /// Runs `evaluate` and holds every row to the committed one with the same identifiers.
  ///
  /// - Parameters:
  ///   - file: The committed file, below `experiments`.
  ///   - arguments: Those of `evaluate`.
  ///   - rows: How many rows are to be compared.
  ///   - fixed: Identifiers of the committed rows that scores do not have.
  ///   - folders: Where the data sets are.
  ///   - identifiers: The committed identifiers of a row of scores; nil for a row that is not committed.
  /// - Throws: Where a file cannot be read, or a number is missing.
  private func expect(
    _ file: String, of arguments: [String], rows: Int, fixed: [String: String] = [:],
    folders: String = RealDatasets.folders,
    identifiers: ([String: String]) throws -> [String: String]?
  ) throws {
    let url = Repository.root.appending(path: "experiments/\(file)")
    let committed = CSVTable(try String(contentsOf: url, encoding: .utf8))
    let result = try Workspace().nextpoint(
      arguments: ["evaluate"] + arguments + ["--format", "csv"],
      environment: [RealDatasets.variable: folders])
    result.expect(code: 0)
    var compared = 0
    for row in CSVTable(result.standardOutput).rows {
      guard let names = try identifiers(row) else { continue }
      let matching = committed.rows(where: names.merging(fixed) { first, _ in first })
      #expect(matching.count == 1, "\(file): \(names)")
      guard let match = matching.first else { continue }
      for measure in ["scored", "error_mean", "overshoot_p95", "jitter_mean"] {
        guard let stated = match[measure].flatMap(Double.init) else { continue }
        let found = try #require(row[measure].flatMap(Double.init), "\(names), \(measure)")
        #expect(
          abs(found - stated) <= Self.tolerance * abs(stated),
          "\(file): \(names), \(measure): \(stated) is committed, \(found) is computed")
      }
      compared += 1
    }
    #expect(compared == rows, "\(file)")
  }

  private func predictors(_ spellings: [String]) -> [String] {
    spellings.flatMap { ["--predictor", $0] }
  }

  private func spelling(_ row: [String: String]) -> String {
    let (kind, parameters) = (row["predictor"] ?? "", row["parameters"] ?? "")
    return parameters.isEmpty ? kind : "\(kind):\(parameters)"
  }

  /// The claim "two frames, degree 1, three observations", on the bundled sets, which everybody has.
  @Test(arguments: ["clean-60hz", "noisy-60hz", "noisy-240hz"])
  func theTouchPredictionClaim(set: String) throws {
    try expect(
      "touch-prediction-claim/results.csv",
      of: ["synthetic-\(set)", "--truth", "exact", "--frames-ahead", "2", "--frame-rate", "60"]
        + predictors(["hold", "polynomial:degree=1,window=2|3|4|12"]), rows: 10
    ) { row in
      [
        "dataset": row["dataset"] ?? "", "predictor": row["predictor"] ?? "",
        "degree": row["predictor"] == "hold" ? "" : "1", "window": row["window"] ?? "",
        "frames_ahead": row["frames_ahead"] ?? "", "aggregation": row["aggregation"] ?? "",
      ]
    }
  }

  private func pooled(_ row: [String: String]) -> [String: String]? {
    guard row["aggregation"] == "pooled" else { return nil }
    return ["predictor": spelling(row), "horizon_ms": row["horizon_ms"] ?? ""]
  }

  /// The predictors whose numbers the pages and the README name most.
  private static let named = [
    "recommended", "rls", "hold", "linear", "kalman", "chromium-linear", "chromium-lsq",
    "chromium-kalman", "velocity-tracker:strategy=impulse",
    "androidx-motionprediction:tool=stylus,strategy=aggressive",
  ]

  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func recommendedOnPens() throws {
    // `recommended` is committed by a model trained without the set, which is not the package's.
    let others = Self.named.filter { $0 != "recommended" }
    try expect(
      "recommended/results-pen.csv",
      of: ["inkable", "--horizon-ms", "4,8,17,33"] + predictors(others),
      rows: 4 * others.count, identifiers: pooled)
    let answered = others + ["recorded"]
    try expect(
      "recommended/results-device.csv",
      of: ["inkable", "--targets", "recorded", "--frames-ahead", "1,2,3", "--frame-rate", "240"]
        + predictors(answered), rows: 3 * answered.count, identifiers: pooled)
  }

  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func peersOnPens() throws {
    let named = Self.named.filter { $0 != "recommended" }
    try expect(
      "peer-comparison/results-pencil.csv",
      of: ["inkable", "--horizon-ms", "4,8,17,33"] + predictors(named), rows: 8 * named.count
    ) { row in
      [
        "predictor": spelling(row), "horizon_ms": row["horizon_ms"] ?? "",
        "aggregation": row["aggregation"] ?? "",
      ]
    }
  }

  private static let phone = "NEXTPOINT_DATASETS has no henze-2017"

  /// Every day the cheapest predictor, at full size those that the pages name.
  @Test(.enabled(if: RealDatasets.has("henze-2017"), Comment(rawValue: phone)))
  func recommendedOnThePhone() throws {
    let named = TestSize.of(["hold"], full: Self.named)
    let horizons = TestSize.of(["33.3"], full: ["16.7", "33.3", "66.7", "100"])
    try expect(
      "recommended/results-phone.csv",
      of: [
        "henze-2017", "--split", "test", "--group-by", "none", "--horizon-ms",
        horizons.joined(separator: ","),
      ] + predictors(named), rows: horizons.count * named.count, identifiers: pooled)
  }

  @Test(.enabled(if: RealDatasets.has("henze-2017"), Comment(rawValue: phone)))
  func peersOnThePhone() throws {
    let named = TestSize.of(["linear"], full: Self.named.filter { $0 != "recommended" })
    let horizons = TestSize.of(["64"], full: ["32", "64", "100"])
    try expect(
      "peer-comparison/results-henze.csv",
      of: [
        "henze-2017", "--split", "test", "--group-by", "participant", "--unit", "px",
        "--min-samples", "15", "--horizon-ms", horizons.joined(separator: ","),
      ] + predictors(named), rows: 2 * horizons.count * named.count
    ) { row in
      guard row["participant"] != "" else { return nil }
      return [
        "predictor": spelling(row), "participant": row["participant"] ?? "",
        "horizon_ms": row["horizon_ms"] ?? "",
      ]
    }
  }

  /// What the networks are compared with, by the same protocol; training them anew is
  /// `scripts/verify lopo`.
  @Test(.enabled(if: RealDatasets.has("henze-2017"), Comment(rawValue: phone)))
  func theProtocolOfTheNetworks() throws {
    let task = try Workspace()
    try expect(
      "beyond-lstm/results.csv",
      of: [
        "henze-2017", "--protocol", "henze2017", "--clock", "recorded", "--observe", "window",
        "--unit", "px", "--group-by", "task", "--frames-ahead", TestSize.of("4", full: "2,4,6"),
      ] + predictors(TestSize.of(["hold"], full: ["hold", "linear"])),
      rows: TestSize.of(1, full: 18), fixed: ["clock": "recorded"],
      folders: TestSize.of(try folder(ofTask: "fitts", in: task), full: RealDatasets.folders)
    ) { row in
      guard row["task"] != "", row["aggregation"] == "pooled" else { return nil }
      let frames = ["2": "33.333333333333336", "4": "66.66666666666667", "6": "100.0"]
      return [
        "predictor": row["predictor"] ?? "", "task": row["task"] ?? "",
        "horizon_ms": try #require(frames[row["frames_ahead"] ?? ""]),
      ]
    }
  }

  /// Writes a copy of henze-2017 that lists the files of one task alone; the folder that holds the set.
  private func folder(ofTask task: String, in workspace: Workspace) throws -> String {
    let source = URL(fileURLWithPath: try #require(RealDatasets.folder(of: "henze-2017")))
    let text = try Data(contentsOf: source.appending(path: "dataset.json"))
    var set = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let files = try #require(set["files"] as? [[String: Any]])
      .filter { $0["task"] as? String == task }
    set["files"] = files
    try workspace.write("henze-2017/dataset.json", JSONSerialization.data(withJSONObject: set))
    for path in files.compactMap({ $0["path"] as? String }) {
      try workspace.write("henze-2017/\(path)", Data(contentsOf: source.appending(path: path)))
    }
    return workspace.path
  }
}
