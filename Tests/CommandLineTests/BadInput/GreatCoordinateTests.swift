import Foundation
import Testing

/// Recordings whose coordinates are as great as numbers get: errors that no number holds.
@Suite struct GreatCoordinateTests {
  /// What `sweep` writes, `report` reads, also where sums and squares overflow.
  @Test(arguments: [1e308, 1.7e308, 1e160])
  func reportReadsWhatSweepWrote(magnitude: Double) throws {
    let workspace = try Workspace()
    let text = SmallRecordings().csv { _, sample, fields in
      let sign = sample % 2 == 0 ? 1.0 : -1
      return [fields[0], fields[1], "\(sign * magnitude)", "\(magnitude * Double(sample % 3 - 1))"]
    }
    try workspace.writeDataset("set", files: [("a.csv", text), ("b.csv", text)])
    let result = try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor",
      "polynomial:degree=1,window=2..3", "--frames-ahead", "1,2", "--raw", "--output", "run")
    result.expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    #expect(try workspace.text("run/floors.csv").split(separator: "\n").count == 5)
    try workspace.nextpoint("check", "run", "--baseline", "b.csv", "--update").expect(code: 0)
    try workspace.nextpoint("check", "run", "--baseline", "b.csv").expect(code: 0)
  }
}
