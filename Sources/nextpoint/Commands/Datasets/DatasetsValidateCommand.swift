import ArgumentParser
import Datasets
import Reporting

/// Checks every file of datasets.
struct DatasetsValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check every file: hash, syntax, timestamps, gaps.",
    usage: "nextpoint datasets validate <dataset> ... [<options>]",
    discussion: """
      Exits with 3 if something cannot be read or does not match its dataset.json,
      and with 65 if nothing can be read. Duplicate and backward timestamps, gaps
      (more than 4 nominal intervals) and strokes of one sample are counted, but are
      not errors.

      EXAMPLE
        nextpoint datasets validate synthetic-noisy-60hz
      """)

  @Argument(help: ArgumentHelp("Names, folders or files.", valueName: "dataset"))
  var datasets: [String]

  @OptionGroup(title: "Reading") var reading: ReadingArguments
  @OptionGroup var output: FormatArguments

  func run() throws {
    let options = try reading.options()
    var table = OutputTable(columns: Self.columns)
    var samples = 0
    var hasProblems = false
    for reference in try DatasetSearch.references(datasets) {
      let dataset = try DatasetSearch.load(reference, reading: options, keepsStrokes: false)
      for problem in dataset.problems { Terminal.warn(problem) }
      table.rows += try CommandFailure.asNoData {
        try dataset.files.map { file in try row(file, of: dataset) }
      }
      samples += dataset.sampleCount
      hasProblems = hasProblems || !dataset.problems.isEmpty
    }
    output.print(table)
    if samples == 0 { throw ExitStatus.noData }
    if hasProblems { throw ExitStatus.incomplete }
  }

  private static let columns: [OutputTable.Column] = [
    .init("dataset"), .init("file"), .init("status"), .init("hash"),
    .init("lines_read", title: "lines read"), .init("lines_rejected", title: "rejected"),
    .init("strokes"), .init("samples"), .init("single_sample_strokes", title: "of one sample"),
    .init("duplicate_times", title: "duplicate times"),
    .init("backward_times", title: "backward times"), .init("gaps"),
    .init("longest_interval_ms", title: "longest interval (ms)"),
    .init("median_interval_ms", title: "median interval (ms)"),
    .init("format"), .init("format_reason", title: "because"),
  ]

  private func row(
    _ file: LoadedFile, of dataset: LoadedDataset
  ) throws(ReadProblem) -> [OutputTable.Cell] {
    let statistics = try RecordingStatistics(surveyed: file, of: dataset.description)
    let intervals = statistics.samples - statistics.strokes
    // If only some are, reading has warned.
    if statistics.backwardTimes > 0, statistics.backwardTimes == intervals {
      Terminal.warn(
        "\(file.path): times run backward in \(statistics.backwardTimes) of \(intervals) intervals; a "
          + "sample dated before others removes them for a predictor, so correct the times or the order of "
          + "the samples")
    }
    return [
      .text(dataset.name), .text(file.entry.path),
      .text(status(file, backward: statistics.backwardTimes)), .text(hash(file)),
      .integer(file.result.linesRead), .integer(file.result.linesRejected),
      .integer(statistics.strokes), .integer(statistics.samples),
      .integer(statistics.singleSampleStrokes), .integer(statistics.duplicateTimes),
      .integer(statistics.backwardTimes), .integer(statistics.gaps),
      .measured(statistics.longestInterval.map { $0 * 1000 }),
      .measured(statistics.medianInterval.map { $0 * 1000 }),
      .text(file.assumption?.format.rawValue ?? ""), .text(file.assumption?.reason ?? ""),
    ]
  }

  private func status(_ file: LoadedFile, backward: Int) -> String {
    if file.isMissing { return "missing" }
    if file.result.problems.isEmpty { return backward == 0 ? "fine" : "backward times" }
    return file.result.recordings.isEmpty ? "unreadable" : "with problems"
  }

  private func hash(_ file: LoadedFile) -> String {
    guard let expected = file.entry.sha256 else { return "not stated" }
    if file.sha256.isEmpty { return "not checked" }
    return expected.lowercased() == file.sha256 ? "matches" : "differs"
  }
}
