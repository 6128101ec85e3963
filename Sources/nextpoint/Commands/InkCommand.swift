import ArgumentParser
import Reporting

/// `nextpoint ink`: touch events as lines and curves, strokes as ink, data sets as galleries.
struct InkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ink",
    abstract: "Turn touch events into ink stage by stage, or draw recorded strokes.",
    discussion: """
      --input reads touch events. They become paths, then polylines, pass through
      every --filter in order, and are drawn as the elements of a smoother. With
      --mode the drawing shows the strokes that Speed Sketch's recognizers make of
      the events. --actions names a file of user actions, one per line: SECONDS
      after the first event, then tool MODE, double-tap (the previous tool), clear,
      zoom NUMBER [X,Y], scroll X,Y, leave-pencil-mode or foreground. --json prints
      a stage with the changes of the last event; --every-event prints it after
      each event; --naive prints the path of the bare reports, without predictions
      and corrections. --taps lists the taps. A file with callbacks is processed
      callback by callback, any other file event by event. --predictor replaces the
      device's predictions, by default 8 and 16 ms ahead: it predicts after every
      batch, and the touch's next point removes its predictions.

      --strokes draws the strokes of a recording on one page: as ribbons in the modes
      of Speed Sketch (--mode calligraphy, ink or debug), or as tapered outlines
      (--mode outline) whose width follows force, speed, the pen's direction (nib) or
      its altitude (tilt).

      --gallery makes a contact sheet: strokes in recorded order, each with its scale
      bar and mean error, colored by the error of the predictions along it. --limit
      sets the number of strokes on a sheet, and --page chooses the sheet. Each
      stroke is predicted after those before it in its recording, as in 'nextpoint
      evaluate'.

      --output writes SVG or PNG by the file name's extension. rsvg-convert (Debian:
      librsvg2-bin) makes PNG files, on white unless --background is dark.

      EXAMPLES
        nextpoint ink --input events.json --stage paths --json
        nextpoint ink --input events.json --stage elements --json --every-event \\
          --filter savitzky-golay:window=3 --filter douglas-peucker
        nextpoint ink --input events.json --predictor linear --mode debug \\
          --svg ink.svg
        nextpoint ink --input events.json --mode ink --actions taps.txt \\
          --svg ink.svg
        nextpoint ink --input events.json --by-event --redraws 60
        nextpoint ink --input events.json --taps --tap-tolerance 4
        nextpoint ink --gallery synthetic-noisy-120hz --output gallery.svg
        nextpoint ink --gallery henze-2017 --participant 1 --page 2 --png sheet.png
        nextpoint ink --strokes inkable --file events.json --mode outline \\
          --svg ink.svg
      """)

  @OptionGroup(title: "Touch events, stage by stage") var stream: InkStreamArguments

  @OptionGroup(title: "Taps") var taps: TapArguments

  @OptionGroup(title: "The device of touch events") var device: InkPredictorArguments

  @Option(help: ArgumentHelp("Draw a contact sheet of this data set.", valueName: "dataset"))
  var gallery: String?

  @OptionGroup(title: "Strokes as ink") var drawing: DrawingArguments

  @Option(
    help: ArgumentHelp(
      "The predictor (default: linear in a gallery, the device's own for touch events).",
      valueName: "spec"))
  var predictor: String?

  @OptionGroup(title: "Horizon (default in a gallery: 33.3 ms)") var horizons: HorizonArguments

  @Option(help: ArgumentHelp("Only strokes of this participant.", valueName: "name"))
  var participant: String?

  @Option(help: ArgumentHelp("Strokes per sheet.", valueName: "n"))
  var limit = 60

  @Option(help: ArgumentHelp("The sheet, counted from 1.", valueName: "n"))
  var page = 1

  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @OptionGroup(title: "Files") var files: PictureArguments

  /// What is drawn.
  private enum Subject {
    case strokes(of: String)
    case gallery(of: String)
  }

  mutating func run() async throws {
    if let input = stream.input {
      guard drawing.strokes == nil, gallery == nil else {
        throw CommandFailure.usage("give one of --input, --strokes and --gallery")
      }
      guard drawing.file == nil, drawing.stroke == nil, drawing.after == nil, participant == nil
      else {
        throw CommandFailure.usage(
          "--file, --stroke, --after and --participant choose strokes of data sets; with --input "
            + "leave them out")
      }
      try taps.check()
      let predictions = try device.predictions(by: predictor, ahead: horizons)
      if taps.taps { return try listTaps(of: input, predicts: predictions != nil) }
      return try stream.run(input, predictions: predictions, to: files, as: drawing)
    }
    guard stream.actions == nil, stream.redraws == nil, !stream.fingerForce else {
      throw CommandFailure.usage(
        "--actions, --redraws and --finger-force require --input, whose events have times")
    }
    guard !stream.naive, stream.drawWith == nil, !taps.taps else {
      throw CommandFailure.usage("--naive, --draw-with and --taps require --input")
    }
    try taps.check()
    let subject = try subject()
    try files.check()
    let made = try await picture(of: subject)
    try files.write(made.figure)
    if made.isIncomplete { throw ExitStatus.incomplete }
  }

  /// Prints the taps of a file of touch events.
  private func listTaps(of input: String, predicts: Bool) throws {
    guard !stream.json, !stream.naive, !stream.everyEvent, stream.redraws == nil,
      stream.actions == nil, drawing.mode == nil, !files.areAskedFor, !predicts
    else {
      throw CommandFailure.usage("--taps prints a table of its own; give it alone with --input")
    }
    let file = try stream.events(of: input)
    let batches = InkBatching.batches(of: file, stream.batching ?? .byBatch)
    let located = batches.map { $0.located(stream.location) }
    Terminal.write(taps.table(of: located).rendered(as: .table))
    if !file.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func subject() throws(CommandFailure) -> Subject {
    switch (drawing.strokes, gallery) {
    case (let dataset?, nil): return .strokes(of: dataset)
    case (nil, let dataset?): return .gallery(of: dataset)
    default: throw .usage("give --input FILE, --strokes DATASET or --gallery DATASET")
    }
  }

  /// The picture, and whether something was left out of it.
  private func picture(
    of subject: Subject
  ) async throws -> (figure: Figure, isIncomplete: Bool) {
    switch subject {
    case .strokes(let dataset): return try drawing.picture(of: dataset, reading.options())
    case .gallery(let dataset):
      let horizon = try horizons.only(of: "a gallery")
      let page = try GalleryPage(
        dataset: dataset, reading: reading.options(), participant: participant, limit: limit,
        page: page)
      let made = try await page.gallery(of: predictor ?? "linear", horizon: horizon)
      return (made.gallery.figure(), made.isIncomplete)
    }
  }
}
