import Testing

/// `predictors export`: the weights of fixed linear filters.
@Suite struct PredictorsExportTests {
  @Test func theWeightsOfALine() throws {
    let workspace = try Workspace()
    let result = try workspace.nextpoint(
      "predictors", "export", "linear", "--rate", "100", "--frames-ahead", "1,3", "--frame-rate",
      "100", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.map { $0["sample"] } == ["0", "1", "0", "1"])
    #expect(rows.map { $0["age_ms"] } == ["0.0", "10.0", "0.0", "10.0"])
    for (row, weight) in zip(rows, [2.0, -1, 4, -3]) {
      let stated = try #require(row["weight"].flatMap(Double.init))
      #expect(abs(stated - weight) <= 1e-12)
    }
  }

  @Test(arguments: [
    (["linear"], "rate"), (["linear", "--rate", "1"], "--rate 1.0"),
    (["nosuch", "--rate", "60"], "nosuch"),
    (["one-euro+linear", "--rate", "60"], "is not a fixed linear filter"),
    (["polynomial:window=2..3", "--rate", "60"], "2..3"),
    (["recorded", "--rate", "60"], "makes no prediction"),
  ])
  func refusals(arguments: [String], part: String) throws {
    let workspace = try Workspace()
    try workspace.nextpoint(arguments: ["predictors", "export"] + arguments)
      .expectRefusal(code: 64, saying: part)
  }
}
