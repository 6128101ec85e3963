import Evaluation
import Foundation
import TestSupport
import Testing

/// The pages that document the measures against the code that computes them.
@Suite("The reference of scores.csv and of the sets of measures")
struct ScoresReferenceTests {
  /// The page of a set, of which the standard one is described with the columns of `scores.csv`.
  private static func path(of set: MetricSet) -> String {
    set == .standard ? "docs/reference/scores-csv.md" : "docs/metrics/\(set.rawValue).md"
  }

  /// A page, with every run of white space as one space: lines may break anywhere.
  private static func page(_ path: String) throws -> String {
    try Repository.text(path).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What the page says of a measure: from its name to the next one's.
  private static func entry(of name: String, in page: String) -> Substring? {
    guard let start = page.range(of: "- **`\(name)`**: ") else { return nil }
    let rest = page[start.upperBound...]
    return rest[..<(rest.range(of: "- **`")?.lowerBound ?? rest.endIndex)]
  }

  @Test("states every measure as the code defines it", arguments: MetricSet.allMetrics)
  func statesMeasure(metric: MetricDefinition) throws {
    let set = try #require(MetricSet.defining(metric.name))
    let entry = try #require(
      Self.entry(of: metric.name, in: Self.page(Self.path(of: set))),
      "no entry for \(metric.name) in \(Self.path(of: set))")
    let perfect = metric.perfect.map { String(format: "%g", $0) } ?? "none"
    #expect(entry.hasPrefix("\(metric.title). "))
    #expect(entry.contains(" Unit: \(metric.dimension.rawValue). "))
    #expect(entry.contains(" Perfect: \(perfect). "))
    #expect(entry.contains(" Better: \(metric.order.rawValue). "))
    #expect(entry.contains(" Formula: `\(metric.formula)`. "))
    #expect(entry.contains(" Source: \(metric.source)."))
  }

  @Test("names no measure that does not exist", arguments: MetricSet.allCases)
  func namesNoOther(set: MetricSet) throws {
    let known = Set(set.metrics.map(\.name))
    let named = try Self.page(Self.path(of: set)).components(separatedBy: "- **`").dropFirst()
      .map { String($0.prefix { $0 != "`" }) }
    #expect(named.count == known.count)
    for name in named { #expect(known.contains(name), "\(name) is on the page only") }
  }

  @Test("lists every set with its page", arguments: MetricSet.allCases)
  func listsSet(set: MetricSet) throws {
    let file = set == .standard ? "../reference/scores-csv.md" : "\(set.rawValue).md"
    let list = try Self.page("docs/metrics/README.md")
    let row = list.components(separatedBy: "| `\(set.rawValue)` | ").dropFirst().first
    #expect(row?.prefix { $0 != ")" }.hasSuffix("(\(file)") == true)
  }

  @Test(
    "names every column that identifies a row",
    arguments: [
      "dataset", "participant", "task", "predictor", "parameters", "frames_ahead", "horizon_ms",
      "aggregation", "unit", "device", "part", "pareto", "note",
    ])
  func namesIdentifier(column: String) throws {
    #expect(try Self.page(Self.path(of: .standard)).contains("| `\(column)` | "))
  }
}
