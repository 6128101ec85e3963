import Foundation
import TestSupport
import Testing

/// The page of the experiment on tight circles against its committed results.
@Suite struct TightCirclesTests {
  private static let folder = "experiments/tight-circles"

  private static func text(_ name: String) throws -> String {
    try String(
      contentsOf: Repository.root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
  }

  /// The rows of a table of the page, without its head.
  private static func table(_ name: String) throws -> [[String]] {
    let page = try text("README.md")
    let start = try #require(page.range(of: "<!-- table \(name) -->")).upperBound
    let end = try #require(page.range(of: "<!-- end -->", range: start..<page.endIndex)).lowerBound
    return page[start..<end].split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
  }

  private static let predictors = [
    "hold", "linear", "polynomial", "kalman", "rls", "recommended", "arc",
  ]

  /// The lowest error of a predictor in a cell, with degree and window.
  private static func lowest(
    _ predictor: String, _ task: String, in results: CSVTable
  ) throws -> (error: Double, setting: String) {
    let rows = results.rows(where: ["task": task, "predictor": predictor])
    return try #require(
      rows.compactMap { row in
        row["error_mean"].flatMap(Double.init).map {
          ($0, "\(row["degree"] ?? "")/\(row["window"] ?? "")")
        }
      }.min { $0.0 < $1.0 })
  }

  @Test func theTablesAreThoseOfTheResults() throws {
    let results = CSVTable(try Self.text("results.csv"))
    let rows = try Self.table("predictors")
    #expect(rows.count == 25)
    var ratios: [String: [String]] = [:]
    for row in rows {
      let task = "\(row[0]) mm \(row[1]) Hz"
      var lowest: [Double] = []
      for (predictor, cell) in zip(Self.predictors, row.dropFirst(2)) {
        let (error, setting) = try Self.lowest(predictor, task, in: results)
        let shown = String(format: "%.3f", error)
        #expect(cell == (predictor == "polynomial" ? "\(shown) (\(setting))" : shown), "\(task)")
        lowest.append(error)
      }
      let others = try #require(lowest.dropLast().min())
      ratios[row[0], default: []].append(String(format: "%.2f", lowest[6] / others))
    }
    for row in try Self.table("radii") { #expect(ratios[row[0]] == Array(row.dropFirst())) }
  }

  /// The conclusion's cells: where the arc is best, and what was expected of 4 mm at 3 Hz.
  @Test func theConclusionIsThatOfTheResults() throws {
    let ratios = try Self.table("radii").map { $0.compactMap(Double.init) }
    let best = ratios.map { row in row.dropFirst().map { $0 < 1 } }
    #expect(
      best == [
        [false, false, false, false, false], [false, false, false, false, true],
        [false, false, false, true, true], [false, false, true, true, true],
        [false, false, true, true, true],
      ])
    let results = CSVTable(try Self.text("results.csv"))
    let page = try Self.text("README.md")
    for (predictor, task) in [
      ("arc", "4 mm 3 Hz"), ("polynomial", "4 mm 3 Hz"), ("rls", "4 mm 3 Hz"),
      ("recommended", "4 mm 3 Hz"), ("arc", "32 mm 4 Hz"), ("recommended", "32 mm 4 Hz"),
    ] {
      let error = try Self.lowest(predictor, task, in: results).error
      let conclusion = try #require(page.range(of: "## Conclusion")).upperBound
      #expect(page[conclusion...].contains(String(format: "%.3f", error)), "\(predictor), \(task)")
    }
  }

  /// One cell, computed again from the same circles.
  @Test func aCellIsComputedAgain() throws {
    let workspace = try Workspace()
    let script = Repository.root.appending(path: "\(Self.folder)/circles.py").path
    try workspace.shell("exec python3 '\(script)' set").expect(code: 0)
    let data = try workspace.data("set/dataset.json")
    var set = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    set["files"] = try #require(set["files"] as? [[String: Any]])
      .filter { $0["task"] as? String == "4 mm 3 Hz" }
    try workspace.write("set/dataset.json", try JSONSerialization.data(withJSONObject: set))
    let result = try workspace.nextpoint(
      "evaluate", "set", "--truth", "exact", "--group-by", "none", "--frames-ahead", "2",
      "--only-metrics", "scored,error_mean", "--predictor", "hold", "--predictor", "arc:window=6",
      "--predictor", "rls", "--format", "csv")
    result.expect(code: 0)
    let results = CSVTable(try Self.text("results.csv"))
    let rows = CSVTable(result.standardOutput).rows(where: ["aggregation": "pooled"])
    #expect(rows.count == 3)
    for row in rows {
      let stated = try Self.lowest(row["predictor"] ?? "", "4 mm 3 Hz", in: results).error
      let found = try #require(row["error_mean"].flatMap(Double.init))
      #expect(abs(found - stated) <= 5.1e-6 * stated, "\(row["predictor"] ?? "")")
    }
  }
}
