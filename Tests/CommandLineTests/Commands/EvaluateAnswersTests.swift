import Testing

/// Errors given an answer, known by hand on a file of five samples.
@Suite struct EvaluateAnswersTests {
  /// Along x at 100 Hz: 10 ms ahead, hold is off by 1, 2, 3 and 4 mm.
  private static let places = [0.0, 1, 3, 6, 10]
  /// Answers at the second and third sample alone, off by 1 and 3 mm.
  private static let answers: [Double?] = [nil, 4, 9, nil, nil]

  @Test func byHand() throws {
    let workspace = try Workspace()
    let lines = Self.places.enumerated().map { "s,\(Double($0) / 100),\($1),0" }
    try workspace.write("set/0.csv", "stroke,t_s,x,y\n" + lines.joined(separator: "\n") + "\n")
    try workspace.write(
      "set/dataset.json",
      """
      {"schema": 1, "name": "set", "unit": "mm", "nominalRateHz": 100,
       "files": [{"path": "0.csv", "format": "plain-csv", "participant": "p"}]}
      """)
    let answers = zip(Self.places, Self.answers).enumerated().map { index, pair in
      "\(Double(index) / 100),\(pair.0),0,0.01," + (pair.1.map { "\($0),0" } ?? ",")
    }
    try workspace.write(
      "mine.csv",
      "t_s,x,y,ahead_s,predicted_x,predicted_y\n" + answers.joined(separator: "\n") + "\n")
    let result = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "hold", "--predictions", "mine=mine.csv", "--horizon-ms",
      "10", "--group-by", "none", "--metrics", "answers,confidence", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows.filter { $0["aggregation"] == "pooled" }
    let mine = try #require(rows.first { $0["predictor"] == "mine" })
    let expected = [
      "scored": 4, "error_mean": 2.25, "abstention_share": 0.5, "answered_share": 0.5,
      "answered_error_mean": 2, "answered_error_p95": 2.9, "answered_hold_mean": 2.5,
      "answered_ratio": 0.8, "silent_hold_mean": 2.5, "with_confidence_share": 0,
    ]
    for (name, value) in expected {
      let found = try #require(Double(mine[name] ?? ""), "\(name)")
      #expect(abs(found - value) < 1e-9, "\(name): \(found)")
    }
    #expect(mine["risk_10"] == "")
    let hold = try #require(rows.first { $0["predictor"] == "hold" })
    #expect(hold["answered_share"] == "1" && hold["silent_hold_mean"] == "")
    #expect(hold["answered_ratio"] == "1")
  }
}
