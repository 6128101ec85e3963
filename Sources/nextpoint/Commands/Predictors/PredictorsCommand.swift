import ArgumentParser
import MotionPrediction
import Reporting

/// The catalogue of predictors.
struct PredictorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predictors",
    abstract: "List, show, draw, measure and export predictors.",
    discussion: """
      EXAMPLE
        nextpoint predictors show polynomial
      """,
    subcommands: [List.self, Show.self, Draw.self, Noise.self, Export.self],
    defaultSubcommand: List.self)

  /// Lists the catalogue.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the catalogue of predictors.",
      discussion: """
        EXAMPLE
          nextpoint predictors list --format markdown
        """)

    @OptionGroup var output: FormatArguments

    mutating func run() throws {
      let rows = ExternalPrograms(mayRun: false).catalogue(.standard).rows.map {
        row -> [OutputTable.Cell] in
        [
          .text(row.kind), .text(row.role.rawValue), .text(row.summary), .text(row.spelling),
        ]
      }
      let table = OutputTable(
        columns: [
          .init("predictor"), .init("role"), .init("summary"),
          .init("spelling", title: "with its defaults"),
        ], rows: rows)
      output.print(table)
      if output.format == .table {
        Terminal.write(
          "\nA predictor outside the package: external:command=\"PROGRAM\" (see evaluate --help).\n"
            + "'nextpoint predictors show KIND' lists parameters, ranges and sources.\n")
      }
    }
  }

  /// Shows one predictor.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a predictor's parameters, ranges, defaults and references.",
      discussion: """
        EXAMPLE
          nextpoint predictors show polynomial
        """)

    @Argument(help: "The predictor's name.")
    var kind: String

    @OptionGroup var output: FormatArguments

    mutating func run() throws {
      let row = try CommandFailure.asUsage {
        try ExternalPrograms(mayRun: false).catalogue(.standard).row(kind: kind)
      }
      let table = OutputTable(
        columns: [
          .init("parameter"), .init("default"), .init("unit"), .init("range"), .init("source"),
          .init("summary", title: "what it does"),
        ],
        rows: row.parameters.map {
          [
            .text($0.name), .text($0.defaultText), .text($0.unit), .text($0.range),
            .text($0.source), .text($0.summary),
          ]
        })
      let isForPeople = output.format == .table || output.format == .markdown
      if isForPeople {
        Terminal.write("\(row.kind): \(row.summary)\n\n")
        if row.parameters.isEmpty { Terminal.write("It has nothing to set.\n") }
      }
      if !row.parameters.isEmpty || !isForPeople { output.print(table) }
      if isForPeople, !row.references.isEmpty {
        Terminal.write("\n" + row.references.map { "- \($0)\n" }.joined())
      }
    }
  }
}
