import Testing

/// Horizons are not negative.
@Suite struct NegativeHorizonTests {
  @Test(arguments: [
    ["evaluate", "set", "--predictor", "hold", "--horizon-ms", "-5"],
    ["evaluate", "set", "--predictor", "hold", "--horizon-ms=16,-5"],
    ["evaluate", "set", "--predictor", "hold", "--frames-ahead", "-1"],
    ["sweep", "plan.yaml", "--output", "run"],
    ["predict", "--predictor", "hold", "--horizon-ms", "-0.5"],
  ])
  func aNegativeHorizonIsRefused(arguments: [String]) throws {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.write(
      "plan.yaml", "datasets: [set]\npredictors: [hold]\nhorizon-ms: [16, -5]\n")
    let result = try workspace.nextpoint(arguments: arguments)
    result.expectRefusal(code: 64, saying: "is negative, and a horizon is not")
  }

  @Test func aReplaysHorizonIsNotNegative() throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    try workspace.nextpoint("replay", "some.csv", "--horizon-ms", "-5")
      .expectRefusal(code: 64, saying: "--horizon-ms -5.0 is not above 0")
  }
}
