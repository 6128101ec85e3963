import ArgumentParser
import Datasets
import DigitalInk
import TouchInput

/// Which events go through the pipeline, through which stages, and what is printed.
struct InkStreamArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Touch events: Inkable's JSON, or with callbacks.", valueName: "file"))
  var input: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A filter of polylines; may be repeated, in order: \(InkFilters.kinds.joined(separator: ", ")), "
        + "with settings as of predictors.", valueName: "spec"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "What draws: \(InkSmoothers.kinds.joined(separator: " or ")).", valueName: "spec"))
  var smoother = "antigrain"

  @Option(help: ArgumentHelp("The stage that is printed.", valueName: "name"))
  var stage = InkStageName.elements

  @Flag(help: "Print the stage after the last event, as JSON.")
  var json = false

  @Flag(help: "Print it after every event, one JSON object a line.")
  var everyEvent = false

  @Option(
    help: ArgumentHelp(
      "Which place of a touch is taken: precise, where the file has it, or regular, on the display's "
        + "grid.", valueName: "place"))
  var location = TouchLocation.precise

  @Option(
    help: ArgumentHelp(
      "What is done to the sketch meanwhile: tools, double taps, clearing, zooming, scrolling.",
      valueName: "file"))
  var actions: String?

  @Option(
    help: ArgumentHelp(
      "Print how often, and how much of the sketch, is drawn once a refresh at this rate, against once "
        + "a callback.", valueName: "hz"))
  var redraws: Double?

  @Flag(
    help: ArgumentHelp(
      "Take the force of fingers too, as on a display that measures it; goes with --mode, --actions or "
        + "--redraws."))
  var fingerForce = false

  @Flag(exclusivity: .exclusive)
  var batching: InkBatching?

  /// Reads the file, with a warning for everything that cannot be read.
  func events(of path: String) throws(CommandFailure) -> TouchEventFile {
    let file: TouchEventFile
    do { file = try TouchEventFile(path: path) } catch { throw .noData("\(error)") }
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

  /// The stages, with what predicts in the place of the device.
  func pipeline(_ predictions: StandInPredictions?) throws(CommandFailure) -> InkPipeline {
    var filters: [AnyFilterStage] = []
    for text in filter { filters.append(try InkFilters.stage(text)) }
    return InkPipeline(
      predictions: predictions, filters: filters, smoother: try InkSmoothers.stage(smoother))
  }
}

extension TouchLocation: ExpressibleByArgument {}
