import ArgumentParser
import Reporting

/// `nextpoint ink`: what ink looks like.
struct InkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ink",
    abstract: "Draw strokes as ink, or all of a data set small, coloured by prediction error.",
    discussion: """
      --strokes draws the strokes of a recording on one page: as ribbons in the modes of Speed
      Sketch (--mode calligraphy, ink or debug), or as tapered outlines (--mode outline) whose
      width follows force, speed, the direction of the pen (nib) or its altitude (tilt).

      --gallery makes a contact sheet: strokes in recorded order, each with its own scale bar and
      its mean error, coloured along its course by the error of the predictions made there. --limit
      strokes are on a sheet, and --page says which sheet. Each stroke is predicted after those
      before it in its recording, as in 'nextpoint evaluate'.

      PNG is made by rsvg-convert (Debian's librsvg2-bin), on white unless --background says dark.

      EXAMPLES
        nextpoint ink --gallery synthetic-noisy-120hz --predictor linear --output gallery.svg
        nextpoint ink --gallery henze-2017 --participant 1 --page 2 --png gallery.png
        nextpoint ink --strokes inkable --file events.json --mode outline --svg ink.svg
      """)

  @Option(help: ArgumentHelp("A data set's name, a folder or a file.", valueName: "dataset"))
  var gallery: String?

  @OptionGroup(title: "Strokes as ink") var drawing: DrawingArguments

  @Option(help: ArgumentHelp("The predictor.", valueName: "spec"))
  var predictor = "linear"

  @OptionGroup(title: "Horizon, 33.3 ms by default") var horizons: HorizonArguments

  @Option(help: ArgumentHelp("Only strokes of this participant.", valueName: "name"))
  var participant: String?

  @Option(help: ArgumentHelp("How many strokes are on a sheet.", valueName: "n"))
  var limit = 60

  @Option(help: ArgumentHelp("Which sheet, from 1.", valueName: "n"))
  var page = 1

  @OptionGroup(title: "Files") var files: PictureArguments

  mutating func run() async throws {
    guard (gallery == nil) != (drawing.strokes == nil) else {
      throw CommandFailure.usage("give --strokes DATASET or --gallery DATASET")
    }
    try files.check()
    if let strokes = drawing.strokes { return try files.write(drawing.picture(of: strokes)) }
    let horizon = try horizons.only(of: "a gallery")
    let page = try GalleryPage(
      dataset: gallery ?? "", participant: participant, limit: limit, page: page)
    let made = try await page.gallery(of: predictor, horizon: horizon)
    try files.write(made.gallery.figure())
    if made.isIncomplete { throw ExitStatus.incomplete }
  }
}
