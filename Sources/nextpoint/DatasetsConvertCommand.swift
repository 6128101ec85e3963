import ArgumentParser
import Datasets
import Foundation
import Reporting

/// Converts a dataset of any readable format into plain CSV.
struct DatasetsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a dataset of any readable format into plain CSV with its dataset.json.")

  @Argument(help: ArgumentHelp("A name, folder or file.", valueName: "dataset"))
  var dataset: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"))
  var output: String

  @Option(help: "The name of the new dataset; by default that of the output folder.")
  var name: String?

  @Flag(help: "Replace a dataset that is already there.")
  var force = false

  @Flag(
    name: .customLong("join-strokes"),
    help: "Join rows of plain CSV whose stroke goes on after rows of others.")
  var joinsStrokes = false

  @OptionGroup var form: DatasetOutput

  func run() throws {
    let references = try DatasetSearch.references([dataset])
    guard let reference = references.first, references.count == 1 else {
      throw CommandFailure.usage(
        "'\(dataset)' stands for \(references.count) datasets; convert them one by one: "
          + references.map(\.name).joined(separator: ", "))
    }
    do {
      try DatasetWriter.check(folder: output, replacing: force)
    } catch {
      throw CommandFailure.writing(error)
    }
    let loaded = try DatasetSearch.load(
      reference, returningStrokes: joinsStrokes ? .join : nil)
    for problem in loaded.problems { Terminal.warn(problem) }
    guard !loaded.recordings.isEmpty else {
      throw CommandFailure.noData(
        "\(reference.path): nothing could be read, so nothing was written; see the problems above")
    }
    if DatasetConversion.losesEvents(loaded.recordings) {
      Terminal.note(
        "note: plain CSV has no place for the device's own predictions and late corrections; "
          + "they are left out")
    }
    try write(loaded)
    if !loaded.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func write(_ loaded: LoadedDataset) throws(CommandFailure) {
    let folderName = URL(fileURLWithPath: output).standardizedFileURL.lastPathComponent
    do {
      let content = try DatasetConversion.plain(loaded, name: name ?? folderName)
      try DatasetWriter.write(content, to: output, replacing: force)
      form.print(WrittenDataset.table([WrittenDataset(content, folder: output)]))
    } catch {
      throw .writing(error)
    }
  }
}
