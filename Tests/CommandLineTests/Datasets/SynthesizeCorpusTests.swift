import Foundation
import Testing

/// `datasets synthesize` with a corpus: what is written, that it is usable, and what is refused.
@Suite struct SynthesizeCorpusTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func synthesize(_ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["datasets", "synthesize"] + arguments)
  }

  @Test func aCorpusIsASetForEachMotionAndDigitizer() throws {
    let result = try synthesize(
      "--corpus", "--participants", "3", "--strokes", "1", "--output", "datasets/corpus",
      "--format", "csv")
    result.expect(code: 0)
    workspace.expectNothingHalfWritten()
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 18 * 4)
    let validated = try workspace.nextpoint("datasets", "validate", "corpus", "--format", "csv")
    validated.expect(code: 0)
    let files = CSVTable(validated.standardOutput).rows
    #expect(files.count == rows.count)
    #expect(files.allSatisfy { $0["status"] == "fine" && $0["hash"] == "matches" })
    let description = try JSONSerialization.jsonObject(
      with: workspace.data("datasets/corpus/doodle-pen-240hz/dataset.json"))
    let splits = (description as? [String: Any])?["splits"] as? [String: [String]]
    #expect(splits == ["train": ["p1"], "validation": ["p2"], "test": ["p3"]])
  }

  /// Against the recorded track smoothing costs nothing; against the true one it is lag.
  @Test func errorAgainstTheTrueMotionAndTheRecordedOneDiffer() throws {
    try synthesize(
      "--model", "circle", "--digitiser", "phone-touch-60hz", "--tremor", "0", "--output", "sets"
    ).expect(code: 0)
    let lags = try ["exact", "recorded"].map { truth in
      let result = try workspace.nextpoint(
        "evaluate", "sets", "--truth", truth, "--predictor", "hold", "--horizon-ms", "33.3",
        "--metrics", "residual_lag_ms", "--format", "csv")
      result.expect(code: 0)
      let row = CSVTable(result.standardOutput).rows.first { $0["aggregation"] == "pooled" }
      return try #require(row?["residual_lag_ms"].flatMap(Double.init))
    }
    // The filter of 20 Hz at 60 Hz lags by 2.34 ms; over these 40 strokes noise, touch-down bias and
    // the chords of the interpolation move the estimate by some hundredths.
    #expect(abs(lags[0] - lags[1] - 2.34) < 0.1, "\(lags)")
  }

  @Test func aSeedIsACorpus() throws {
    func bytes(_ folder: String, _ seed: String) throws -> Data {
      try synthesize(
        "--model", "spiral", "--digitiser", "pen-240hz", "--seed", seed, "--output", folder
      ).expect(code: 0)
      return try workspace.data("\(folder)/spiral-pen-240hz/motions.csv")
    }
    let first = try bytes("a", "7")
    #expect(try bytes("b", "7") == first)
    #expect(try bytes("c", "8") != first)
    try synthesize("--model", "spiral", "--output", "a").expectRefusal(
      code: 64, saying: "a/spiral-pen-240hz: exists already", "--force")
  }

  @Test func aDigitizerOfOnesOwnIsAFile() throws {
    let model = """
      {"name": "mine", "tool": "finger", "rateHz": 90, "frameRateHz": null,
       "timeDeviationSeconds": 0, "timeStepsPerSecond": null, "lossShare": 0, "lossRun": 1,
       "positionDeviationMillimetres": 0.1, "noiseCorrelation": 0,
       "positionStepsPerMillimetre": null, "smoothingCutoffHz": null,
       "settlingBiasMillimetres": 0, "settlingTimeSeconds": 0.02}
      """
    try workspace.write("mine.json", model)
    try synthesize("--model", "hold", "--digitiser", "mine.json", "--output", "sets")
      .expect(code: 0)
    let info = try workspace.nextpoint("datasets", "info", "sets/hold-mine", "--format", "csv")
    #expect(Double(CSVTable(info.standardOutput).rows.first?["nominal_rate_hz"] ?? "") == 90)
    try workspace.write("typo.json", model.replacing("lossRun", with: "lossRuns"))
    try synthesize("--digitiser", "typo.json", "--output", "none").expectRefusal(
      code: 64, saying: "typo.json", "'lossRun' is missing", "docs/synthetic.md")
    try workspace.write("fast.json", model.replacing("90", with: "90000"))
    try synthesize("--digitiser", "fast.json", "--output", "none").expectRefusal(
      code: 64, saying: "fast.json", "rateHz", "90000")
    #expect(!workspace.exists("none"))
  }

  @Test(arguments: [
    (["--model", "scribble"], ["--model must be one of", "'scribble'"]),
    (["--model", "line", "--model", "line"], ["names a motion twice"]),
    (["--digitiser", "watch"], ["--digitiser must be one of", "pen-240hz", "'watch'"]),
    (["--digitiser", "pen-240hz", "--digitiser", "pen-240hz"], ["two of the same name"]),
    (["--digitiser", "nosuch.json"], ["nosuch.json: no such file"]),
    (["--participants", "2"], ["--participants must be from 3 to 1000, not 2"]),
    (["--strokes", "0"], ["--strokes must be from 1 to 10000, not 0"]),
    (["--tremor=-0.1"], ["--tremor must be from 0", "not -0.1"]),
    (["--tremor", "nan"], ["--tremor must be from 0", "not nan"]),
    (["--participants", "1000", "--strokes", "10000"], ["more than 50000000 samples"]),
    (["--corpus", "--rate", "60"], ["--rate is for sets like the bundled ones"]),
    (["--model", "line", "--samples", "10"], ["--samples is for sets like the bundled ones"]),
    (["--samples=-1"], ["--samples must be from 0"]),
  ])
  func badValuesAreUsageErrors(arguments: [String], parts: [String]) throws {
    let result = try workspace.nextpoint(
      arguments: ["datasets", "synthesize", "--output", "none"] + arguments)
    for part in parts { result.expectRefusal(code: 64, saying: part) }
    #expect(!workspace.exists("none"))
  }
}
