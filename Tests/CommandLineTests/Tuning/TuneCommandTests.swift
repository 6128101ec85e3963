import Foundation
import Testing

/// `tune`: what it chooses, on whom, what it writes, and what it refuses.
@Suite struct TuneCommandTests {
  private static let splits =
    #"{"train": ["p1", "p2"], "validation": ["p3"], "test": ["p4", "p5"]}"#
  /// Two samples follow a smooth curve best, many follow a noisy one best.
  private static let windows = "polynomial:degree=1,window=2..8"

  /// Three smooth participants, then two whose every other sample is off by so many pixels.
  private func workspace(noise: Double = 20, splits: String? = splits) throws -> Workspace {
    let workspace = try Workspace()
    let files = (0..<5).map { index in
      let recordings = SmallRecordings(start: Double(index))
      let text = recordings.csv { _, sample, fields in
        guard index > 2, sample % 2 == 0, let x = Double(fields[2]) else { return fields }
        return [fields[0], fields[1], "\(x + noise)", fields[3]]
      }
      return (name: "\(index).csv", text: text)
    }
    try workspace.writeDataset("set", files: files, splits: splits)
    return workspace
  }

  private func tune(_ workspace: Workspace, _ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(
      arguments: ["tune", "--dataset", "set", "--replicates", "200"] + arguments)
  }

  private func table(_ workspace: Workspace, _ name: String) throws -> CSVTable {
    CSVTable(try workspace.text(name))
  }

  private func chosen(_ workspace: Workspace, _ run: String) throws -> [String] {
    try table(workspace, "\(run)/trials.csv").rows.filter { $0["chosen"] != "0" }
      .compactMap { $0["parameters"] }
  }

  private static func number(_ row: [String: String], _ column: String) -> Double {
    row[column].flatMap(Double.init) ?? .nan
  }

  @Test func theChoiceIsReportedOnTestBesideTheOthers() throws {
    let workspace = try workspace()
    let result = try tune(workspace, Self.windows, "--output", "run")
    result.expect(code: 0)
    #expect(try chosen(workspace, "run") == ["degree=1,window=2"])
    for part in [
      "7 of 7 settings tried (grid)", "3 participants of train and validation", "on test",
    ] {
      #expect(result.standardOutput.contains(part), "\(result.standardOutput)")
    }
    #expect(result.standardError.contains("2 participants"))
    let compared = try table(workspace, "run/comparisons.csv").rows
    #expect(compared.map { $0["role"] } == ["chosen", "untuned", "reference", "reference"])
    #expect(compared.map { $0["participants"] } == ["2", "2", "2", "2"])
    let scores = try table(workspace, "run/scores.csv")
    for row in compared {
      let mean = try #require(
        scores.rows(where: ["aggregation": "participant_mean"]).first {
          "\($0["predictor"] ?? ""):\($0["parameters"] ?? "")" == row["predictor"]
            || $0["predictor"] == row["predictor"]
        })
      #expect(mean["error_mean"] == row["score"])
    }
    #expect(Set(scores.rows.compactMap { $0["participant"] }) == ["", "p4", "p5"])
    let trials = try table(workspace, "run/trials.csv").rows
    for row in trials {
      // Two participants of train and one of validation, each counting once.
      let parts = 2 * Self.number(row, "objective_train") + Self.number(row, "objective_validation")
      #expect(abs(parts / 3 - Self.number(row, "objective")) < 1e-12)
      #expect(row["participants"] == "3" && row["verdict"] == "ok")
    }
    workspace.expectNothingHalfWritten()
  }

  @Test func aWindowInMillisecondsIsChosenLikeAnyOther() throws {
    let workspace = try workspace()
    for (run, search) in [("grid", ["--search", "grid"]), ("random", ["--search", "random"])] {
      let result = try workspace.nextpoint(
        arguments: [
          "tune", "--dataset", "set", "--replicates", "200",
          "polynomial:degree=1,window-ms=20..120/20", "--output", run,
        ] + search)
      result.expect(code: 0)
      #expect(try chosen(workspace, run) == ["degree=1,window-ms=20"])
      #expect(try table(workspace, "\(run)/trials.csv").rows.count == 6)
    }
  }

  @Test func theManifestSaysWhatTheSearchSaw() throws {
    let workspace = try workspace()
    try tune(workspace, Self.windows, "--output", "run", "--at-most", "overshoot_p95 <= 9")
      .expect(code: 0)
    let text = try JSONSerialization.jsonObject(with: workspace.data("run/manifest.json"))
    let identity = try #require((text as? [String: Any])?["identity"] as? [String: Any])
    let tuning = try #require(identity["tuning"] as? [String: Any])
    func split(_ sets: Any?) throws -> (participants: [String], hash: String) {
      let set = try #require((sets as? [[String: Any]])?.first?["split"] as? [String: Any])
      return (
        try #require(set["participants"] as? [String]), try #require(set["sha256"] as? String)
      )
    }
    let (seen, reported) = (try split(tuning["searchedOn"]), try split(identity["datasets"]))
    #expect(seen.participants == ["p1", "p2", "p3"] && reported.participants == ["p4", "p5"])
    #expect(seen.hash == reported.hash && seen.hash.utf8.count == 64)
    #expect(tuning["bounds"] as? [String] == ["overshoot_p95<=9"])
    #expect(tuning["objective"] as? String == "error_mean" && tuning["search"] as? String == "grid")
    #expect(tuning["chosen"] as? [String] == ["polynomial:degree=1,window=2"])
    #expect((identity["plan"] as? [String: Any])?["split"] as? [String] == ["test"])
    try workspace.nextpoint("report", "run").expect(code: 0)
  }

  /// The noisy people of the test part would have changed the choice, had the search seen them.
  @Test func theTestPartDoesNotChangeTheChoice() throws {
    let workspace = try workspace()
    try tune(workspace, Self.windows, "--output", "run").expect(code: 0)
    let seen = try self.workspace(
      splits: #"{"train": ["p1", "p2", "p3", "p4"], "test": ["p5"]}"#)
    try tune(seen, Self.windows, "--output", "run").expect(code: 0)
    #expect(try chosen(seen, "run") != chosen(workspace, "run"))
    let smooth = try self.workspace(noise: 0)
    try tune(smooth, Self.windows, "--output", "run").expect(code: 0)
    #expect(try smooth.text("run/trials.csv") == workspace.text("run/trials.csv"))
    #expect(try smooth.text("run/scores.csv") != workspace.text("run/scores.csv"))
  }

  @Test func eachParticipantIsLeftOutOnce() throws {
    let workspace = try workspace(splits: nil)
    let result = try tune(workspace, Self.windows, "--leave-one-out", "--output", "run")
    result.expect(code: 0)
    let folds = try table(workspace, "run/folds.csv").rows
    #expect(folds.map { $0["participant"] } == ["p1", "p2", "p3", "p4", "p5"])
    let scores = try table(workspace, "run/scores.csv")
    for fold in folds {
      let row = try #require(
        scores.rows(where: ["participant": fold["participant"] ?? "", "predictor": "polynomial"])
          .first { "polynomial:\($0["parameters"] ?? "")" == fold["chosen"] })
      #expect(row["error_mean"] == fold["score"])
    }
    let mean = folds.map { Self.number($0, "score") }.reduce(0, +) / 5
    let compared = try table(workspace, "run/comparisons.csv").rows
    #expect(abs(Self.number(compared[0], "score") - mean) < 1e-12)
    let trials = try table(workspace, "run/trials.csv").rows
    #expect(trials.map { Self.number($0, "chosen") }.reduce(0, +) == 5)
    #expect(result.standardOutput.contains("of 5 times: polynomial:degree=1,window="))
    // A fold's choice is what a split with the same people in train chooses.
    let split = try self.workspace(
      splits: #"{"train": ["p1", "p2", "p3", "p4"], "test": ["p5"]}"#)
    try tune(split, Self.windows, "--output", "run").expect(code: 0)
    #expect(try "polynomial:" + chosen(split, "run")[0] == folds[4]["chosen"])
  }

  @Test(arguments: [
    [], ["--leave-one-out"], ["--search", "random", "--trials", "4", "--seed", "9"],
  ])
  func theBytesDoNotDependOnTheWorkers(arguments: [String]) throws {
    let workspace = try workspace()
    var texts: [[String]] = []
    for jobs in ["1", "4"] {
      let run = "run\(jobs)"
      try workspace.nextpoint(
        arguments: [
          "tune", Self.windows, "desp:smoothing=0.2..0.8/0.2", "--dataset", "set", "--horizon",
          "mean",
          "--replicates", "300", "--jobs", jobs, "--output", run,
        ] + arguments
      ).expect(code: 0)
      let names = workspace.names().filter { $0.hasPrefix(run) && $0.hasSuffix(".csv") }.sorted()
      #expect(names.count >= 3)
      texts.append(try names.map(workspace.text))
    }
    #expect(texts[0] == texts[1])
  }

  /// The mean of three samples lags and does not overshoot; a line through them does the opposite.
  @Test func aBoundChangesTheChoice() throws {
    let workspace = try workspace()
    let degrees = "polynomial:degree=0..1,window=3"
    try tune(workspace, degrees, "--output", "free", "--at-most", "overshoot_p95<=1000")
      .expect(code: 0)
    #expect(try chosen(workspace, "free") == ["degree=1,window=3"])
    let overshoot = try table(workspace, "free/trials.csv").rows.map {
      Self.number($0, "overshoot_p95")
    }
    #expect(overshoot[0] < overshoot[1])
    try tune(
      workspace, degrees, "--output", "bounded", "--at-most", "overshoot_p95<=\(overshoot[0])"
    )
    .expect(code: 0)
    #expect(try chosen(workspace, "bounded") == ["degree=0,window=3"])
    let verdicts = try table(workspace, "bounded/trials.csv").rows.compactMap { $0["verdict"] }
    #expect(verdicts == ["ok", "breaks overshoot_p95<=\(overshoot[0])"])
  }

  @Test func anImpossibleBoundIsRefusedWithTheNearest() throws {
    let workspace = try workspace()
    try workspace.expectNothingWritten {
      try tune(workspace, Self.windows, "--output", "none", "--at-most", "error_p95<=0.0001")
        .expectRefusal(
          code: 1, saying: "none of 7 settings", "error_p95<=0.0001", "the least is", "window=2")
    }
  }

  @Test func aChoiceAtTheEndOfItsRangeIsPointedOut() throws {
    let workspace = try workspace()
    let end = try tune(workspace, Self.windows, "--output", "end")
    #expect(end.standardError.contains("at the end of the values given (window=2)"))
    let inside = try tune(workspace, "polynomial:degree=1,window=2|3", "--output", "two")
    inside.expect(code: 0)
    #expect(!inside.standardError.contains("at the end"))
  }

  @Test func settingsAreDrawnBySeedWithoutRepetition() throws {
    let workspace = try workspace()
    func drawn(_ seed: String, _ run: String) throws -> [String] {
      try tune(
        workspace, Self.windows, "--search", "random", "--trials", "5", "--seed", seed, "--output",
        run
      ).expect(code: 0)
      return try table(workspace, "\(run)/trials.csv").rows.compactMap { $0["parameters"] }
    }
    let (first, again, other) = (try drawn("3", "a"), try drawn("3", "b"), try drawn("4", "c"))
    #expect(Set(first).count == 5 && first == again && first != other)
  }

  @Test(arguments: [
    (["linear"], "no range"), (["rls:taps=6..2"], "is an empty range"),
    (["rls:nosuch=1..2"], "nosuch"), ([windows, "--objective", "nosuch"], "--objective: 'nosuch'"),
    ([windows, "--objective", "scored"], "--objective: 'scored'"),
    ([windows, "--at-most", "error_mean<1"], "--at-most 'error_mean<1'"),
    ([windows, "--at-most", "nosuch<=1"], "--at-most: 'nosuch'"),
    ([windows, "--horizon", "soon"], "--horizon 'soon'"),
    ([windows, "--trials", "5"], "--trials requires"),
    ([windows, "--search", "random", "--trials", "0"], "--trials 0"),
    ([windows, "--search", "grid", "--engine", "true"], "not both"),
    ([windows, "--search", "optuna", "--leave-one-out"], "--leave-one-out requires"),
    (["rls:taps=1..32,forgetting=0.9..0.99/0.001"], "--search random"),
    ([windows, "--split", "train"], "--split"), ([windows, "--group-by", "task"], "--group-by"),
    ([windows, "--replicates", "3"], "--replicates 3"),
  ])
  func aWrongArgumentIsRefused(arguments: [String], sentence: String) throws {
    let workspace = try workspace()
    try workspace.expectNothingWritten {
      try workspace.nextpoint(
        arguments: ["tune", "--dataset", "set", "--output", "run"] + arguments
      ).expectRefusal(code: 64, saying: sentence)
    }
  }

  /// Two sets call different people the same; each of them counts.
  @Test func severalSetsAreTunedTogether() throws {
    let workspace = try workspace()
    try workspace.writeDataset(
      "other", participants: 2, splits: #"{"train": ["p1"], "test": ["p2"]}"#)
    try tune(workspace, Self.windows, "--dataset", "other", "--output", "run").expect(code: 0)
    #expect(try table(workspace, "run/trials.csv").rows.first?["participants"] == "4")
    #expect(try table(workspace, "run/comparisons.csv").rows.first?["participants"] == "3")
    try tune(workspace, Self.windows, "--dataset", "other", "--leave-one-out", "--output", "loo")
      .expect(code: 0)
    let names = try table(workspace, "loo/folds.csv").rows.compactMap { $0["participant"] }
    #expect(names == ["other/p1", "other/p2"] + (1...5).map { "set/p\($0)" })
  }

  /// A lone file does not tell its scale, so that its errors are in other units than the set's.
  @Test func thereIsNoMeanOverDifferentUnits() throws {
    let workspace = try workspace()
    try workspace.write("lone.csv", SmallRecordings().csv())
    try workspace.expectNothingWritten {
      try tune(
        workspace, Self.windows, "--dataset", "lone.csv", "--leave-one-out", "--output", "run"
      ).expectRefusal(code: 64, saying: "different units", "--unit")
    }
  }

  /// Its silence would be scored as holding still, which might even be chosen.
  @Test func aProgramThatFailsEndsTheCommand() throws {
    let workspace = try workspace()
    try workspace.expectNothingWritten {
      try tune(workspace, "external:command=true|false", "--output", "run")
        .expectRefusal(code: 1, saying: "external program 'false'", "external program 'true'")
    }
  }

  @Test func withoutASplitTheRefusalSaysWhatToDo() throws {
    let none = try workspace(splits: nil)
    try none.expectNothingWritten {
      try tune(none, Self.windows, "--output", "run")
        .expectRefusal(code: 64, saying: "\"splits\"", "--leave-one-out")
    }
    let untested = try workspace(splits: #"{"train": ["p1"], "validation": ["p2"]}"#)
    try tune(untested, Self.windows, "--output", "run")
      .expectRefusal(code: 64, saying: "no part 'test'")
    let one = try Workspace()
    try one.write("good.csv", SmallRecordings().csv())
    try one.nextpoint(
      "tune", Self.windows, "--dataset", "good.csv", "--leave-one-out", "--output", "run"
    ).expectRefusal(code: 65, saying: "two participants", "there is one")
  }
}
