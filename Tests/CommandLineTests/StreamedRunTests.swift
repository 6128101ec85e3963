import Foundation
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

  @Test(arguments: ["set", "set/1.csv", "lone.csv"])
  func aStreamedSetGivesTheSameBytes(name: String) throws {
    let arguments = [
      "evaluate", name, "--predictor", "rls", "--predictor", "polynomial:degree=1..2,window=3..5",
      "--frames-ahead", "1,3", "--format", "csv", "--group-by", "participant,phase",
    ]
    let held = try workspace.nextpoint(arguments: arguments)
    try held.expect(code: 0)
    let streamed = try workspace.nextpoint(arguments: arguments, environment: Self.limits)
    #expect(streamed.standardOutput == held.standardOutput)
    #expect(streamed.standardError == held.standardError)
    #expect(streamed.code == held.code)
  }

  @Test func aStreamedSweepGivesTheSameFolder() throws {
    var folders: [[Data]] = []
    for (name, environment) in [("held", [:]), ("streamed", Self.limits)] {
      let run = try workspace.nextpoint(
        arguments: [
          "sweep", "--dataset", "set", "--predictor", "hold", "--predictor",
          "polynomial:degree=1..2,window=2..4", "--frames-ahead", "1..2", "--output", name,
        ], environment: environment)
      try run.expect(code: 0)
      folders.append(
        try ["scores.csv", "floors.csv"].map { try workspace.data("\(name)/\($0)") })
    }
    #expect(folders[0] == folders[1])
  }
}
