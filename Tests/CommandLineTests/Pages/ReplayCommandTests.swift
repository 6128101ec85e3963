import Foundation
import Testing

/// `replay`: the command and its page as a file.
@Suite struct ReplayCommandTests {
  @Test func aRecordingBecomesAPage() throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    let result = try workspace.nextpoint(
      "replay", "some.csv", "--predictor", "linear", "--predictor", "rls", "--stroke", "2",
      "--output", "page.html")
    result.expect(code: 0)
    #expect(result.standardOutput.isEmpty && result.standardError.isEmpty)
    let page = try workspace.text("page.html")
    #expect(page.contains("<code>linear</code>") && page.contains("<code>rls</code>"))
    #expect(page.contains("1\u{A0}touch") && page.contains("40\u{A0}events"))
  }

  @Test func theUsualNameAndTheUsualPredictors() throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    try workspace.nextpoint("replay", "some.csv", "--limit", "30").expect(code: 0)
    let page = try workspace.text("replay.html")
    #expect(page.contains("<code>kalman</code>") && page.contains("30\u{A0}events"))
  }

  /// Events that have no full set of keys are no touch events, and are replayed as a recording.
  @Test func aReaderOfEventsIsEnough() throws {
    let workspace = try Workspace()
    try workspace.write("some.json", SmallRecordings().inkable())
    try workspace.nextpoint("replay", "some.json").expect(code: 0)
    #expect(try workspace.text("replay.html").contains("40\u{A0}events"))
  }

  /// Where nothing says which events came together, none is taken for coalesced.
  @Test(arguments: [false, true])
  func eventsWithoutCallbacksAreDelivered(keepsCallbacks: Bool) throws {
    let workspace = try Workspace()
    let events = (0..<8).map { index in
      """
      {"identifier": "e\(index)", "touchIdentifier": "a", "timestamp": \(Double(index) / 60),
       "type": 0, "phase": \(index == 0 ? 0 : 1), "force": 1, "maximumPossibleForce": 2,
       "altitudeAngle": 1, "azimuth": 0, "azimuthUnitVector": [1, 0], "majorRadius": 1,
       "majorRadiusTolerance": 0, "location": [\(index * 4), 7], "estimatedProperties": 0,
       "estimatedPropertiesExpectingUpdates": 0, "isUpdate": false, "isPrediction": false}
      """
    }.joined(separator: ",\n")
    let wrapped = #"{"callback": "c", "events": [\#(events)]}"#
    try workspace.write("touch.json", "[\(keepsCallbacks ? wrapped : events)]")
    try workspace.nextpoint("replay", "touch.json").expect(code: 0)
    let steps = try Self.data(of: workspace.text("replay.html"))["steps"] as? [[Any]] ?? []
    let kinds = steps.compactMap { $0[1] as? Int }
    #expect(kinds == Array(repeating: keepsCallbacks ? 1 : 0, count: 7) + [0])
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let workspace = try Workspace()
    try workspace.write(
      "part.csv",
      SmallRecordings().csv { $0 == 1 && $1 == 5 ? [$2[0], "soon", $2[2], $2[3]] : $2 })
    let result = try workspace.nextpoint("replay", "part.csv")
    result.expect(code: 3)
    #expect(result.standardError.contains("part.csv:47"))
    #expect(workspace.exists("replay.html"))
  }

  @Test(arguments: [
    ("replay nosuch.json", 65 as Int32, "nosuch.json"), ("replay empty.json", 65, "empty.json"),
    ("replay bad.json", 65, "bad.json"), ("replay none.json", 65, "nothing to replay"),
    ("replay some.csv --stroke 4", 64, "has 3 strokes"),
    ("replay some.csv --recording 2", 64, "--recording 2"),
    ("replay some.csv --limit 0", 64, "--limit 0"),
    ("replay some.csv --horizon-ms 0", 64, "--horizon-ms 0"),
    ("replay some.csv --refresh-rate 1", 64, "--refresh-rate 1"),
    ("replay some.csv --predictor nosuch", 64, "nosuch"),
    ("replay some.csv --predictor polynomial:window=4..10", 64, "7 predictors"),
    ("replay long.csv", 64, "choose strokes with --stroke"),
    ("replay slow.csv", 64, "name it with --time-unit"),
    ("replay some.csv --output no/where.html", 1, "no/where.html"),
  ])
  func whatCannotBeReplayed(line: String, code: Int32, part: String) throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    try workspace.write("empty.json", "")
    try workspace.write("none.json", "[]")
    try workspace.write("bad.json", "[{]")
    if line.contains("slow") {
      // Milliseconds in a column of seconds.
      let rows = (0..<200).map { "s,\($0 * 16),\($0),\($0)\n" }
      try workspace.write("slow.csv", "stroke,t_s,x,y\n" + rows.joined())
    }
    if line.contains("long") {
      try workspace.write("long.csv", SmallRecordings(strokes: 2, samples: 10_001).csv())
    }
    let result = try workspace.nextpoint(
      arguments: line.split(separator: " ").map(String.init))
    result.expectRefusal(code: code, saying: part)
    #expect(!workspace.exists("replay.html"))
  }

  /// The page's running error ends at the error of the table.
  @Test func theErrorIsThatOfEvaluate() throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings(strokes: 1).csv())
    try workspace.nextpoint(
      "replay", "some.csv", "--predictor", "linear", "--horizon-ms", "33.3"
    ).expect(code: 0)
    let table = CSVTable(
      try workspace.nextpoint(
        "evaluate", "some.csv", "--predictor", "linear", "--horizon-ms", "33.3", "--format", "csv"
      ).standardOutput)
    let expected = try #require(Double(table.rows.first?["error_mean"] ?? ""))
    let errors = try Self.errors(of: workspace.text("replay.html"))
    #expect(errors.count == Int(table.rows.first?["scored"] ?? ""))
    // Errors are written to a millionth of the drawing's extent of 60 units.
    #expect(abs(errors.reduce(0, +) / Double(errors.count) - expected) < 1e-4)
  }

  /// The errors of the only predictor, as the page has them.
  private static func errors(of page: String) throws -> [Double] {
    let forecasts = try data(of: page)["forecasts"] as? [[Any]] ?? []
    return forecasts.compactMap { ($0[6] as? [Double])?.first }
  }

  /// The data in a page.
  private static func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: #"id="replay-data">"#)).upperBound
    let end = try #require(page.range(of: "</script", range: start..<page.endIndex)).lowerBound
    let value = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    return try #require(value as? [String: Any])
  }
}
