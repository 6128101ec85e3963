import ArgumentParser
import Reporting

/// `nextpoint ink`: touch events in, the lines of any stage or a drawing out.
struct InkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ink",
    abstract: "Make strokes of touch events: paths, polylines, curves.",
    discussion: """
      Events become paths, paths polylines, these are filtered by every --filter in
      order, and drawn as the elements of a smoother. --json prints the lines of a
      stage with what the last event changed; --every-event prints them after each.
      A file with callbacks is taken in callback by callback, any other event by
      event.

      --predictor puts a predictor in the place of the device: it is asked after
      every batch, and a touch's next point withdraws what it said.

      EXAMPLES
        nextpoint ink --input events.json --stage paths --json
        nextpoint ink --input events.json --stage elements --json --every-event \\
          --filter savitzky-golay:window=3 --filter douglas-peucker
        nextpoint ink --input events.json --predictor linear --svg ink.svg
      """)

  @OptionGroup(title: "Events, stages and what is printed") var stream: InkStreamArguments

  @OptionGroup(title: "Predictions of our own") var predicting: InkPredictorArguments

  @Option(help: ArgumentHelp("Draw the elements after the last event.", valueName: "file"))
  var svg: String?

  mutating func run() throws {
    guard let input = stream.input else {
      throw CommandFailure.usage("give --input FILE, a recording of touch events as JSON")
    }
    guard stream.json || svg != nil else {
      throw CommandFailure.usage("nothing is asked for; give --json, --svg FILE or both")
    }
    guard stream.json || !stream.everyEvent else {
      throw CommandFailure.usage("--every-event goes with --json, which says what to print")
    }
    let pipeline = try stream.pipeline(predicting)
    let file = try stream.events(of: input)
    var run = InkRun(pipeline, source: input)
    let (stage, printsEach) = (stream.stage, stream.everyEvent)
    let end = run.process(InkBatching.batches(of: file, stream.batching)) { now in
      if printsEach { Self.print(now, stage) }
    }
    guard let end else { throw CommandFailure.noData("\(input): no event could be read") }
    if stream.json, !printsEach { Self.print(end, stage) }
    if let svg { try draw(end, from: input, to: svg) }
    if !file.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private static func print(_ end: InkRun.End, _ stage: InkStageName) {
    Terminal.write(InkJSON.object(of: end.outcome, stage: stage, event: end.events) + "\n")
  }

  private func draw(_ end: InkRun.End, from input: String, to path: String) throws {
    let strokes = zip(end.outcome.elements.lines, end.outcome.filtered.lines).map { line, source in
      ElementDrawing.Stroke(
        elements: Array(line.elements),
        firstPrediction: source.points.firstIndex { $0.isPrediction })
    }
    let drawing = ElementDrawing(title: input, strokes: strokes)
    do { try AtomicFile.write(drawing.figure().file, to: path) } catch {
      throw CommandFailure.failed("\(error)")
    }
  }
}
