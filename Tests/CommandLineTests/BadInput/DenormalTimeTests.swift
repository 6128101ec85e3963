import Foundation
import Testing

/// Intervals and distances at the ends of the range of numbers: a result or a message, never a signal.
@Suite struct DenormalTimeTests {
  private static let commands: [[String]] = [
    ["datasets", "info", "t.csv"], ["datasets", "info", "t.csv", "--figure", "t.svg"],
    ["datasets", "validate", "t.csv"], ["evaluate", "t.csv", "--predictor", "linear"],
    ["evaluate", "t.csv", "--predictor", "recommended", "--protocol", "display"],
    ["compare", "hold", "linear", "--dataset", "t.csv", "--frames-ahead", "1"],
    ["replay", "t.csv", "--output", "t.html"], ["ink", "--strokes", "t.csv", "--svg", "ink.svg"],
    ["train", "t.csv", "--kind", "linear", "--set", "replays=1", "--output", "t.npm"],
    ["datasets", "convert", "t.csv", "--output", "converted"],
  ]

  @Test(
    arguments: commands,
    [
      (5e-324, 1), (1e-310, 1e-310), (1e-300, 1e300), (1e300, 1), (4e306, 1), (0.01, 5e-324),
      (0.01, 4e306),
    ])
  func extremeSteps(command: [String], step: (time: Double, length: Double)) throws {
    let workspace = try Workspace()
    let rows = (0..<40).map {
      "s,\(Double($0) * step.time),\(Double($0) * step.length),\(Double($0 % 5) * step.length)\n"
    }
    try workspace.write("t.csv", "stroke,t_s,x,y\n" + rows.joined())
    let result = try workspace.nextpoint(arguments: command)
    #expect(
      [0, 1, 3, 64, 65].contains(result.code),
      "\(result.command): \(result.code)\n\(result.standardError.prefix(2000))")
    #expect(!result.standardError.contains("Fatal error"))
  }
}
