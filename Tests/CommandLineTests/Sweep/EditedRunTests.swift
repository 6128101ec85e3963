import Foundation
import Testing

/// A run directory whose `plan.json` or `manifest.json` was edited: nothing of it is stated as a fact.
@Suite struct EditedRunTests {
  private let workspace: Workspace
  private let sweep = [
    "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "linear", "--frames-ahead",
    "1", "--output", "run",
  ]

  init() throws {
    workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
  }

  /// What was edited, as a replacement in the text of the file.
  private static let edits: [(pattern: String, replacement: String)] = [
    (#""seed" : 1"#, #""seed" : 7"#), (#""name" : "set""#, #""name" : "other""#),
    (#""sha256" : "[0-9a-f]{8}"#, #""sha256" : "00000000"#),
    (#""samples" : 120"#, #""samples" : 12"#),
    (#""tail" : "drop""#, #""tail" : "clamp""#),
  ]

  private func edit(_ name: String, _ pattern: String, _ replacement: String) throws {
    let text = try workspace.text(name)
    let edited = text.replacing(try Regex(pattern), with: replacement, maxReplacements: 1)
    #expect(edited != text, "\(name) has no \(pattern)")
    try workspace.write(name, edited)
  }

  private func expectRefused(_ arguments: [String], naming file: String) throws {
    try workspace.nextpoint(arguments: arguments).expectRefusal(
      code: 65, saying: "\(file): its contents do not have the hash", "; put back the file")
  }

  @Test(arguments: edits.indices) func anEditedPlanIsRefused(index: Int) throws {
    try workspace.nextpoint(arguments: sweep + ["--shard", "1/1"]).expect(code: 0)
    let written = try workspace.data("run/plan.json")
    try edit("run/plan.json", Self.edits[index].pattern, Self.edits[index].replacement)
    for command in [["sweep", "merge", "run"], ["report", "run"], sweep] {
      try expectRefused(command, naming: "run/plan.json")
    }
    try workspace.write("run/plan.json", written)
    try workspace.nextpoint("sweep", "merge", "run").expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
  }

  /// What the record says beside the identity is stated in `failures.csv` and messages.
  @Test(arguments: [
    (#""pieces" : 1"#, #""pieces" : 2"#), (#""subjects" : 2"#, #""subjects" : 1"#),
    (#""warnings" : \["#, #""warnings" : ["made up""#),
    (#""started" : "20"#, #""started" : "19"#),
  ])
  func anEditedRemarkIsRefused(pattern: String, replacement: String) throws {
    try workspace.nextpoint(arguments: sweep + ["--shard", "1/1"]).expect(code: 0)
    try edit("run/plan.json", pattern, replacement)
    try expectRefused(["sweep", "merge", "run"], naming: "run/plan.json")
  }

  @Test(arguments: edits.indices) func anEditedManifestIsRefused(index: Int) throws {
    try workspace.nextpoint(arguments: sweep).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    try edit("run/manifest.json", Self.edits[index].pattern, Self.edits[index].replacement)
    for command in [
      ["report", "run"], ["sweep", "merge", "run"], sweep,
      ["check", "run", "--baseline", "run/scores.csv"],
    ] { try expectRefused(command, naming: "run/manifest.json") }
    try workspace.nextpoint(arguments: sweep + ["--force"]).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
  }

  /// Runs of versions that wrote no hash are still read.
  @Test func aManifestWithoutAHashIsRead() throws {
    try workspace.nextpoint(arguments: sweep).expect(code: 0)
    try edit("run/manifest.json", #""hash" : "[0-9a-f]{64}",\s*"#, "")
    try workspace.nextpoint("report", "run").expect(code: 0)
  }
}
