import ArgumentParser
import Datasets
import Foundation
import Reporting

/// Downloads the public datasets of a catalogue.
struct DatasetsFetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download public data sets and check every file.",
    usage: "nextpoint datasets fetch [<name> ...] [<options>]",
    discussion: """
      Without a name, downloads every data set of the catalogue. Each becomes a
      folder in 'datasets/fetched', where the other commands find it by name. Files
      that are present and match their hash are not downloaded again, and an
      interrupted download resumes. Other files are only replaced with --force. Exits with 3 if something could not be
      downloaded; standard error says what and why.

      EXAMPLES
        nextpoint datasets fetch --list
        nextpoint datasets fetch henze-2017 inkable
      """)

  @Argument(help: ArgumentHelp("Names in the catalogue.", valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The folder to download into.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "The catalogue (default: catalogue.json in a folder where names are looked up).",
      valueName: "file"))
  var catalogue: String?

  @Flag(help: "Only list the data sets of the catalogue.")
  var list = false

  @Option(
    help: ArgumentHelp("Abort a transfer after this long without a byte.", valueName: "s"))
  var timeout = DatasetFetcher.defaultPatience

  @Flag(help: "Replace files that are not those of the catalogue.")
  var force = false

  @OptionGroup var output: FormatArguments

  func validate() throws {
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be from 1 to 3600 s, not \(timeout)")
    }
  }

  mutating func run() async throws {
    let source = try CatalogueSource(path: catalogue)
    let entries = try source.entries(names)
    guard !list else { return output.print(Self.listing(entries)) }
    var fetcher = DatasetFetcher(folder: folder ?? source.defaultFolder, patience: timeout)
    defer { fetcher.close() }
    var table = OutputTable(columns: [
      .init("dataset"), .init("files"), .init("fetched"), .init("present"), .init("missing"),
      .init("bytes"), .init("licence"), .init("path"),
    ])
    var isComplete = true
    let surveys = try entries.map { try fetcher.survey($0, replacing: force) }
    for (entry, survey) in zip(entries, surveys) {
      let bar = ProgressBar(entry.description.name, total: entry.bytes, of: .byte)
      let result = await fetcher.fetch(entry, after: survey) { bar.advance(by: $0) }
      bar.finish()
      for problem in result.problems { Terminal.warn(problem) }
      if result.notRequested > 0 {
        Terminal.warn(
          "\(entry.description.name): \(result.notRequested) more files were not asked for, since "
            + "their server cannot be reached; check the network, then run the command again")
      }
      if let problem = result.descriptionProblem { Terminal.warn(problem) }
      isComplete = isComplete && result.isComplete
      table.rows.append(Self.row(entry, result))
    }
    output.print(table)
    if !isComplete { throw ExitStatus.incomplete }
  }

  private static func row(
    _ entry: DatasetCatalogue.Entry, _ result: DatasetFetcher.Result
  ) -> [OutputTable.Cell] {
    [
      .text(entry.description.name), .integer(entry.downloads.count), .integer(result.fetched),
      .integer(result.present), .integer(result.missing), .integer(entry.bytes),
      .text(entry.description.licence), .text(DatasetSearch.shown(result.folder)),
    ]
  }

  private static func listing(_ entries: [DatasetCatalogue.Entry]) -> OutputTable {
    OutputTable(
      columns: [
        .init("dataset"), .init("files"), .init("bytes"), .init("licence"), .init("title"),
        .init("citation"),
      ],
      rows: entries.map { entry in
        let description = entry.description
        return [
          .text(description.name), .integer(entry.downloads.count), .integer(entry.bytes),
          .text(description.licence), .text(description.title), .text(description.citation),
        ]
      })
  }
}

/// The catalogue that a command uses, and where its datasets go.
private struct CatalogueSource {
  let catalogue: DatasetCatalogue
  /// The default folder of downloads, in which names are looked up.
  let defaultFolder: String

  /// The folder in a `datasets` folder for what was downloaded.
  private static let folderName = "fetched"

  init(path: String?) throws(CommandFailure) {
    let folders = DatasetSearch.locator().searchFolders
    let found = folders.first {
      FileManager.default.fileExists(atPath: "\($0)/\(DatasetCatalogue.fileName)")
    }
    guard let path = path ?? found.map({ "\($0)/\(DatasetCatalogue.fileName)" }) else {
      throw .noData(
        "there is no \(DatasetCatalogue.fileName); looked in "
          + "\(folders.isEmpty ? "no folder" : folders.joined(separator: ", ")); name one with "
          + "--catalogue")
    }
    do { catalogue = try DatasetCatalogue.read(path: path) } catch { throw .noData("\(error)") }
    let isBundled = found.map { path == "\($0)/\(DatasetCatalogue.fileName)" } ?? false
    let current = FileManager.default.currentDirectoryPath + "/datasets"
    defaultFolder = (isBundled ? found ?? current : current) + "/" + Self.folderName
  }

  /// Returns the entries of these names, each once; all if none is given.
  func entries(_ names: [String]) throws(CommandFailure) -> [DatasetCatalogue.Entry] {
    guard !names.isEmpty else { return catalogue.entries }
    let known = catalogue.entries.map(\.description.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw .noData(
        "the catalogue has no dataset '\(ShownText(unknown))'; it has "
          + "\(known.joined(separator: ", "))")
    }
    return catalogue.entries.filter { names.contains($0.description.name) }
  }
}
