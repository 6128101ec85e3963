import Testing

/// `predictors noise`: what predictors make of noise.
@Suite struct PredictorsNoiseTests {
  /// The table of `docs/metrics/noise.md` for a line through two samples, printed to three decimals.
  private static let gains = [2.236, 3.606, 6.403]

  @Test func theGainsOfALine() throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint(
      "predictors", "noise", "hold", "linear", "--frames-ahead", "1,2,4", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.map { $0["predictor"] } == ["hold", "hold", "hold", "linear", "linear", "linear"])
    for (row, gain) in zip(rows, [1, 1, 1] + Self.gains) {
      let exact = try #require(Double(row["exact_gain"] ?? ""))
      let measured = try #require(Double(row["gain"] ?? ""))
      let error = try #require(Double(row["gain_error"] ?? ""))
      #expect(abs(exact - gain) <= 0.0005)
      // By chance exceeded once in 10⁵ comparisons; the seed is that of the command.
      #expect(abs(measured - exact) <= 4.5 * error)
      #expect(row["abstention_share"].flatMap(Double.init) == 0)
    }
  }

  @Test func rangesAreExpandedAndTheSameCommandSaysTheSame() throws {
    let workspace = try Workspace()
    let arguments = [
      "predictors", "noise", "polynomial:window=2..4", "--horizon-ms", "25", "--seeds", "3",
    ]
    let first = try workspace.nextpoint(arguments: arguments)
    first.expect(code: 0)
    #expect(first.standardOutput.contains("polynomial:degree=1,window=4"))
    #expect(try workspace.nextpoint(arguments: arguments).standardOutput == first.standardOutput)
  }

  /// The gain does not depend on the size of the noise where the predictor is linear.
  @Test func theSizeOfTheNoise() throws {
    let workspace = try Workspace()
    let static1 = try deviation(workspace, sigma: "0.05")
    let static2 = try deviation(workspace, sigma: "0.2")
    #expect(abs(static2 / static1 - 4) <= 1e-9)
  }

  private func deviation(_ workspace: Workspace, sigma: String) throws -> Double {
    let result = try workspace.nextpoint(
      "predictors", "noise", "linear", "--sigma-mm", sigma, "--seeds", "5", "--format", "csv")
    let row = try #require(CSVTable(result.standardOutput).rows.first)
    return try #require(row["static_deviation_mm"].flatMap(Double.init))
  }

  @Test(arguments: [
    (["nosuch"], "nosuch"), ([], "spec"), (["hold", "--rate", "1"], "--rate 1.0"),
    (["hold", "--sigma-mm", "0"], "--sigma-mm 0.0"), (["hold", "--seeds", "1"], "--seeds 1"),
    (["hold", "--horizon-ms", "soon"], "soon"),
  ])
  func usageErrors(arguments: [String], part: String) throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint(arguments: ["predictors", "noise"] + arguments)
    result.expect(code: 64)
    #expect(result.standardError.contains(part), "\(result.standardError)")
  }
}
