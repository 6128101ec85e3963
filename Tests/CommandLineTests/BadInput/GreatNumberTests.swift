import Foundation
import Testing

/// Numbers far beyond what anything needs, in arguments and files: a message, and no trap.
@Suite struct GreatNumberTests {
  private static let far = "99999999999999999999"

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    return workspace
  }

  @Test(arguments: [
    ["--frames-ahead", "\(far)..\(far)"], ["--horizon-ms=-\(far)..-\(far)/5"],
    ["--predictor", "polynomial:window=\(far)..\(far)"],
    ["--predictor", "hedge:[hold;desp:smoothing=-1e300..-1e300]"],
    ["--protocol", "henze2017", "--frames-ahead", "6", "--frame-rate", "1e-17"],
    ["--frames-ahead", "6", "--frame-rate", "1e-300"],
    ["--history=-9223372036854775808"], ["--min-samples", "9223372036854775807"],
  ])
  func argumentsAreRefused(arguments: [String]) throws {
    let workspace = try workspace()
    let predictor = arguments.contains("--predictor") ? [] : ["--predictor", "hold"]
    let result = try workspace.nextpoint(arguments: ["evaluate", "set"] + predictor + arguments)
    result.expectRefusal(code: 64, saying: "error: ")
  }

  /// As many steps as the longest horizon at the greatest rate has.
  @Test func henzeHorizonsMayBeLongerThanAStroke() throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--protocol", "henze2017", "--frames-ahead",
      "100000", "--frame-rate", "1", "--format", "csv")
    result.expect(code: 0)
    #expect(result.standardOutput.contains("hold"))
  }

  @Test(arguments: [
    ["replay", "set", "--recording"], ["replay", "set", "--stroke"],
    ["ink", "--strokes", "set", "--output", "ink.svg", "--stroke"],
  ])
  func theLeastNumberOfARecordingOrAStrokeIsRefused(arguments: [String]) throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      arguments: arguments.dropLast() + ["\(arguments.last ?? "")=-9223372036854775808"])
    result.expectRefusal(code: 64, saying: "-9223372036854775808")
  }

  @Test func aHorizonOfABaselineMayBeAnyNumber() throws {
    let workspace = try workspace()
    try workspace.write("plan.yaml", "datasets: [set]\npredictors: [hold]\nframes-ahead: 1\n")
    try workspace.nextpoint("check", "plan.yaml", "--update").expect(code: 0)
    let baseline = try workspace.text("plan.csv")
    let horizon = try #require(CSVTable(baseline).rows.first?["horizon_ms"])
    try workspace.write("plan.csv", baseline.replacing(",\(horizon),", with: ",1e15,"))
    #expect(try workspace.text("plan.csv") != baseline)
    // The row of that horizon is one that the scores lack.
    try workspace.nextpoint("check", "plan.yaml").expect(code: 3)
  }

  /// What a sweep says of itself is read by whoever goes on with it.
  @Test(arguments: [
    (#""subjects" : 1"#, #""subjects" : 1000000000000000"#),
    (#""subjects" : 1"#, #""subjects" : -4611686018427387904"#),
    (#""pieces" : 1"#, #""pieces" : 4611686018427387904"#),
    (#""samples" : 120"#, #""samples" : 4611686018427387904"#),
    (#""samples" : 120"#, #""samples" : -4611686018427387904"#),
  ])
  func countsOfASweepAreChecked(old: String, new: String) throws {
    let workspace = try workspace()
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--frames-ahead", "1,2", "--output",
      "run",
      "--plan-only"
    ).expect(code: 0)
    let plan = try workspace.text("run/plan.json")
    let changed = plan.replacingOccurrences(of: old, with: new)
    #expect(changed != plan, "\(plan)")
    try workspace.write("run/plan.json", changed)
    for command in [["sweep", "merge", "run"], ["report", "run"]] {
      let result = try workspace.nextpoint(arguments: command)
      #expect([1, 65].contains(result.code), "\(command): \(result.code) \(result.standardError)")
      #expect(!result.standardError.contains("Fatal"), "\(command): \(result.standardError)")
    }
  }
}
