import ArgumentParser
import Datasets
import DigitalInk
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
      "A filter of polylines (repeatable, in order): \(InkFilters.kinds.joined(separator: ", ")), "
        + "with settings as for predictors.", valueName: "spec"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "The smoother: \(InkSmoothers.kinds.joined(separator: " or ")).", valueName: "spec"))
  var smoother = "antigrain"

  @Option(help: ArgumentHelp("The stage to print.", valueName: "name"))
  var stage = InkStageName.elements

  @Flag(help: "Print the stage after the last event, as JSON.")
  var json = false

  @Flag(help: "Print the stage after every event, one JSON object per line.")
  var everyEvent = false

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
      "Print how often and how much is drawn once per refresh at this rate, and once per "
        + "callback.", valueName: "hz"))
  var redraws: Double?

  @Flag(
    help: ArgumentHelp(
      "Also use the force of fingers; requires --mode, --actions or --redraws."))
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
