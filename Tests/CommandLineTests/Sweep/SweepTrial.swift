import Foundation
import Testing

/// A small sweep with several pieces on each of several data sets, and what it gives undisturbed.
struct SweepTrial {
  /// The files that follow from the plan and the data alone.
  static let files = ["scores.csv", "floors.csv", "failures.csv", "predictions.csv"]

  let workspace: Workspace
  /// What is asked for; 38 settings, so three pieces a data set.
  let arguments = [
    "--dataset", "one", "--dataset", "two", "--predictor", "hold", "--predictor",
    "polynomial:degree=0..3,window=1..10", "--predictor", "desp:smoothing=0.4|0.5|0.6",
    "--frames-ahead", "1,3",
  ]

  /// Writes the data sets; one of them has a line that cannot be read, so that there are failures.
  init(strokes: Int = 2) throws {
    workspace = try Workspace()
    for (name, count) in [("one", 2), ("two", 3)] {
      let files = (0..<count).map { index in
        var recordings = SmallRecordings()
        recordings.strokes = strokes + index
        recordings.start = Double(index)
        let text = recordings.csv { stroke, sample, fields in
          name == "two" && stroke == 0 && sample == 7 && index == 1
            ? [fields[0], "soon", fields[2], fields[3]] : fields
        }
        return (name: "\(index).csv", text: text)
      }
      try workspace.writeDataset(name, files: files)
    }
  }

  /// Returns a trial whose undisturbed sweep lies in `whole`; it is done once for all tests.
  static func withWhole() throws -> SweepTrial {
    let trial = try SweepTrial()
    try trial.take("whole", from: undisturbed.get())
    return trial
  }

  private static let undisturbed = Result { () throws -> SweepTrial in
    let trial = try SweepTrial()
    try trial.sweep("whole").expect(code: 3)
    return trial
  }

  /// Copies a run of another trial.
  func take(_ run: String, from other: SweepTrial) throws {
    try FileManager.default.copyItem(at: other.workspace.url(run), to: workspace.url(run))
  }

  /// How many pieces the sweep has.
  static let pieces = 6

  /// Runs the sweep into a folder.
  @discardableResult
  func sweep(_ output: String, _ more: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["sweep"] + arguments + ["--output", output] + more)
  }

  /// What follows from the plan and the data in a run directory, by file.
  func contents(_ run: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in Self.files where workspace.exists("\(run)/\(name)") {
      result[name] = try workspace.data("\(run)/\(name)")
    }
    return result
  }

  /// Expects a finished run with the same bytes as another, and nothing of the work left.
  func expectSame(
    _ run: String, as other: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (mine, theirs) = (try contents(run), try contents(other))
    #expect(mine.keys.sorted() == theirs.keys.sorted(), sourceLocation: sourceLocation)
    for name in theirs.keys {
      #expect(mine[name] == theirs[name], "\(run)/\(name)", sourceLocation: sourceLocation)
    }
    let left = workspace.names().filter {
      $0.hasPrefix("\(run)/")
        && ($0.contains("shards") || $0.contains("plan.json") || $0.contains(".partial"))
    }
    #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
    #expect(workspace.exists("\(run)/manifest.json"), sourceLocation: sourceLocation)
  }

  func piece(_ number: Int, of run: String) -> String {
    "\(run)/shards/piece-0000\(number).jsonl"
  }
}
