import ArgumentParser

/// Finds, describes, fetches, checks, converts and makes data sets.
struct DatasetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "datasets",
    abstract: "List, describe, fetch, check, convert and make data sets.",
    discussion: """
      A data set is given by its name, its folder, or a file. Names are looked up in
      folders called 'datasets' in the current folder and above it, beside the
      executable and above it, and in the folders listed in NEXTPOINT_DATASETS
      (separated by colons). The name of a folder of data sets means all of them.

      EXAMPLE
        nextpoint datasets info synthetic-noisy-60hz
      """,
    subcommands: [
      DatasetsListCommand.self, DatasetsInfoCommand.self, DatasetsFetchCommand.self,
      DatasetsInitCommand.self, DatasetsValidateCommand.self, DatasetsSamplesCommand.self,
      DatasetsConvertCommand.self, DatasetsSynthesizeCommand.self,
    ],
    defaultSubcommand: DatasetsListCommand.self)
}
