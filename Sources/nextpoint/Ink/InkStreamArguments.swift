import ArgumentParser
import Datasets
import DigitalInk
import Foundation
import Reporting
import TouchInput

/// Which events go through the pipeline, through which stages, and what is printed.
struct InkStreamArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Touch events as Inkable's JSON, with or without callbacks.", valueName: "file"))
  var input: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A polyline filter (repeatable, in order): \(InkFilters.kinds.joined(separator: ", ")), "
        + "with settings as for predictors.", valueName: "spec"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "The smoother: \(InkSmoothers.kinds.joined(separator: " or ")).", valueName: "spec"))
  var smoother = "antigrain"

  @Option(
    help: ArgumentHelp(
      "The stage to print (default: elements; paths with --naive).", valueName: "name"))
  var stage: InkStageName?

  @Flag(help: "Print the stage after the last event, as JSON.")
  var json = false

  @Flag(help: "Print the stage after every event, one JSON object per line.")
  var everyEvent = false

  @Flag(
    help: ArgumentHelp(
      "Leave out predictions and corrections: every report is a point of its own, as it came. "
        + "Prints paths if nothing else is requested."))
  var naive = false

  @Option(
    help: ArgumentHelp(
      "The location of a touch to use: precise, if the file has it, or regular, on the "
        + "display's grid.", valueName: "place"))
  var location = TouchLocation.precise

  @Option(
    help: ArgumentHelp(
      "User actions on the sketch: tools, double taps, clearing, zooming, scrolling.",
      valueName: "file"))
  var actions: String?

  @Option(
    help: ArgumentHelp(
      "Compare how often and how much is drawn: once per refresh at this rate, or once per "
        + "callback.", valueName: "hz"))
  var redraws: Double?

  @Flag(
    help: ArgumentHelp(
      "Also use the force of fingers; requires --mode, --actions or --redraws."))
  var fingerForce = false

  @Option(
    help: ArgumentHelp(
      "The only tool that draws, pencil or finger (default: fingers, until the first pen); "
        + "requires --mode, --actions or --redraws.", valueName: "tool"))
  var drawWith: SketchTool?

  @Flag(exclusivity: .exclusive)
  var batching: InkBatching?

  /// Reads the file, with a warning for everything that cannot be read.
  func events(of path: String) throws(CommandFailure) -> TouchEventFile {
    let file = try CommandFailure.asNoData { try TouchEventFile(path: path) }
    guard file.batches.contains(where: { !$0.events.isEmpty }) else {
      let problems = file.problems.map(\.description)
      throw .noData(
        problems.isEmpty
          ? "\(path): no event could be read; export the recording again"
          : problems.joined(separator: "\n"))
    }
    for problem in file.problems { Terminal.warn(problem) }
    return file
  }

  /// Makes the stages, with a predictor that replaces the device's.
  func pipeline(_ predictions: StandInPredictions?) throws(CommandFailure) -> InkPipeline {
    var filters: [AnyFilterStage] = []
    for text in filter { filters.append(try InkFilters.stage(text)) }
    return InkPipeline(
      predictions: predictions, filters: filters, smoother: try InkSmoothers.stage(smoother))
  }
}

extension TouchLocation: ExpressibleByArgument {}
extension SketchTool: ExpressibleByArgument {}

extension InkStreamArguments {
  /// Sends a file's events through the stages, prints what is asked for, and draws the end.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - predictions: What predicts in the place of the device; nil where the device's are taken.
  ///   - files: Where the picture goes, if anywhere.
  ///   - drawing: How strokes are drawn; without a mode and actions, the elements of the smoother are.
  /// - Throws: `CommandFailure`, or the exit code for a file that was not read whole.
  func run(
    _ input: String, predictions: StandInPredictions?, to files: PictureArguments,
    as drawing: DrawingArguments
  ) throws {
    let draws = files.areAskedFor
    let sketches = drawing.mode != nil || actions != nil || redraws != nil
    let prints = json || (naive && !draws && redraws == nil)
    try check(draws: draws, sketches: sketches, prints: prints, predicts: predictions != nil)
    if draws { try files.check() }
    let script = try actions.map(SketchScript.init) ?? .empty
    let stages = try pipeline(predictions)
    let file = try events(of: input)
    if prints || !sketches {
      let end = try lines(of: file, input, through: stages, printing: prints)
      if draws, !sketches { try files.write(Self.drawing(of: end, from: input).figure()) }
    }
    if sketches, draws || redraws != nil {
      let made = sketch(file, input, drawing.mode, predictions, script)
      if let schedule = made.redraws { Terminal.write(schedule.table.rendered(as: .table)) }
      if draws {
        var picture = try drawing.picture(
          of: made.session.strokes, as: made.session.tools.current,
          named: Self.title(of: input), unit: "pt")
        if script.movesView { picture.part = made.session.view.part }
        try files.write(picture.figure(), detail: made.session.view.backingScale)
      }
    }
    if !file.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func check(
    draws: Bool, sketches: Bool, prints: Bool, predicts: Bool
  ) throws(CommandFailure) {
    guard prints || draws || redraws != nil else {
      throw .usage(
        "nothing is asked for; give --json, --naive, --taps, --redraws HZ, --svg FILE or --png FILE"
      )
    }
    guard redraws == nil || !json else {
      throw .usage("--redraws prints a table and --json lines; give one of them")
    }
    guard !naive || !predicts else {
      throw .usage("--naive leaves out predictions and --predictor adds them; give one of them")
    }
    guard sketches || drawWith == nil else {
      throw .usage("--draw-with requires --mode, --actions or --redraws")
    }
    if let redraws, !RedrawSchedule.rates.contains(redraws) {
      throw .usage("--redraws \(redraws) is not within 1 to 1000 Hz")
    }
    guard prints || !everyEvent else {
      throw .usage("--every-event requires --json; add it")
    }
    guard sketches || !fingerForce else {
      throw .usage("--finger-force requires --mode, --actions or --redraws")
    }
    guard draws || redraws != nil || actions == nil else {
      throw .usage("--actions requires a drawing; give --svg FILE, --png FILE or --redraws HZ")
    }
  }

  /// Sends the events through the stages, and prints what is asked for.
  private func lines(
    of file: TouchEventFile, _ input: String, through stages: InkPipeline, printing prints: Bool
  ) throws(CommandFailure) -> InkRun.End {
    var run = InkRun(stages, source: input)
    let batches = batches(of: file, batching)
    let end = run.process(batches) { now in
      if everyEvent { print(now) }
    }
    guard let end else { throw .noData("\(input): no event could be read") }
    if prints, !everyEvent { print(end) }
    return end
  }

  /// The batches of a file as they are processed.
  private func batches(of file: TouchEventFile, _ choice: InkBatching?) -> [TouchBatch] {
    let batches = InkBatching.batches(of: file, choice).map { $0.located(location) }
    return naive ? batches.map(\.naive).filter { !$0.events.isEmpty } : batches
  }

  /// Draws the events as the person did, by callback by default.
  private func sketch(
    _ file: TouchEventFile, _ input: String, _ mode: DrawingArguments.Mode?,
    _ predictions: StandInPredictions?, _ script: SketchScript
  ) -> (session: SketchRun.Session, redraws: RedrawSchedule?) {
    let batches = batches(of: file, batching ?? .byBatch)
    let places = batches.flatMap(\.events).map(\.location).filter { $0.x.isFinite && $0.y.isFinite }
    let screen = StrokeRectangle(around: places)?.outset(by: Self.screenMargin)
    var finger = StrokeRecognizer.Settings(tool: .finger)
    finger.isForceCapable = fingerForce
    let session = SketchRun.Session(
      tool: mode ?? .calligraphy,
      showing: screen ?? StrokeRectangle(origin: .zero, size: .zero),
      controller: SketchController(finger: finger, fixedTool: drawWith))
    var run = SketchRun(
      session, predictions: predictions, script: script, source: input,
      redraws: redraws.map { RedrawSchedule(refreshRate: $0) })
    return (run.process(batches), run.redraws)
  }

  /// How far the screen reaches beyond the outermost places: what a drawn sample takes.
  private static let screenMargin = 20.0

  private func print(_ end: InkRun.End) {
    let stage = stage ?? (naive ? .paths : .elements)
    Terminal.write(InkJSON.object(of: end.outcome, stage: stage, event: end.events) + "\n")
  }

  /// The title of a picture of a file: the file's name without folders.
  private static func title(of input: String) -> String {
    URL(fileURLWithPath: input).lastPathComponent
  }

  private static func drawing(of end: InkRun.End, from input: String) -> ElementDrawing {
    let lines = zip(end.outcome.elements.lines, end.outcome.filtered.lines)
    return ElementDrawing(
      title: title(of: input),
      strokes: lines.map { line, source in
        ElementDrawing.Stroke(
          elements: Array(line.elements),
          firstPrediction: source.points.firstIndex { $0.isPrediction })
      })
  }
}

extension TouchBatch {
  /// The reports alone, each of which becomes a point and waits for nothing.
  fileprivate var naive: TouchBatch {
    let reports = events.filter { !$0.isPrediction && !$0.isUpdate }.map { event in
      var report = event
      report.estimationUpdateIndex = nil
      report.estimatedPropertiesExpectingUpdates = []
      return report
    }
    return TouchBatch(identifier: identifier, events: reports)
  }
}
