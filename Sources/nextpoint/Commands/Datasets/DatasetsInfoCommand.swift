import ArgumentParser
import Datasets
import Evaluation
import Reporting
import TouchInput

/// Describes datasets: where they come from, what is in them, and what to watch for.
struct DatasetsInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Describe data sets: source, clock, positions, strokes, faults.",
    usage: "nextpoint datasets info <dataset> ... [<options>]",
    discussion: """
      Prints where data sets come from, what their times, positions and strokes are
      like, and how many targets two protocols score at each horizon. Then lists what
      to watch for when evaluating predictors on them: bursts, duplicate times, a
      coarse clock, an unknown unit, and more. docs/reference/dataset-info.md
      defines every value.

      EXAMPLES
        nextpoint datasets info synthetic-noisy-60hz
        nextpoint datasets info my-set --format json --figure my-set.svg
      """)

  @Argument(help: ArgumentHelp("Names, folders or files.", valueName: "dataset"))
  var datasets: [String]

  @OptionGroup(title: "Horizons") var horizons: HorizonArguments

  @Option(
    help: ArgumentHelp(
      "Also draw intervals, durations, lengths and speeds as SVG.", valueName: "file.svg"))
  var figure: String?

  @OptionGroup var existing: ForceArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments
  @OptionGroup var output: FormatArguments

  func run() throws {
    try existing.check(figure)
    let horizons =
      try horizons.horizons()
      ?? [1, 2, 4, 6].map { Horizon(frames: $0, rate: HorizonArguments.defaultFrameRate) }
    let options = try reading.options()
    let loaded = try DatasetSearch.references(datasets).map { reference in
      try DatasetSearch.load(reference, reading: options)
    }
    for problem in loaded.flatMap(\.problems) { Terminal.warn(problem) }
    let profiles = loaded.map { DatasetProfile(of: $0, horizons: horizons) }
    let described = Array(zip(loaded, profiles))
    output.print(output.format == .table ? upright(described) : wide(described))
    if output.format == .table { Terminal.write(profiles.map(Self.advice).joined()) }
    if let figure {
      try existing.write(
        ProfileFigure(of: profiles).figure(named: "dataset-info").file, to: figure)
    }
    if loaded.allSatisfy(\.recordings.isEmpty) { throw ExitStatus.noData }
    if !loaded.allSatisfy(\.problems.isEmpty) { throw ExitStatus.incomplete }
  }

  private static let columns: [OutputTable.Column] = [
    .init("dataset"), .init("title"), .init("licence"), .init("citation"),
    .init("repository"), .init("commit"), .init("device"), .init("clock"),
    .init("unit"), .init("units_per_mm", title: "units per mm"),
    .init("nominal_rate_hz", title: "nominal rate (Hz)"),
    .init("median_interval_ms", title: "median interval (ms)"),
    .init("median_rate_hz", title: "rate of the median interval (Hz)"), .init("files"),
    .init("missing_files", title: "missing files"), .init("recordings"),
    .init("device_classes", title: "device classes"), .init("participants"),
    .init("tasks"), .init("strokes"), .init("samples"),
    .init("contact_s", title: "contact time (s)"),
    .init("device_predictions", title: "device predictions"),
    .init("exact_truth", title: "exact truth"),
    .init("rejected_lines", title: "rejected lines"), .init("sha256"),
    .init("read_as", title: "read as"),
  ]

  private typealias Described = (dataset: LoadedDataset, profile: DatasetProfile)

  /// One row a dataset, for programs.
  private func wide(_ datasets: [Described]) -> OutputTable {
    OutputTable(columns: columns(of: datasets), rows: datasets.map(cells))
  }

  /// One row a property and one column a dataset, for people.
  private func upright(_ datasets: [Described]) -> OutputTable {
    let columns = columns(of: datasets)
    let rows = datasets.map(cells)
    let shown = columns.indices.dropFirst().filter {
      !DatasetProfile.columnsForPrograms.contains(columns[$0].name)
    }
    return OutputTable(
      columns: [.init("property")] + datasets.map { .init($0.dataset.name) },
      rows: shown.map { column in
        [.text(columns[column].title)] + rows.map { .text(Self.text($0[column])) }
      })
  }

  private func columns(of datasets: [Described]) -> [OutputTable.Column] {
    Self.columns + (datasets.first?.profile.columns ?? [])
  }

  private func cells(_ described: Described) -> [OutputTable.Cell] {
    row(described.dataset) + described.profile.cells
  }

  /// What to watch for, a paragraph for each warning.
  private static func advice(_ profile: DatasetProfile) -> String {
    guard !profile.warnings.isEmpty else { return "" }
    return "\n\(VisibleText.line(profile.name)): what to watch for\n"
      + profile.warnings.map { "  \($0.code.rawValue): \($0.text)\n" }.joined()
  }

  /// A number among texts would push all of them to the right, so everything is text.
  private static func text(_ cell: OutputTable.Cell) -> String {
    switch cell {
    case .text(let text): text
    case .number, .measured, .integer: cell.forPeople
    case .empty: "not known"
    case .list(let cells): cells.isEmpty ? "none" : cell.forPeople
    }
  }

  /// Returns the number of recordings per device class, such as `pen-display 7, unknown 2`.
  private static func deviceClasses(_ recordings: [Recording]) -> String {
    DeviceClass.allCases.compactMap { device in
      let count = recordings.count { $0.device == device }
      return count > 0 ? "\(device.rawValue) \(count)" : nil
    }.joined(separator: ", ")
  }

  /// Returns the assumed formats with their reasons, and the number of files of each if there are several.
  private static func assumptions(_ files: [LoadedFile]) -> String {
    let all = files.compactMap(\.assumption)
    let distinct = all.reduce(into: [AssumedFormat]()) { if !$0.contains($1) { $0.append($1) } }
    return distinct.map { assumption in
      let count = all.count { $0 == assumption }
      return distinct.count > 1 ? "\(count) files \(assumption)" : "\(assumption)"
    }.joined(separator: "; ")
  }

  private func row(_ dataset: LoadedDataset) -> [OutputTable.Cell] {
    let description = dataset.description
    let recordings = dataset.recordings
    let strokes = recordings.flatMap(\.strokes)
    let statistics = RecordingStatistics(recordings)
    let predictions = strokes.flatMap(\.devicePredictions).reduce(0) { $0 + $1.samples.count }
    let isExact = strokes.contains { $0.exactPositions != nil }
    return [
      .text(dataset.name), .text(description.title), .text(description.licence),
      .text(description.citation), .text(description.source?.repository ?? ""),
      .text(description.source?.commit ?? ""), .text(description.device),
      .text(description.clock), .text(description.scale.unit.rawValue),
      .measured(description.scale.unitsPerMillimeter),
      .number(description.nominalRate, decimals: 1),
      .measured(statistics.medianInterval.map { $0 * 1000 }),
      .number(statistics.medianInterval.map { 1 / $0 }, decimals: 1),
      .integer(dataset.files.count), .integer(dataset.missingFiles.count),
      .integer(recordings.count), .text(Self.deviceClasses(recordings)),
      .integer(dataset.participantCount),
      .integer(Set(recordings.map(\.task)).count), .integer(dataset.strokeCount),
      .integer(dataset.sampleCount), .measured(statistics.contactTime),
      .integer(predictions), .text(isExact ? "yes" : "no"), .integer(dataset.rejectedLines),
      .text(dataset.sha256), .text(Self.assumptions(dataset.files)),
    ]
  }
}
