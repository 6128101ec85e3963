import Foundation
import TestSupport
import Testing

/// `datasets`: what there is, what is in it, whether it is whole, and into plain CSV.
@Suite struct DatasetsCommandTests {
  private let workspace: Workspace
  private let recordings = SmallRecordings()

  init() throws { workspace = try Workspace() }

  @Test func theBundledSetsAreListedFromAnywhere() throws {
    let result = try workspace.nextpoint("datasets", "--format", "csv")
    result.expect(code: 0)
    let names = Set(CSVTable(result.standardOutput).rows.compactMap { $0["name"] })
    let bundled = ["clean", "noisy"].flatMap { kind in
      [60, 120, 240].map { "synthetic-\(kind)-\($0)hz" }
    }
    #expect(names.isSuperset(of: bundled))
  }

  @Test func aFolderOfTheEnvironmentIsSearched() throws {
    try workspace.writeDataset("elsewhere/own-set", files: [("r.csv", recordings.csv())])
    let result = try workspace.nextpoint(
      "evaluate", "own-set", "--predictor", "hold",
      environment: ["NEXTPOINT_DATASETS": "/nonexistent:\(workspace.url("elsewhere").path)"])
    result.expect(code: 0)
    try workspace.nextpoint("evaluate", "own-set", "--predictor", "hold").expectRefusal(
      code: 65, saying: "'own-set'", "known datasets:")
  }

  @Test func infoCountsWhatIsThere() throws {
    try workspace.writeDataset(
      "set", files: [("a.csv", recordings.csv()), ("b.csv", recordings.csv())])
    let result = try workspace.nextpoint("datasets", "info", "set", "--format", "json")
    result.expect(code: 0)
    let json = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8))
    let info = try #require((json as? [[String: Any]])?.first)
    #expect(info["participants"] as? Int == 2)
    #expect(info["strokes"] as? Int == 6)
    #expect(info["samples"] as? Int == 240)
    #expect(info["files"] as? Int == 2)
    #expect(info["unit"] as? String == "px")
    #expect(info["units_per_mm"] as? Double == 10)
    #expect(info["rejected_lines"] as? Int == 0)
  }

  @Test func infoSaysWhatToMindAndDrawsIt() throws {
    try workspace.write("r.csv", "stroke,t_s,x,y\n1,0.0,0,0\n1,0.001,1,0\n1,0.02,2,0\n1,0.02,3,0\n")
    let result = try workspace.nextpoint(
      "datasets", "info", "r.csv", "--format", "json", "--horizon-ms", "10", "--figure", "r.svg")
    result.expect(code: 0)
    let json = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8))
    let info = try #require((json as? [[String: Any]])?.first)
    #expect(info["duplicate_times"] as? Int == 1)
    #expect(info["burst_strokes"] as? Int == 1)
    #expect(info["horizons_ms"] as? [Double] == [10])
    // After 10 ms the stroke goes on for two of its samples; the end of a gap is no truth.
    #expect((info["sample_scored"] as? [Int])?.count == 1)
    let codes = try #require(info["warnings"] as? [String])
    #expect(codes.starts(with: ["unknown-unit", "little-data"]) && codes.contains("bursts"))
    #expect((info["warning_texts"] as? [String])?.count == codes.count)
    #expect(try workspace.text("r.svg").contains("intervals between samples"))
    let table = try workspace.nextpoint("datasets", "info", "r.csv")
    #expect(
      table.standardOutput.contains("r: what to watch for\n")
        || table.standardOutput.contains("r.csv: what to watch for\n"))
    #expect(table.standardOutput.contains("  bursts: 1 of 1 strokes begin with a burst"))
  }

  /// Every column has its row on the page, and the page has no other.
  @Test func thePageDefinesEveryValue() throws {
    try workspace.write("r.csv", recordings.csv())
    let result = try workspace.nextpoint("datasets", "info", "r.csv", "--format", "csv")
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/reference/dataset-info.md"),
      encoding: .utf8)
    let values = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("The values\n") })
    let names = values.split(separator: "\n").compactMap { line -> [String]? in
      guard line.hasPrefix("| `") else { return nil }
      let first = line.split(separator: "|")[0]
      return first.split(separator: "`").map(String.init).filter {
        $0.contains { $0.isLetter }
      }
    }
    #expect(names.flatMap(\.self).sorted() == CSVTable(result.standardOutput).header.sorted())
  }

  @Test func validateKnowsTheBundledSetsWhole() throws {
    let result = try workspace.nextpoint("datasets", "validate", "synthetic", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { $0["status"] == "fine" && $0["hash"] == "matches" })
  }

  @Test func validateFindsAFileThatIsNotTheDescribedOne() throws {
    try workspace.write("set/r.csv", recordings.csv())
    let zeros = String(repeating: "0", count: 64)
    try workspace.writeDescription(
      of: "set", entries: [#"{"path": "r.csv", "format": "plain-csv", "sha256": "\#(zeros)"}"#])
    let result = try workspace.nextpoint("datasets", "validate", "set", "--format", "csv")
    result.expectIncomplete(
      saying: "set/r.csv: the file is not the one that its dataset.json describes",
      "fetch the file again")
    #expect(CSVTable(result.standardOutput).rows.first?["hash"] == "differs")
  }

  @Test func validateRefusesWhatHoldsNothing() throws {
    try workspace.write("empty.csv", "")
    let result = try workspace.nextpoint("datasets", "validate", "empty.csv")
    result.expect(code: 65)
    #expect(result.standardError.contains("empty.csv: the file is empty"))
  }

  @Test func aConvertedSetScoresTheSame() throws {
    try workspace.write("r.json", recordings.inkable())
    let convert = try workspace.nextpoint("datasets", "convert", "r.json", "--output", "plain")
    convert.expect(code: 0)
    workspace.expectNothingHalfWritten()
    try workspace.nextpoint("datasets", "validate", "plain").expect(code: 0)
    let scores = try ["r.json", "plain"].map { name in
      let result = try workspace.nextpoint(
        "evaluate", name, "--predictor", "linear", "--format", "csv")
      result.expect(code: 0)
      return CSVTable(result.standardOutput).rows.map { row in
        row.filter { $0.key != "dataset" }
      }
    }
    #expect(scores[0] == scores[1])
  }

  @Test func aConversionSaysWhatItLeavesOut() throws {
    try workspace.write(
      "part.csv", recordings.csv { $0 == 1 && $1 == 5 ? [$2[0], "soon", $2[2], $2[3]] : $2 })
    let result = try workspace.nextpoint("datasets", "convert", "part.csv", "--output", "set")
    result.expectIncomplete(saying: "part.csv:\(recordings.line(stroke: 1, sample: 5)): ")
    let samples = try workspace.nextpoint("datasets", "info", "set", "--format", "csv")
    #expect(CSVTable(samples.standardOutput).rows.first?["samples"] == "119")
    try workspace.write("empty.csv", "")
    try workspace.nextpoint("datasets", "convert", "empty.csv", "--output", "none").expectRefusal(
      code: 65, saying: "empty.csv: nothing could be read, so nothing was written")
    #expect(!workspace.exists("none"))
  }

  @Test func samplesAreWhatPredictReads() throws {
    try workspace.write("r.csv", recordings.csv())
    let result = try workspace.nextpoint("datasets", "samples", "r.csv")
    result.expect(code: 0)
    let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "t_s,x,y")
    #expect(lines[1] == "0.0,130.0,100.0")
    // Three strokes of 40 samples, two empty lines between them, the header and the end.
    #expect(lines.count == 3 * 40 + 2 + 2)
    #expect(lines[41].isEmpty && lines[82].isEmpty)
    try workspace.nextpoint("datasets", "samples", "nosuch").expectRefusal(
      code: 65, saying: "'nosuch'", "known datasets:")
  }

  @Test func synthesisIsReproducibleAndSeeded() throws {
    func synthesize(_ folder: String, _ more: String...) throws -> Data {
      try workspace.nextpoint(
        arguments: [
          "datasets", "synthesize", "--rate", "60", "--noise", "noisy", "--output", folder,
        ] + more
      ).expect(code: 0)
      return try workspace.data("\(folder)/noisy-60hz/motions.csv")
    }
    let bundled = Repository.root.appending(path: "datasets/synthetic/noisy-60hz")
    let committed = try Data(contentsOf: bundled.appending(path: "motions.csv"))
    #expect(try synthesize("a") == committed)
    #expect(try synthesize("b", "--seed", "5") != committed)
    try workspace.nextpoint(
      "datasets", "synthesize", "--rate", "60", "--noise", "noisy", "--output", "a"
    ).expectRefusal(code: 64, saying: "a/noisy-60hz: exists already", "--force")
    try workspace.nextpoint("datasets", "synthesize", "--rate", "soon", "--output", "c")
      .expectRefusal(code: 64, saying: "'soon'")
    #expect(!workspace.exists("c"))
  }
}
