import ArgumentParser
import Datasets
import DigitalInk
import Reporting
import TouchInput

/// The strokes of a data set to draw as ink, and their style.
struct DrawingArguments: ParsableArguments {
  /// The modes of a ribbon, and the outline.
  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case calligraphy
    case ink
    case debug
    case outline

    /// That of a ribbon; nil for the outline.
    var ribbon: RibbonMode? {
      switch self {
      case .calligraphy: .calligraphy
      case .ink: .ink
      case .debug: .debug
      case .outline: nil
      }
    }
  }

  /// What the width of an outline follows.
  enum Law: String, ExpressibleByArgument, CaseIterable {
    case force
    case speed
    case nib
    case tilt
  }

  @Option(help: ArgumentHelp("Draw strokes of this data set.", valueName: "dataset"))
  var strokes: String?

  @Option(
    help: ArgumentHelp(
      "The recording's file, or the end of its path (default: the first).", valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The stroke of the recording, counted from 1 (default: all).", valueName: "n"))
  var stroke: Int?

  @Option(
    help: ArgumentHelp(
      "Draw a single stroke as it was after this many samples, with the device's predictions.",
      valueName: "n"))
  var after: Int?

  @Option(
    help: ArgumentHelp(
      "How to draw strokes (default: calligraphy; for touch events, elements).",
      valueName: "mode"))
  var mode: Mode?

  @Option(help: ArgumentHelp("What determines the width of outlines.", valueName: "law"))
  var law = Law.force

  @Option(help: ArgumentHelp("The maximum width of outlines, in the recording's unit."))
  var width = 6.0

  /// Draws the chosen strokes.
  ///
  /// - Parameters:
  ///   - dataset: The data set.
  ///   - reading: The settings with which it is read.
  /// - Returns: The figure, and whether something of the data set could not be read.
  /// - Throws: A usage error for what is not there.
  func picture(
    of dataset: String, _ reading: ReadingOptions
  ) throws -> (figure: Figure, isIncomplete: Bool) {
    let loaded = try DatasetSearch.loadOnly(dataset, reading: reading)
    guard loaded.recordings.contains(where: { !$0.strokes.isEmpty }) else {
      throw CommandFailure.noData("\(dataset): no stroke could be read; see the problems above")
    }
    let recording = try chosen(of: loaded.recordings)
    let strokes = try chosen(of: recording)
    try DrawnSamples.check(
      strokes.reduce(0) { $0 + $1.samples.count }, of: recording.source,
      remedy: "choose one with --stroke")
    let live = strokes.map { LiveStroke(replaying: $0, samples: after ?? $0.samples.count) }
    let picture = try picture(
      of: live, as: mode ?? .calligraphy, named: "\(loaded.name), \(recording.source)",
      unit: recording.scale.unit.rawValue)
    return (picture.figure(), !loaded.problems.isEmpty)
  }

  /// Draws strokes in a mode.
  ///
  /// - Parameters:
  ///   - strokes: The strokes; an outline is around measured samples alone.
  ///   - mode: How they are drawn.
  ///   - name: Where they come from, for the title.
  ///   - unit: What their lengths are in.
  /// - Returns: The picture.
  /// - Throws: A usage error for a width that cannot be.
  func picture(
    of strokes: [LiveStroke], as mode: Mode, named name: String, unit: String
  ) throws(CommandFailure) -> InkPicture {
    let title = "\(name): \(mode.rawValue)"
    if let ribbon = mode.ribbon {
      return InkPicture(
        title: title, unit: unit, strokes: strokes, settings: RibbonSettings(mode: ribbon))
    }
    let settings = try outlineSettings()
    let outlines = strokes.map {
      TaperedOutline($0.samples.map { CenterPoint($0) }, settings: settings)
        .curves(within: width / 25)
    }
    return InkPicture(title: "\(title) by \(law.rawValue)", unit: unit, outlines: outlines)
  }

  private func chosen(of recordings: [Recording]) throws(CommandFailure) -> Recording {
    let fitting = recordings.filter { recording in
      !recording.strokes.isEmpty && (file.map { recording.source.hasSuffix($0) } ?? true)
    }
    guard let first = fitting.first else {
      let names = recordings.prefix(20).map(\.source).joined(separator: ", ")
      throw .usage("no file with strokes ends in '\(file ?? "")'; there are: \(names)")
    }
    return first
  }

  private func chosen(of recording: Recording) throws(CommandFailure) -> [Stroke] {
    guard after == nil || stroke != nil else {
      throw .usage("--after requires --stroke; add it")
    }
    guard let stroke else { return recording.strokes }
    guard stroke >= 1, stroke <= recording.strokes.count else {
      throw .usage(
        "--stroke \(stroke): \(recording.source) has strokes 1 to \(recording.strokes.count)")
    }
    let chosen = recording.strokes[stroke - 1]
    guard after.map({ (1...max(chosen.samples.count, 1)).contains($0) }) ?? true else {
      throw .usage(
        "--after \(after ?? 0): stroke \(stroke) has samples 1 to \(chosen.samples.count)")
    }
    return [chosen]
  }

  private func outlineSettings() throws(CommandFailure) -> OutlineSettings {
    try CommandFailure.checkPositive("--width", width)
    let law: WidthLaw =
      switch law {
      case .force: .force(full: 2, exponent: 1)
      case .speed: .speed(half: 80 * width)
      case .nib: .nib(usualEdge: .pi / 4)
      case .tilt: .tilt
      }
    return OutlineSettings(
      law: law, minimumWidth: width / 6, maximumWidth: width, startTaper: 2 * width,
      endTaper: 2 * width, tolerance: width / 100)
  }
}

/// How much one picture or page may show.
enum DrawnSamples {
  /// With more samples the file has some hundred megabytes, and takes minutes to make.
  static let most = 200_000

  /// Refuses a number of samples that no viewer opens.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - source: Of what.
  ///   - remedy: What shows fewer.
  /// - Throws: A usage error for more than `most`.
  static func check(
    _ count: Int, of source: String, remedy: String = "divide the stroke in its file"
  ) throws(CommandFailure) {
    guard count > most else { return }
    throw .usage("\(source): \(count) samples are too many to draw, at most \(most); \(remedy)")
  }
}
