import Evaluation
import Foundation
import Testing

/// The page that documents `scores.csv` against the code that fills it.
@Suite("The reference of scores.csv")
struct ScoresReferenceTests {
  /// The page, with every run of white space as one space: lines may break anywhere.
  private static func page() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appending(path: "docs/reference/scores-csv.md").path
    return try String(contentsOfFile: path, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What the page says of a measure: from its name to the next one's.
  private static func entry(of name: String, in page: String) -> Substring? {
    guard let start = page.range(of: "- **`\(name)`**: ") else { return nil }
    let rest = page[start.upperBound...]
    return rest[..<(rest.range(of: "- **`")?.lowerBound ?? rest.endIndex)]
  }

  @Test("states every measure as the code defines it", arguments: MetricSet.standard.metrics)
  func statesMeasure(metric: MetricDefinition) throws {
    let entry = try #require(
      Self.entry(of: metric.name, in: Self.page()), "no entry for \(metric.name)")
    let perfect = metric.perfect.map { String(Int($0)) } ?? "none"
    #expect(entry.hasPrefix("\(metric.title). "))
    #expect(entry.contains(" Unit: \(metric.dimension.rawValue). "))
    #expect(entry.contains(" Perfect: \(perfect). "))
    #expect(entry.contains(" Better: \(metric.order.rawValue). "))
    #expect(entry.contains(" Formula: `\(metric.formula)`. "))
    #expect(entry.contains(" Source: \(metric.source)."))
  }

  @Test("names no measure that does not exist")
  func namesNoOther() throws {
    let known = Set(MetricSet.standard.metrics.map(\.name))
    let named = try Self.page().components(separatedBy: "- **`").dropFirst()
      .map { String($0.prefix { $0 != "`" }) }
    #expect(named.count == known.count)
    for name in named { #expect(known.contains(name), "\(name) is on the page only") }
  }

  @Test(
    "names every column that identifies a row",
    arguments: [
      "dataset", "participant", "task", "predictor", "parameters", "frames_ahead", "horizon_ms",
      "aggregation", "unit", "part", "pareto", "note",
    ])
  func namesIdentifier(column: String) throws {
    #expect(try Self.page().contains("| `\(column)` | "))
  }
}
