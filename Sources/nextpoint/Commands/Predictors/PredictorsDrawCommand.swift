import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting
import TouchInput

extension PredictorsCommand {
  /// Draws strokes with a predictor's predictions.
  struct Draw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw strokes with a predictor's predictions as SVG.",
      usage: "nextpoint predictors draw <spec> --output <file> [<options>]",
      discussion: """
        Draws one panel per task: the true track, and from every n-th sample a line to
        the predicted point and on to the contact's true position. Truth is exact if
        the recording has exact positions. The mean error equals that of 'nextpoint
        evaluate --truth exact' for this stroke. Earlier strokes of the recording are
        replayed first but not drawn.

        EXAMPLES
          nextpoint predictors draw polynomial:window=5 --output polynomial.svg
          nextpoint predictors draw linear --task reach --output linear.svg
        """)

    @Argument(help: ArgumentHelp("The predictor.", valueName: "spec"))
    var predictor: String

    @Option(help: "The data set: name, folder or file.")
    var dataset = "synthetic-noisy-120hz"

    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "A task to draw a panel of (repeatable; default: ellipse and corner, or the first "
          + "recording).", valueName: "name"))
    var task: [String] = []

    @Option(
      help: ArgumentHelp("The participant (default: the first that matches).", valueName: "name"))
    var participant: String?

    @Option(help: ArgumentHelp("The stroke of the recording, counted from 1.", valueName: "n"))
    var stroke = 1

    @OptionGroup(title: "Horizon (default: 33.3 ms)") var horizons: HorizonArguments

    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @Option(help: ArgumentHelp("The SVG file to write.", valueName: "file"))
    var output: String

    @OptionGroup var existing: ForceArguments

    mutating func run() async throws {
      try existing.check(output)
      let horizon = try horizons.only(of: "a drawing")
      let external = ExternalPrograms()
      let configured = try external.catalogue(.standard).named(predictor)
      let loaded = try DatasetSearch.loadOnly(dataset, reading: reading.options())
      guard loaded.recordings.contains(where: { !$0.strokes.isEmpty }) else {
        throw CommandFailure.noData("\(dataset): no stroke could be read; see the problems above")
      }
      let strokes = try StrokeChoice(
        tasks: task, participant: participant, stroke: stroke
      ).strokes(of: loaded.recordings)
      var panels: [StrokeFigure.Panel] = []
      for chosen in strokes {
        panels.append(try await chosen.panel(of: configured, horizon: horizon))
      }
      try external.check()
      let figure = StrokeFigure(
        predictor: predictor, horizon: horizon.seconds, unit: strokes[0].unit.rawValue,
        dataset: loaded.name, panels: panels)
      try existing.write(figure.figure().file, to: output)
      if !loaded.problems.isEmpty { throw ExitStatus.incomplete }
    }
  }
}

/// The strokes of a data set to draw.
private struct StrokeChoice {
  let tasks: [String]
  let participant: String?
  let stroke: Int

  /// The tasks that are drawn by default: a curve and a corner.
  private static let usualTasks = ["ellipse", "corner"]

  /// One stroke a task, in the order of the tasks; never empty.
  func strokes(of recordings: [Recording]) throws(CommandFailure) -> [ChosenStroke] {
    guard stroke >= 1 else { throw .usage("--stroke \(stroke) is not 1 or more") }
    let whose = recordings.filter { participant == nil || $0.participant == participant }
    guard !whose.isEmpty else {
      let names = listed(recordings.map(\.participant))
      throw .usage("nothing is by participant '\(participant ?? "")'; there are: \(names)")
    }
    var known = whose
    if tasks.isEmpty, !whose.contains(where: { Self.usualTasks.contains($0.task) }) {
      known = [whose.first { !$0.strokes.isEmpty } ?? whose[0]]
      return [try chosen(known[0])]
    }
    let wanted =
      tasks.isEmpty
      ? Self.usualTasks.filter { name in whose.contains { $0.task == name } } : tasks
    var result: [ChosenStroke] = []
    for name in wanted {
      guard let recording = known.first(where: { $0.task == name }) else {
        throw .usage("there is no task '\(name)'; there are: \(listed(known.map(\.task)))")
      }
      result.append(try chosen(recording))
    }
    guard Set(result.map(\.unit)).count == 1 else {
      throw .usage("the recordings of these tasks are in different units; draw them one by one")
    }
    return result
  }

  private func chosen(_ recording: Recording) throws(CommandFailure) -> ChosenStroke {
    guard stroke <= recording.strokes.count else {
      throw .usage(
        "--stroke \(stroke): \(recording.source) has \(recording.strokes.count) strokes of this "
          + "participant and task")
    }
    try DrawnSamples.check(recording.strokes[stroke - 1].samples.count, of: recording.source)
    return ChosenStroke(recording: recording, place: stroke - 1)
  }

  private func listed(_ names: [String]) -> String {
    Set(names).sorted().map { $0.isEmpty ? "(unnamed)" : $0 }.joined(separator: ", ")
  }
}

/// One stroke of a recording, to be replayed after all earlier ones.
private struct ChosenStroke {
  let stroke: Stroke
  private let recording: Recording

  init(recording: Recording, place: Int) {
    stroke = recording.strokes[place]
    var played = recording
    played.strokes = Array(recording.strokes[...place])
    self.recording = played
  }

  /// What lengths are reported in.
  var unit: LengthUnit { recording.reportedUnit }

  /// Replays the recording, and returns the predictions on the stroke.
  func panel(
    of predictor: ConfiguredPredictor, horizon: Horizon
  ) async throws -> StrokeFigure.Panel {
    let raw = try await RecordedPredictions.raw(of: recording, by: predictor, horizon: horizon)
    let factor = recording.reportedFactor
    return StrokeFigure.Panel(
      title: title,
      track: (stroke.exactPositions ?? stroke.samples.map(\.position)).map { $0 * factor },
      predictions: raw.filter { $0.stroke == stroke.identifier }.map {
        StrokeFigure.Arrow(
          origin: $0.anchor, predicted: $0.predicted, truth: $0.truth, isHeld: $0.abstained)
      })
  }

  private var title: String {
    let parts = [recording.task, recording.participant, "stroke \(stroke.identifier)"]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
