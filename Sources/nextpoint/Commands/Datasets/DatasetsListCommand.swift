import ArgumentParser
import Datasets
import Reporting

/// Lists the datasets that can be called by name.
struct DatasetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the data sets that can be used by name.",
    discussion: """
      EXAMPLE
        nextpoint datasets list --format csv
      """)

  @OptionGroup var output: FormatArguments

  func run() throws {
    let locator = DatasetSearch.locator()
    let references = locator.known()
    guard !references.isEmpty else {
      let folders = locator.searchFolders.joined(separator: ", ")
      throw CommandFailure.noData(
        "there are no datasets; looked in \(folders.isEmpty ? "no folder" : folders); "
          + "make some with 'nextpoint datasets synthesize --output datasets/synthetic' or set "
          + "\(DatasetSearch.environmentVariable)")
    }
    var table = OutputTable(columns: [
      .init("name"), .init("files"), .init("readable_files", title: "readable"),
      .init("rate_hz", title: "rate (Hz)"), .init("unit"), .init("licence"), .init("title"),
      .init("path"),
    ])
    var unreadable = false
    for reference in references {
      do {
        table.rows.append(try row(reference))
      } catch {
        Terminal.warn("\(error)")
        unreadable = true
      }
    }
    output.print(table)
    if unreadable { throw table.rows.isEmpty ? ExitStatus.noData : ExitStatus.incomplete }
  }

  private func row(_ reference: DatasetReference) throws -> [OutputTable.Cell] {
    let description = try DatasetDescription.read(
      path: "\(reference.path)/\(DatasetDescription.fileName)")
    let readable = description.files.count { RecordingFormat(rawValue: $0.format) != nil }
    return [
      .text(description.name), .integer(description.files.count), .integer(readable),
      .number(description.nominalRate, decimals: 0), .text(description.unit.rawValue),
      .text(description.licence), .text(description.title),
      .text(DatasetSearch.shown(reference.path)),
    ]
  }
}
