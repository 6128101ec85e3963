import Foundation
import TestSupport
import Testing

/// Data sets that are read stroke by stroke, and errors that lie in a temporary file: the same bytes
/// as when all is held.
@Suite struct StreamedRunTests {
  private let workspace: Workspace
  private static let limits = ["NEXTPOINT_HELD_BYTES": "0", "NEXTPOINT_HELD_VALUES": "0"]

  init() throws {
    workspace = try Workspace()
    let files = (0..<3).map { index in
      var recordings = SmallRecordings()
      recordings.strokes = 3 + index
      recordings.start = Double(index)
      return (name: "\(index).csv", text: recordings.csv())
    }
    try workspace.writeDataset("set", files: files)
    try workspace.write("lone.csv", files[2].text)
  }

  /// Expects that a command prints the same, streamed or not.
  private func expectSameStreamed(_ arguments: [String]) throws {
    let held = try workspace.nextpoint(arguments: arguments)
    held.expect(code: 0)
    let streamed = try workspace.nextpoint(arguments: arguments, environment: Self.limits)
    #expect(streamed.standardOutput == held.standardOutput)
    #expect(streamed.standardError == held.standardError)
    #expect(streamed.code == held.code)
  }

  @Test(arguments: ["set", "set/1.csv", "lone.csv"])
  func aStreamedSetGivesTheSameBytes(name: String) throws {
    let arguments = [
      "evaluate", name, "--predictor", "rls", "--predictor", "polynomial:degree=1..2,window=3..5",
      "--frames-ahead", "1,3", "--format", "csv", "--group-by", "participant,phase",
    ]
    try expectSameStreamed(arguments)
  }

  @Test(arguments: [
    [],
    [
      "--protocol", "display", "--refresh-rate", "90", "--dropped-frames", "0.1", "--metrics",
      "chromium,perceptual",
    ],
  ])
  func aStreamedSweepGivesTheSameFolder(arguments: [String]) throws {
    var folders: [[Data]] = []
    for (name, environment) in [("held", [:]), ("streamed", Self.limits)] {
      let run = try workspace.nextpoint(
        arguments: [
          "sweep", "--dataset", "set", "--dataset", "lone.csv", "--predictor", "hold",
          "--predictor", "rls", "--predictor", "polynomial:degree=1..3,window=2..9",
          "--frames-ahead", "1..2", "--output", name,
        ] + arguments, environment: environment)
      run.expect(code: 0)
      folders.append(
        try ["scores.csv", "floors.csv"].map { try workspace.data("\(name)/\($0)") })
    }
    #expect(folders[0] == folders[1])
  }

  /// The other commands that score, each with what they print.
  @Test(arguments: [
    ["compare", "linear", "rls", "--dataset", "set", "--task", "t", "--metric", "jitter_p95"],
    ["compare", "linear", "rls", "--dataset", "set"],
    [
      "evaluate", "set", "--predictor", "rls", "--protocol", "display", "--metrics", "relative",
      "--format", "csv",
    ],
    ["check", "plan.yaml", "--baseline", "baseline.csv"],
  ])
  func otherCommandsSayTheSame(arguments: [String]) throws {
    try workspace.write(
      "plan.yaml", "datasets: [set]\npredictors: [linear, rls]\nframes-ahead: 1..2\n")
    try workspace.nextpoint("check", "plan.yaml", "--baseline", "baseline.csv", "--update")
      .expect(code: 0)
    try expectSameStreamed(arguments)
  }

  @Test func tuningOnStreamedSetsFindsTheSame() throws {
    var tables: [[Data]] = []
    for (name, environment) in [("held", [:]), ("streamed", Self.limits)] {
      try workspace.nextpoint(
        arguments: [
          "tune", "polynomial:degree=1,window=2..6", "--leave-one-out", "--dataset", "set",
          "--replicates", "200", "--output", name,
        ], environment: environment
      ).expect(code: 0)
      tables.append(
        try ["scores.csv", "trials.csv", "folds.csv"].map { try workspace.data("\(name)/\($0)") })
    }
    #expect(tables[0] == tables[1])
  }

  /// The horizons of the device are found, and asked for, without holding its recordings.
  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func recordedTargetsAreTheSame() throws {
    let arguments = [
      "evaluate", "inkable", "--predictor", "recorded", "--predictor", "linear", "--targets",
      "recorded", "--format", "csv",
    ]
    let sets = [RealDatasets.variable: RealDatasets.folders]
    let held = try workspace.nextpoint(arguments: arguments, environment: sets)
    held.expect(code: 0)
    let streamed = try workspace.nextpoint(
      arguments: arguments, environment: sets.merging(Self.limits) { $1 })
    #expect(streamed.standardOutput == held.standardOutput)
    #expect(streamed.standardError == held.standardError)
  }

  /// A program that writes to the data set while it is scored, before it is read again for the last
  /// of many predictors.
  @Test(arguments: ["evaluate", "sweep"])
  func aSetThatChangesUnderARunIsAFailure(command: String) throws {
    try workspace.write("spoil.sh", "echo s9,9,9,9 >> set/1.csv\n")
    let others = [
      "hold", "linear", "desp", "kalman", "arc", "lms", "nlms", "rls", "imm", "chromium-linear",
    ].flatMap { ["--predictor", $0] }
    let sets = command == "sweep" ? ["--dataset", "set", "--output", "run"] : ["set"]
    let predictors = ["--predictor", "external:command=\"sh spoil.sh\""] + others
    let run = try workspace.nextpoint(
      arguments: [command] + sets + predictors, environment: Self.limits)
    run.expect(code: 1)
    #expect(run.standardError.contains("set/1.csv: the file changed while it was in use"))
    #expect(run.standardOutput.isEmpty && !workspace.exists("run/scores.csv"))
  }

  /// Strokes that are joined come out as if they had never been apart, read at once or piece by piece.
  @Test func interleavedStrokesAreWarnedOfAndJoined() throws {
    var lines = SmallRecordings().csv().split(separator: "\n").map(String.init)
    let (header, whole) = (lines.removeFirst(), lines)
    // Ten rows of each stroke in turn.
    let starts = [0, 40, 80, 10, 50, 90, 20, 60, 100, 30, 70, 110]
    let turns = starts.flatMap { start in Array(whole[start..<(start + 10)]) }
    let entry = """
      {"path": "a.csv", "format": "plain-csv"}
      """
    for (name, rows) in [("whole", whole), ("turns", turns)] {
      try workspace.write("\(name)/a.csv", ([header] + rows).joined(separator: "\n") + "\n")
      try workspace.writeDescription(of: name, entries: [entry])
    }
    let arguments = ["--predictor", "linear", "--horizon-ms", "33.3", "--format", "csv"]
    func scores(_ set: String, code: Int32, _ environment: [String: String]) throws -> String {
      let run = try workspace.nextpoint(
        arguments: ["evaluate", set] + arguments, environment: environment)
      run.expect(code: code)
      #expect(run.standardError.contains("3 strokes continue after rows of others") == (code == 3))
      return run.standardOutput.replacing(set, with: "set")
    }
    let expected = try scores("whole", code: 0, [:])
    for environment in [[:], Self.limits] {
      #expect(try scores("turns", code: 3, environment) != expected)
    }
    let text = try workspace.text("turns/dataset.json")
    for (value, code) in [("join", Int32(0)), ("separate", 0)] {
      try workspace.write(
        "turns/dataset.json",
        text.replacing("\"files\"", with: "\"returningStrokes\": \"\(value)\", \"files\""))
      for environment in [[:], Self.limits] {
        #expect(
          try (scores("turns", code: code, environment) == expected) == (value == "join"))
      }
    }
    try workspace.write("turns/dataset.json", text)
    try workspace.nextpoint("datasets", "convert", "turns", "--join-strokes", "--output", "joined")
      .expect(code: 0)
    try workspace.nextpoint("datasets", "convert", "whole", "--output", "plain").expect(code: 0)
    #expect(try workspace.text("joined/a.csv") == workspace.text("plain/a.csv"))
    #expect(try scores("joined", code: 0, [:]) == expected)
  }

  /// The estimate is made on the beginning of what is not held.
  @Test func anEstimateNeedsNoHeldSet() throws {
    let run = try workspace.nextpoint(
      arguments: [
        "sweep", "--dataset", "set", "--predictor", "hold", "--output", "run", "--dry-run",
      ], environment: Self.limits)
    run.expect(code: 0)
    #expect(run.standardOutput.contains("480 samples"))
  }
}
