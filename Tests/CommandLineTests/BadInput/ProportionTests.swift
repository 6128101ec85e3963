import Foundation
import Testing

/// Small inputs cost little: time and memory grow in proportion, or a message says what is too much.
@Suite struct ProportionTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Runs a command that may take a few seconds, on a machine that does other work too.
  private func quickly(_ arguments: [String], within seconds: Double = 20) throws -> CommandResult {
    let started = ContinuousClock.now
    let run = try workspace.nextpoint(arguments: arguments)
    let taken = (ContinuousClock.now - started) / .seconds(1)
    #expect(taken < seconds, "\(arguments.joined(separator: " ")) took \(taken) s")
    return run
  }

  /// Lists of aliases of lists, which stand for 9^9 values.
  @Test(arguments: ["? *a8\n: x\n", "*a8 : x\n", "datasets: *a8\n", "{*a8: x}: y\n"])
  func aliasesOfListsAreRefused(ending: String) throws {
    var plan = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1...8 {
      let alias = "*a\(level - 1)"
      let list = Array(repeating: alias, count: 9).joined(separator: ",")
      plan += "a\(level): &a\(level) [\(list)]\n"
    }
    try workspace.write("plan.yaml", plan + ending)
    let run = try quickly(["sweep", "plan.yaml", "--output", "run"])
    run.expect(code: 64)
    #expect(run.standardError.contains("plan.yaml:2: '*a0' stands for a list"))
  }

  @Test(arguments: [
    "datasets:\n  &a - set\npredictors: *a\n", "x: &a\n  - set\ndatasets: *a\n",
    "x: &a {b: c}\ny: {*a : d}\n", "x: &a # a remark\n  - b\n? *a\n: d\n", "? [&a [b], *a]\n: c",
  ])
  func aliasesOfListsAreFoundInEveryStyle(plan: String) throws {
    try workspace.write("plan.yaml", plan)
    let run = try quickly(["sweep", "plan.yaml", "--output", "run"])
    run.expect(code: 64)
    #expect(!run.standardError.contains("unknown key"))
  }

  /// A name for one value, and stars and ampersands inside values, are what they were.
  @Test func aliasesOfSingleValuesAreRead() throws {
    try workspace.write("a & b.csv", SmallRecordings().csv())
    try workspace.write(
      "plan.yaml",
      """
      # A star * and an ampersand & by themselves, or [*within] a remark
      datasets: [a & b.csv]
      predictors: [hold, "linear"]
      frames-ahead: [&one 1, 2]
      seed: *one
      """)
    let run = try quickly(["sweep", "plan.yaml", "--output", "run"])
    run.expect(code: 0)
    #expect(try workspace.text("run/scores.csv").contains("hold"))
  }

  @Test(arguments: [
    ["--frames-ahead", "1..100000"], ["--frames-ahead", "1..1001"],
    ["--horizon-ms", "1..100000"], ["--horizon-ms", "1..600,1..600"],
  ])
  func tooManyHorizonsAreRefused(horizons: [String]) throws {
    try workspace.write("a.csv", SmallRecordings().csv())
    let run = try quickly(["evaluate", "a.csv", "--predictor", "hold"] + horizons)
    run.expect(code: 64)
    #expect(run.standardError.contains("more than 1000 horizons"))
    #expect(run.standardError.contains(horizons[0]))
  }

  /// A stroke that is too long for one picture, in each command that draws.
  @Test(arguments: [
    ["ink", "--strokes", "long.csv", "--svg", "a.svg"],
    ["ink", "--gallery", "long.csv", "--output", "a.svg"],
    ["predictors", "draw", "hold", "--dataset", "long.csv", "--output", "a.svg"],
    ["replay", "long.csv", "--output", "a.html"],
  ])
  func picturesOfTooManySamplesAreRefused(arguments: [String]) throws {
    let rows = (0..<200_001).map { "a,\($0),\($0 % 7),1\n" }
    try workspace.write("long.csv", "stroke,t_s,x,y\n" + rows.joined())
    let run = try quickly(arguments, within: 60)
    run.expect(code: 64)
    #expect(run.standardError.contains("200001 samples are too many to draw, at most 200000"))
    #expect(!workspace.exists("a.svg") && !workspace.exists("a.html"))
  }
}
