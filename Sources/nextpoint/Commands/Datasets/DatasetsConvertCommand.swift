import ArgumentParser
import Datasets
import Foundation
import Reporting
import TouchInput

/// Converts a dataset of any readable format into plain CSV or touch events.
struct DatasetsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a data set to plain CSV or touch events.",
    usage: "nextpoint datasets convert <dataset> --output <folder> [<options>]",
    discussion: """
      Writes a folder of files with a dataset.json. --to inkable-json writes arrays
      of touch events as Inkable does. Reading them back gives the same recordings;
      what Inkable has no key for is stored under additional keys, which Inkable
      ignores. Reports between two refreshes of a display (--refresh-rate) come in
      one callback, at whose end is an object that has only an identifier. Files of
      touch events keep all their events and callbacks.

      --predictor replaces the device's predictions with its own, written as
      predicted touches, by default 8 and 16 ms ahead.

      EXAMPLES
        nextpoint datasets convert henze-2017 --output henze-csv
        nextpoint datasets convert synthetic-noisy-120hz --to inkable-json -o ink
        nextpoint datasets convert pen.inkml --to inkable-json --predictor linear \\
          --horizon-ms 8,16 --output predicted
      """)

  @Argument(help: ArgumentHelp("A name, folder or file.", valueName: "dataset"))
  var dataset: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"))
  var output: String

  @Option(help: "The new data set's name (default: that of the output folder).")
  var name: String?

  @OptionGroup var existing: ForceArguments

  @Flag(
    name: .customLong("join-strokes"),
    help: "Join rows of plain CSV whose stroke resumes after rows of other strokes.")
  var joinsStrokes = false

  @OptionGroup(title: "Reading") var reading: ReadingArguments

  /// The formats that are written.
  enum Target: String, ExpressibleByArgument, CaseIterable {
    case plainCSV = "plain-csv"
    case inkableJSON = "inkable-json"
  }

  @Option(name: .customLong("to"), help: ArgumentHelp("The format to write.", valueName: "format"))
  var target = Target.plainCSV

  @Option(
    help: ArgumentHelp(
      "The display at whose refreshes callbacks of touch events come (default: 60).",
      valueName: "hz"))
  var refreshRate: Double?

  @Option(help: ArgumentHelp("The predictor that replaces the device's.", valueName: "spec"))
  var predictor: String?

  @OptionGroup(title: "Horizons of --predictor") var horizons: HorizonArguments

  @OptionGroup var form: FormatArguments

  func run() throws {
    let ahead = try horizons.horizons()?.map(\.seconds)
    guard predictor != nil || ahead == nil else {
      throw CommandFailure.usage("horizons require --predictor; name one, or leave them out")
    }
    guard predictor == nil || target == .inkableJSON else {
      throw CommandFailure.usage(
        "--predictor requires --to inkable-json; plain CSV has no place for predictions")
    }
    guard refreshRate == nil || target == .inkableJSON else {
      throw CommandFailure.usage(
        "--refresh-rate requires --to inkable-json; plain CSV has no callbacks")
    }
    try CommandFailure.checkPositive("--refresh-rate", refreshRate)
    if let predictor {
      // Refused before anything is read.
      _ = try InkPredictorArguments.standIn(
        predictor, ahead: ahead, rate: 60, unitsPerMillimeter: nil)
    }
    let reference = try DatasetSearch.only(dataset)
    try DatasetWriter.check(folder: output, replacing: existing.force)
    var options = try reading.options()
    if joinsStrokes { options.returningStrokes = .join }
    let loaded = try DatasetSearch.load(reference, reading: options)
    for problem in loaded.problems { Terminal.warn(problem) }
    guard !loaded.recordings.isEmpty else {
      throw CommandFailure.noData(
        "\(reference.path): nothing could be read, so nothing was written; see the problems above")
    }
    if target == .plainCSV, DatasetConversion.losesEvents(loaded.recordings) {
      Terminal.note(
        "note: plain CSV has no place for the device's own predictions and late corrections; "
          + "they are left out")
    }
    try write(loaded, ahead: ahead)
    if !loaded.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func write(_ loaded: LoadedDataset, ahead: [Double]?) throws {
    let folderName = URL(fileURLWithPath: output).standardizedFileURL.lastPathComponent
    let content = try content(of: loaded, name: name ?? folderName, ahead: ahead)
    try DatasetWriter.write(content, to: output, replacing: existing.force)
    let samples = target == .plainCSV ? nil : loaded.sampleCount
    form.print(WrittenDataset.table([WrittenDataset(content, folder: output, samples: samples)]))
  }

  private func content(
    of loaded: LoadedDataset, name: String, ahead: [Double]?
  ) throws -> DatasetContent {
    guard target == .inkableJSON else { return try DatasetConversion.plain(loaded, name: name) }
    let rate = refreshRate ?? TouchBatching.usualRefreshRate
    guard let predictor else {
      return try TouchEventConversion.inkable(loaded, name: name, refreshRate: rate)
    }
    return try TouchEventConversion.inkable(loaded, name: name, refreshRate: rate) {
      batches, recording in
      var standIn = try InkPredictorArguments.standIn(
        predictor, ahead: ahead, rate: recording.nominalRate,
        unitsPerMillimeter: recording.scale.unitsPerMillimeter)
      return batches.map { standIn.processPrecisely($0) }
    }
  }
}
