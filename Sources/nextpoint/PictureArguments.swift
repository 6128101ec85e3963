import ArgumentParser
import Datasets
import Reporting

/// Where a picture goes, and on what background.
struct PictureArguments: ParsableArguments {
  @Option(
    name: [.customLong("output"), .customLong("svg")],
    help: ArgumentHelp("The picture as SVG.", valueName: "file"))
  var svg: String?

  @Option(help: ArgumentHelp("The picture as PNG, made by rsvg-convert.", valueName: "file"))
  var png: String?

  @Option(help: ArgumentHelp("Pixels of the PNG to a unit of the SVG.", valueName: "n"))
  var zoom = 2.0

  @Option(
    help: ArgumentHelp(
      "The background: light, dark, or auto, as the reader's system has it.",
      valueName: "scheme"))
  var background = FigureBackground.automatic

  /// Refuses, before any work, what cannot be written.
  func check() throws(CommandFailure) {
    guard svg != nil || png != nil else {
      throw .usage("no file is given; name one by --output FILE.svg or --png FILE.png")
    }
    guard zoom.isFinite, (0.1...10).contains(zoom) else {
      throw .usage("--zoom \(zoom) is not from 0.1 to 10")
    }
    if png != nil { _ = try PNGRenderer() }
  }

  /// Writes the files that were asked for.
  ///
  /// - Parameters:
  ///   - figure: The picture.
  ///   - detail: By how much the PNG has more pixels than --zoom says.
  /// - Throws: `CommandFailure` where a file cannot be written or rendered.
  func write(_ figure: Figure, detail: Double = 1) throws(CommandFailure) {
    do {
      if let svg { try AtomicFile.write(figure.file(on: background), to: svg) }
    } catch {
      throw .failed("\(error)")
    }
    guard let png else { return }
    // A file of pixels has no reader's system to follow.
    let scheme = background == .automatic ? FigureBackground.light : background
    try PNGRenderer().write(figure.file(on: scheme), zoom: zoom * detail, to: png)
  }
}

extension FigureBackground: ExpressibleByArgument {}
