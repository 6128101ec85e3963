import ArgumentParser
import Datasets
import Foundation
import Reporting
import TouchInput

extension LengthUnit: ExpressibleByArgument {}

/// Writes a `dataset.json` for recordings that have none.
struct DatasetsInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a dataset.json for existing recordings.",
    usage: "nextpoint datasets init <folder|file> ... [<options>]",
    discussion: """
      Reads a folder of recordings, or some files, and writes a dataset.json beside
      them: formats, unit, rate, and where needed the unit of times and the columns
      of tables. Prints what it guessed; correct the file where that is wrong. Files
      without a recording are skipped.

      EXAMPLES
        nextpoint datasets init study
        nextpoint datasets init study --participant-pattern 'p{participant}.csv'
      """)

  @Argument(help: ArgumentHelp("A folder, or files.", valueName: "folder|file"))
  var inputs: [String]

  @Option(
    name: .customLong("participant-pattern"),
    help: ArgumentHelp(
      "How file names tell participant and task, such as 'p{participant}_{task}.csv'; * is any text.",
      valueName: "pattern"))
  var pattern: String?

  @Option(help: "The data set's name (default: that of the folder).")
  var name: String?

  @Option(help: ArgumentHelp("The unit of lengths.", valueName: "u"))
  var unit: LengthUnit?

  @Option(help: ArgumentHelp("The device's nominal rate.", valueName: "hz"))
  var rate: Double?

  @OptionGroup var existing: ForceArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments
  @OptionGroup var output: FormatArguments

  func run() throws {
    try CommandFailure.checkPositive("--rate", rate)
    let given = DatasetDraft.Given(
      name: name, unit: unit, rate: rate,
      pattern: try pattern.map { text in
        do { return try ParticipantPattern(text) } catch {
          throw CommandFailure.usage("--participant-pattern '\(ShownText(text))': \(error)")
        }
      },
      options: try reading.options())
    let (folder, paths) = try files()
    let target = "\(folder)/\(DatasetDescription.fileName)"
    try existing.check(target)
    let draft = try CommandFailure.asNoData {
      try paths.map { DatasetDraft(folder: folder, paths: $0, given: given) }
        ?? DatasetDraft(folder: folder, given: given)
    }
    let problems = draft.files.flatMap(\.result.problems)
    for problem in problems { Terminal.warn(problem) }
    guard draft.files.contains(where: { $0.result.sampleCount > 0 }) else {
      throw CommandFailure.noData(
        "\(folder): no recording could be read, so nothing was written; see the problems above")
    }
    try warn(draft)
    try existing.write(draft.description.json, to: target)
    output.print(table(draft))
    Terminal.note("wrote \(target): \(summary(draft.description))")
    if !problems.isEmpty { throw ExitStatus.incomplete }
  }

  /// The folder to write into, and the files in it; nil for all.
  private func files() throws(CommandFailure) -> (folder: String, paths: [String]?) {
    var isFolder: ObjCBool = false
    for input in inputs {
      guard FileManager.default.fileExists(atPath: input, isDirectory: &isFolder) else {
        throw .noData("\(input): there is no such folder or file; check the path")
      }
      guard !isFolder.boolValue else {
        guard inputs.count == 1 else {
          throw .usage("\(input): is a folder; give one folder, or only files")
        }
        return (input.count > 1 && input.hasSuffix("/") ? String(input.dropLast()) : input, nil)
      }
    }
    let folders = inputs.map { input in
      Array(URL(fileURLWithPath: input).standardizedFileURL.pathComponents.dropLast())
    }
    let shared = folders.reduce(folders.first ?? []) { shared, folder in
      zip(shared, folder).prefix { $0 == $1 }.map(\.0)
    }
    let paths = inputs.map { input in
      URL(fileURLWithPath: input).standardizedFileURL.pathComponents.dropFirst(shared.count)
        .joined(separator: "/")
    }
    let folder = "/" + shared.dropFirst().joined(separator: "/")
    return (DatasetSearch.shown(folder), paths)
  }

  private func warn(_ draft: DatasetDraft) throws(CommandFailure) {
    if !draft.skipped.isEmpty {
      let names = draft.skipped.prefix(3).joined(separator: ", ")
      Terminal.warn(
        "skipped \(draft.skipped.count) files without a recording in a known format: "
          + "\(ShownText(names))\(draft.skipped.count > 3 ? ", …" : "")")
    }
    guard let first = draft.unnamed.first else { return }
    guard draft.unnamed.count < draft.files.count else {
      throw .usage(
        "--participant-pattern '\(ShownText(pattern ?? ""))': no file is named like this; the first is "
          + "'\(ShownText(first))'")
    }
    Terminal.warn(
      "\(draft.unnamed.count) files are not named like the pattern and have no participant: "
        + "'\(ShownText(first))' is the first; rename them, or add their participants to dataset.json"
    )
  }

  private func table(_ draft: DatasetDraft) -> OutputTable {
    OutputTable(
      columns: [
        .init("file"), .init("format"), .init("participant"), .init("task"), .init("strokes"),
        .init("samples"), .init("median_rate_hz", title: "rate of the median interval (Hz)"),
      ],
      rows: zip(draft.description.files, draft.files).map { entry, file in
        [
          .text(entry.path), .text(entry.format), .text(entry.participant ?? ""),
          .text(entry.task ?? ""), .integer(file.result.strokeCount),
          .integer(file.result.sampleCount),
          .number(file.result.recordings.first?.nominalRate, decimals: 1),
        ]
      })
  }

  private func summary(_ description: DatasetDescription) -> String {
    var parts = [
      "unit \(description.unit.rawValue)", "rate \(DecimalNumber.text(description.nominalRate)) Hz",
    ]
    if let unit = description.timeUnit { parts.append("times in \(unit.name)") }
    if let columns = description.columns { parts.append("columns \(columns)") }
    let people = Set(description.files.compactMap(\.participant))
    parts.append(
      people.isEmpty
        ? "no participants from file names"
        : "\(people.count) \(people.count == 1 ? "participant" : "participants")")
    return parts.joined(separator: ", ") + "; correct it where that is wrong"
  }
}
