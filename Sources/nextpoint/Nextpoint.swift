import ArgumentParser

@main
struct Nextpoint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nextpoint", subcommands: [DatasetsCommand.self])
}
