import ArgumentParser
import Reporting

/// Finds, describes, fetches, checks, converts and makes datasets.
struct DatasetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "datasets",
    abstract: "List, describe, fetch, check, convert and make datasets.",
    discussion: """
      A dataset is named by its name, its folder, or a file. Names are looked up in the folders \
      named 'datasets' in the current folder and above it, beside the executable and above it, and \
      in the folders that NEXTPOINT_DATASETS names (separated by colons). The name of a folder of \
      datasets stands for all of them.
      """,
    subcommands: [
      DatasetsListCommand.self, DatasetsInfoCommand.self, DatasetsFetchCommand.self,
      DatasetsValidateCommand.self, DatasetsSamplesCommand.self, DatasetsConvertCommand.self,
      DatasetsSynthesizeCommand.self,
    ],
    defaultSubcommand: DatasetsListCommand.self)
}

extension OutputFormat: ExpressibleByArgument {}

/// How a result is printed.
struct DatasetOutput: ParsableArguments {
  @Option(help: "How to print the result: table, csv, json or markdown.")
  var format: OutputFormat = .table

  func print(_ table: OutputTable) { Terminal.write(table.rendered(as: format)) }
}
