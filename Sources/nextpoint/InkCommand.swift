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

  /// What is drawn.
  private enum Subject {
    case strokes(of: String)
    case gallery(of: String)
  }

  mutating func run() async throws {
    let subject = try subject()
    try files.check()
    let made = try await picture(of: subject)
    try files.write(made.figure)
    if made.isIncomplete { throw ExitStatus.incomplete }
  }

  private func subject() throws(CommandFailure) -> Subject {
    switch (drawing.strokes, gallery) {
    case (let dataset?, nil): return .strokes(of: dataset)
    case (nil, let dataset?): return .gallery(of: dataset)
    default: throw .usage("give --strokes DATASET or --gallery DATASET")
    }
  }

  /// The picture, and whether something was left out of it.
  private func picture(
    of subject: Subject
  ) async throws -> (figure: Figure, isIncomplete: Bool) {
    switch subject {
    case .strokes(let dataset): return try drawing.picture(of: dataset)
    case .gallery(let dataset):
      let horizon = try horizons.only(of: "a gallery")
      let page = try GalleryPage(
        dataset: dataset, participant: participant, limit: limit, page: page)
      let made = try await page.gallery(of: predictor, horizon: horizon)
      return (made.gallery.figure(), made.isIncomplete)
    }
  }
}
