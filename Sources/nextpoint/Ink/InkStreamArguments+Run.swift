import Reporting
import TouchInput

extension InkStreamArguments {
  /// Sends a file's events through the stages, prints what is asked for, and draws the end.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - stages: The stages, which have seen nothing.
  ///   - files: Where the picture goes, if anywhere.
  ///   - drawing: How strokes are drawn; without a mode, the elements of the smoother are.
  /// - Throws: `CommandFailure`, or the exit code for a file that was not read whole.
  func run(
    _ input: String, through stages: InkPipeline, to files: PictureArguments,
    as drawing: DrawingArguments
  ) throws {
    let draws = files.svg != nil || files.png != nil
    guard json || draws else {
      throw CommandFailure.usage("nothing is asked for; give --json, --svg FILE or --png FILE")
    }
    guard json || !everyEvent else {
      throw CommandFailure.usage("--every-event goes with --json, which says what to print")
    }
    if draws { try files.check() }
    let file = try events(of: input)
    var run = InkRun(stages, source: input)
    let end = run.process(InkBatching.batches(of: file, batching)) { now in
      if everyEvent { print(now) }
    }
    guard let end else { throw CommandFailure.noData("\(input): no event could be read") }
    if json, !everyEvent { print(end) }
    if draws { try files.write(figure(of: end, from: input, as: drawing)) }
    if !file.problems.isEmpty { throw ExitStatus.incomplete }
  }

  private func print(_ end: InkRun.End) {
    Terminal.write(InkJSON.object(of: end.outcome, stage: stage, event: end.events) + "\n")
  }

  private func figure(
    of end: InkRun.End, from input: String, as drawing: DrawingArguments
  ) throws -> Figure {
    guard drawing.mode != nil else { return Self.drawing(of: end, from: input).figure() }
    return try drawing.picture(
      of: end.outcome.paths.lines.map(LiveStroke.init), named: input, unit: "pt"
    ).figure()
  }

  private static func drawing(of end: InkRun.End, from input: String) -> ElementDrawing {
    let lines = zip(end.outcome.elements.lines, end.outcome.filtered.lines)
    return ElementDrawing(
      title: input,
      strokes: lines.map { line, source in
        ElementDrawing.Stroke(
          elements: Array(line.elements),
          firstPrediction: source.points.firstIndex { $0.isPrediction })
      })
  }
}
