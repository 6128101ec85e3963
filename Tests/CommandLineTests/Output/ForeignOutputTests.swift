import Foundation
import Testing

/// Nothing that belongs to somebody else is replaced or removed.
@Suite struct ForeignOutputTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
    try workspace.writeDataset("set", participants: 4, splits: Self.splits)
  }

  private static let splits = #"{"train": ["p1", "p2"], "validation": ["p3"], "test": ["p4"]}"#

  // MARK: - Files

  /// Every command that writes a file, with the name of the file in the place of `FILE`.
  static let fileWriters: [[String]] = [
    ["ink", "--strokes", "r.csv", "--svg", "FILE"],
    ["ink", "--strokes", "r.csv", "--output", "FILE"],
    ["ink", "--gallery", "r.csv", "--svg", "FILE"],
    ["live", "--output", "FILE"],
    ["replay", "r.csv", "--predictor", "hold", "--output", "FILE"],
    ["compare", "hold", "linear", "--dataset", "r.csv", "--frames-ahead", "1", "--figure", "FILE"],
    ["predictors", "draw", "hold", "--dataset", "r.csv", "--output", "FILE"],
    ["datasets", "info", "r.csv", "--figure", "FILE"],
    ["train", "r.csv", "--kind", "linear", "--output", "FILE"],
  ]

  @Test(arguments: fileWriters) func aFileIsReplacedOnlyByForce(words: [String]) throws {
    try workspace.write("mine", "notes")
    let command = words.map { $0 == "FILE" ? "mine" : $0 }
    try workspace.expectNothingWritten {
      try workspace.nextpoint(arguments: command).expectRefusal(
        code: 64, saying: "mine: exists already; ", "--force")
    }
    #expect(try workspace.text("mine") == "notes")
    try workspace.nextpoint(arguments: command + ["--force"]).expect(code: 0)
    let replaced = try workspace.data("mine")
    #expect(replaced != Data("notes".utf8))
    workspace.expectNothingHalfWritten()
  }

  @Test func theRecordingThatIsDrawnStays() throws {
    try workspace.nextpoint("ink", "--strokes", "r.csv", "--svg", "r.csv")
      .expectRefusal(code: 64, saying: "r.csv: exists already")
    #expect(try workspace.text("r.csv") == SmallRecordings().csv())
  }

  @Test func aReportReplacesFilesOnlyByForce() throws {
    try workspace.nextpoint(
      "sweep", "--dataset", "r.csv", "--predictor", "hold", "--output", "run"
    ).expect(code: 0)
    for name in ["report.html", "methods.txt"] {
      try workspace.write("page/\(name)", "mine")
      try workspace.expectNothingWritten {
        try workspace.nextpoint("report", "run", "--output", "page").expectRefusal(
          code: 64, saying: "page/\(name): exists already", "--force")
      }
      #expect(try workspace.text("page/\(name)") == "mine")
      try FileManager.default.removeItem(at: workspace.url("page"))
    }
    try workspace.nextpoint("report", "run").expect(code: 0)
    try workspace.nextpoint("report", "run").expectRefusal(code: 64, saying: "report.html")
    try workspace.nextpoint("report", "run", "--force").expect(code: 0)
  }

  @Test func onlyABaselineIsUpdated() throws {
    try workspace.write("plan.yaml", "datasets: [r.csv]\npredictors: [hold]\n")
    try workspace.write("plan.csv", "date,expense\n1,2\n")
    try workspace.nextpoint("check", "plan.yaml", "--update").expectRefusal(
      code: 65, saying: "plan.csv")
    #expect(try workspace.text("plan.csv") == "date,expense\n1,2\n")
  }

  // MARK: - Folders

  /// Every command that writes a folder, and the file by which its folders are known.
  static let folderWriters: [(words: [String], marker: String)] = [
    (["train", "r.csv", "--kind", "linear", "--examples-only"], "examples.json"),
    (["datasets", "convert", "r.csv"], "dataset.json"),
    (
      ["sweep", "--dataset", "r.csv", "--predictor", "hold", "--frames-ahead", "1"], "manifest.json"
    ),
    (
      ["tune", "desp:smoothing=0.2|0.4", "--dataset", "set", "--frames-ahead", "1"], "manifest.json"
    ),
  ]

  @Test(arguments: folderWriters.indices) func aFolderOfSomebodyElseStays(index: Int) throws {
    let (words, marker) = Self.folderWriters[index]
    try workspace.write("home/documents/thesis.tex", "precious")
    try refuse(words, "home")
    // Names that others use too, with content of theirs.
    for (name, text) in [
      (marker, "{\"name\": \"of a web page\"}"), ("plan.json", "{}"), ("shards/glass.txt", "x"),
      ("figures/photo.jpg", "x"), ("scores.csv", "team,score\n"),
    ] { try workspace.write("home/\(name)", text) }
    try refuse(words, "home")
    try workspace.nextpoint(arguments: words + ["--output", "home"]).expect(code: 64)
    #expect(try workspace.text("home/\(marker)") == "{\"name\": \"of a web page\"}")
    #expect(try workspace.text("home/documents/thesis.tex") == "precious")
  }

  @Test(arguments: folderWriters.indices)
  func whatSomebodyPutIntoAFolderOfOursStays(index: Int) throws {
    let words = Self.folderWriters[index].words
    try workspace.nextpoint(arguments: words + ["--output", "ours"]).expect(code: 0)
    for name in ["notes.txt", "figures/photo.jpg", "shards/glass.txt", "deep/er/thesis.tex"] {
      try workspace.write("ours/\(name)", "precious")
      try refuse(words, "ours")
      #expect(try workspace.text("ours/\(name)") == "precious")
      let first = name.split(separator: "/")[0]
      try FileManager.default.removeItem(at: workspace.url("ours/\(first)"))
    }
    try workspace.nextpoint(arguments: words + ["--output", "ours", "--force"]).expect(code: 0)
    workspace.expectNothingHalfWritten()
  }

  private func refuse(_ words: [String], _ folder: String) throws {
    try workspace.expectNothingWritten {
      try workspace.nextpoint(arguments: words + ["--output", folder, "--force"])
        .expectRefusal(code: 64, saying: "\(folder): ", "; ")
    }
  }

  /// A data set that somebody described by hand is not one that `convert` wrote.
  @Test func aDescribedDatasetStays() throws {
    try refuse(["datasets", "convert", "r.csv"], "set")
    #expect(workspace.exists("set/0.csv"))
  }

  /// Without --force a sweep goes on beside files of others, and leaves them.
  @Test func aContinuedSweepLeavesFilesOfOthers() throws {
    let sweep = ["sweep", "--dataset", "r.csv", "--predictor", "hold", "--output", "run"]
    try workspace.nextpoint(arguments: sweep + ["--shard", "1/1"]).expect(code: 0)
    for name in ["slurm-1.out", "figures/photo.jpg", "shards/notes.txt"] {
      try workspace.write("run/\(name)", "mine")
    }
    try workspace.nextpoint("sweep", "merge", "run").expect(code: 0)
    for name in ["slurm-1.out", "figures/photo.jpg", "shards/notes.txt"] {
      #expect(try workspace.text("run/\(name)") == "mine")
    }
  }

  // MARK: - Checkpoints

  @Test(arguments: ["linear", "network"]) func whatHasTheNameOfACheckpointStays(
    kind: String
  ) throws {
    let train = [
      "train", "r.csv", "--kind", kind, "--set", "epochs=1", "--set", "members=1", "--set",
      "hidden=4", "--output",
    ]
    try workspace.write("a.npm.checkpoint/thesis.tex", "precious")
    try workspace.write("b.npm.checkpoint", "precious")
    try workspace.write("aim", "precious")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url("c.npm.checkpoint").path, withDestinationPath: "aim")
    for name in ["a.npm", "b.npm", "c.npm"] {
      let result = try workspace.nextpoint(arguments: train + [name])
      result.expect(code: 0)
      #expect(result.standardError.contains("\(name).checkpoint-2"))
      #expect(!workspace.exists("\(name).checkpoint-2"))
    }
    for name in ["a.npm.checkpoint/thesis.tex", "b.npm.checkpoint", "c.npm.checkpoint", "aim"] {
      #expect(try workspace.text(name) == "precious")
    }
  }
}
