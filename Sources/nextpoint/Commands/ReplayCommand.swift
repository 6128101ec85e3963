import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting
import TouchInput

/// Makes a page on which a recording is played.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a recording on a self-contained HTML page.",
    usage: "nextpoint replay <input> [<options>]",
    discussion: """
      Plays, pauses, steps and scrubs through touch events. Shows delivered,
      coalesced, updated and predicted points, the line after filtering and drawing,
      the predictions beside the contact's true position, and the distance from pen
      to ink at four stages of a drawing app. The page loads nothing, and works
      offline and from the keyboard.

      EXAMPLES
        nextpoint replay events.json --predictor linear --predictor kalman
        nextpoint replay synthetic-noisy-120hz --recording 3 --output third.html
      """)

  @Argument(
    help: ArgumentHelp(
      "Touch events as JSON, any readable recording, or a data set.", valueName: "input"))
  var input: String

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A predictor (repeatable, up to \(ReplayModel.mostPredictors); default: linear and kalman). "
        + "The first draws the last of the four stages.", valueName: "spec"))
  var predictor: [String] = []

  @Option(
    name: .customLong("horizon-ms"), parsing: .unconditional,
    help: ArgumentHelp("The horizon, above 0, up to 1000.", valueName: "ms"))
  var horizon = 16.7

  @Option(
    name: .customLong("refresh-rate"),
    help: ArgumentHelp("The simulated display's refresh rate, from 10 to 1000.", valueName: "hz"))
  var refreshRate = 60.0

  @OptionGroup var choice: ReplayChoice
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
  var output = "replay.html"

  @OptionGroup var existing: ForceArguments

  mutating func run() async throws {
    try checkNumbers()
    try existing.check(output)
    let external = ExternalPrograms()
    let predictors = try PredictorSubjects(
      predictor.isEmpty ? ["linear", "kalman"] : predictor, catalogue: external.catalogue(.standard)
    ).predictors
    let read = try choice.read(input, reading.options())
    for problem in read.problems { Terminal.warn(problem) }
    let page: ReplayPage
    do throws(ReplayError) {
      let model = try await ReplayModel(
        read.source, predictors: predictors, horizon: Horizon(milliseconds: horizon),
        refreshRate: refreshRate)
      var log = WarningLog(of: input, most: 5)
      for warning in model.warnings { log.warn(warning) }
      log.finish()
      page = ReplayPage(model, version: Version.number)
    } catch {
      throw CommandFailure.usage("\(error)")
    }
    try external.check()
    try existing.write(page.html, to: output)
    if !read.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func checkNumbers() throws(CommandFailure) {
    guard horizon > 0, horizon <= 1000 else {
      throw .usage("--horizon-ms \(horizon) is not above 0 and at most 1000 ms")
    }
    guard (10...1000).contains(refreshRate) else {
      throw .usage("--refresh-rate \(refreshRate) is not from 10 to 1000 Hz")
    }
  }
}
