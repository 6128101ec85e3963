import ArgumentParser
import Datasets
import Evaluation
import Reporting

/// Lists the measures with unit, formula and source.
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "List the measures with unit, formula and source.",
    discussion: """
      The standard set is computed by default. --metrics of evaluate, sweep or a
      plan adds others, by the name of a set or a measure; --only-metrics computes
      the named ones alone.

      EXAMPLES
        nextpoint metrics
        nextpoint metrics standard --format markdown
      """)

  @Argument(help: "Sets or measures (default: all).")
  var names: [String] = []

  @OptionGroup var output: FormatArguments

  mutating func run() throws {
    let chosen =
      try names.isEmpty
      ? Set(MetricSet.allMetrics.map(\.name))
      : Set(names.flatMap { try MetricSelection($0, key: "metrics").names })
    let rows = MetricSet.allCases.flatMap { set in
      set.metrics.filter { chosen.contains($0.name) }.map { Self.row($0, of: set) }
    }
    let table = OutputTable(
      columns: [
        .init("measure"), .init("set"), .init("family"), .init("unit"), .init("perfect"),
        .init("better"), .init("title"), .init("formula"), .init("source"),
      ], rows: rows)
    output.print(table)
  }

  private static func row(_ metric: MetricDefinition, of set: MetricSet) -> [OutputTable.Cell] {
    [
      .text(metric.name), .text(set.rawValue), .text(metric.family.rawValue),
      .text(metric.dimension.rawValue),
      metric.perfect.map { .text(DecimalNumber.text($0)) } ?? .empty,
      .text(metric.order.rawValue), .text(metric.title), .text(metric.formula),
      .text(metric.source),
    ]
  }
}
