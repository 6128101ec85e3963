import ArgumentParser
import Datasets
import Foundation
import Reporting

extension OutputFormat: ExpressibleByArgument {}

/// The format in which a table is printed.
struct FormatArguments: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .table

  /// Prints a table on standard output.
  func print(_ table: OutputTable) { Terminal.write(table.rendered(as: format)) }
}

/// What happens to output that exists already.
struct ForceArguments: ParsableArguments {
  @Flag(help: "Replace a file, or a folder that this command wrote.")
  var force = false

  /// Refuses, before any work, files that exist and may not be replaced; nil passes.
  func check(_ paths: String?...) throws(FileWriteError) {
    for case .some(let path) in paths { try AtomicFile.check(path, replacing: force) }
  }

  /// Writes text to a file.
  ///
  /// - Throws: `FileWriteError` if it exists and may not be replaced, or cannot be written.
  func write(_ text: String, to path: String) throws(FileWriteError) {
    try AtomicFile.write(text, to: path, replacing: force)
  }
}

/// The files and the background of a picture.
struct PictureArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The picture, as .svg or .png by its extension.",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The picture as SVG.", valueName: "file"))
  var svg: String?

  @Option(help: ArgumentHelp("The picture as PNG, rendered by rsvg-convert.", valueName: "file"))
  var png: String?

  @Option(help: ArgumentHelp("PNG pixels per SVG unit.", valueName: "n"))
  var zoom = 2.0

  @Option(
    help: ArgumentHelp(
      "The background: light, dark, or auto to follow the reader's system.",
      valueName: "scheme"))
  var background = FigureBackground.automatic

  @OptionGroup var existing: ForceArguments

  /// Whether a picture is asked for.
  var areAskedFor: Bool { output != nil || svg != nil || png != nil }

  /// The files that are written, by format.
  private struct Targets {
    var svg: [String] = []
    var png: [String] = []
  }

  /// The endings of names, in small letters, that promise what is not written.
  private static let otherFormats: Set = [
    "bmp", "eps", "gif", "heic", "jpeg", "jpg", "pdf", "ps", "tif", "tiff", "webp",
  ]

  /// Sorts the files by format; a name that promises another one is refused.
  private func targets() throws(CommandFailure) -> Targets {
    var targets = Targets(svg: [svg].compactMap(\.self), png: [png].compactMap(\.self))
    if let output {
      if Self.ending(of: output) == "png" {
        targets.png.append(output)
      } else {
        targets.svg.append(output)
      }
    }
    for path in targets.svg where Self.ending(of: path) == "png" {
      throw .usage("--svg \(path) has the ending of a PNG; write it by --png, or name it .svg")
    }
    for path in targets.png where Self.ending(of: path) == "svg" {
      throw .usage("--png \(path) has the ending of an SVG; write it by --svg, or name it .png")
    }
    for path in targets.svg + targets.png where Self.otherFormats.contains(Self.ending(of: path)) {
      throw .usage("\(path): pictures are SVG or PNG; name it .svg or .png")
    }
    return targets
  }

  private static func ending(of path: String) -> String {
    URL(fileURLWithPath: path).pathExtension.lowercased()
  }

  /// Refuses, before any work, what cannot be written.
  func check() throws(CommandFailure) {
    guard areAskedFor else {
      throw .usage("no file is given; name one by --output FILE.svg or --png FILE.png")
    }
    try CommandFailure.check("--zoom", zoom, in: 0.1...10)
    let targets = try targets()
    if !targets.png.isEmpty { _ = try PNGRenderer() }
    for path in targets.svg + targets.png {
      do { try existing.check(path) } catch { throw .writing(error) }
    }
  }

  /// Writes the files that were asked for.
  ///
  /// - Parameters:
  ///   - figure: The picture.
  ///   - detail: By how much the PNG has more pixels than --zoom says.
  /// - Throws: `CommandFailure` where a file cannot be written or rendered.
  func write(_ figure: Figure, detail: Double = 1) throws {
    let targets = try targets()
    for path in targets.svg { try existing.write(figure.file(on: background), to: path) }
    // A file of pixels has no reader's system to follow.
    let scheme = background == .automatic ? FigureBackground.light : background
    for path in targets.png {
      try PNGRenderer().write(
        figure.file(on: scheme), zoom: zoom * detail, to: path, replacing: existing.force)
    }
  }
}

extension FigureBackground: ExpressibleByArgument {}
