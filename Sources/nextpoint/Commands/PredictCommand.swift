import ArgumentParser
import Datasets
import Foundation
import MotionPrediction
import Reporting
import TouchInput

/// The filter through which any program in any language can use a predictor.
struct PredictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Read samples and write predictions: a filter for any program.",
    usage: "nextpoint predict --predictor <spec> [<options>]",
    discussion: """
      Reads samples from standard input as a table: by the columns of its header, in
      any order, or without one as t_s,x,y. An empty line, and another value in a
      column of strokes, begins a new stroke. After each sample writes one line per
      horizon to standard output, t_s,x,y,ahead_s,predicted_x,predicted_y, and
      flushes it before reading the next sample. The last two fields are empty if the
      predictor abstains. A line that cannot be read raises a warning, and its output
      has empty fields.

      EXAMPLE
        nextpoint datasets samples synthetic-noisy-60hz |
          nextpoint predict --predictor polynomial:window=3 --horizon-ms 33.3
      """)

  @Option(help: ArgumentHelp("The predictor.", valueName: "spec"))
  var predictor: String

  @OptionGroup(title: "Horizons") var horizons: HorizonArguments

  @Option(help: ArgumentHelp("The device's nominal rate.", valueName: "hz"))
  var rate: Double = 60

  @Option(
    name: .customLong("px-per-mm"),
    help: ArgumentHelp("Position units per millimeter, if known.", valueName: "n"))
  var unitsPerMillimeter: Double?

  @OptionGroup(title: "Reading") var reading: ReadingArguments

  mutating func run() throws {
    let configured = try PredictorCatalogue.openingModels.named(predictor)
    guard let asked = try horizons.horizons() else {
      throw CommandFailure.usage("give --horizon-ms or --frames-ahead")
    }
    try CommandFailure.checkPositive("--rate", rate)
    try CommandFailure.checkPositive("--px-per-mm", unitsPerMillimeter)
    let context = PredictorContext(
      horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: unitsPerMillimeter)
    let options = try reading.options()
    let made = try CommandFailure.asUsage { try configured.make(context) }
    var filter = PredictionFilter(horizons: asked.map(\.seconds), reading: options)
    let rejected = try filter.run(made)
    if rejected > 0 { throw ExitStatus.incomplete }
  }
}

/// Reads samples line by line and answers each before it reads the next.
private struct PredictionFilter {
  private let horizons: [Double]
  private var replies: [Prediction?] = []
  private var warnings = WarningLog(of: source)
  private var table: SampleLines
  private var times: ArrivingTimes

  private static let source = "standard input"

  init(horizons: [Double], reading: ReadingOptions) {
    self.horizons = horizons
    table = SampleLines(of: Self.source, options: reading)
    times = ArrivingTimes(reading)
  }

  /// Answers until the input ends.
  ///
  /// - Returns: How many lines could not be read.
  mutating func run(_ fresh: some Predictor) throws(CommandFailure) -> Int {
    var predictor = fresh
    var lines = StandardInputLines()
    var (number, isFresh) = (0, true)
    Terminal.write("t_s,x,y,ahead_s,predicted_x,predicted_y\n")
    while let line = try lines.next() {
      number += 1
      if !line.isTooLong, line.text.allSatisfy(\.isWhitespace) {
        isFresh = true
        continue
      }
      if !table.hasBegun, !line.isTooLong, try begin(line.text, number) { continue }
      let read: (sample: TouchSample, beginsStroke: Bool)
      do { read = try sample(line) } catch {
        warnings.warn("\(error.problem); the line is left out", line: number)
        answer(nil, from: nil)
        continue
      }
      isFresh = isFresh || read.beginsStroke
      if isFresh { predictor.beginStroke() }
      warn(times.add(read.sample.time, beginsStroke: isFresh, of: Self.source))
      isFresh = false
      predictor.observe(read.sample)
      predictor.predict(ahead: horizons, into: &replies)
      answer(replies, from: read.sample)
    }
    warn(times.finish(Self.source))
    warnings.finish()
    return warnings.count
  }

  private struct LineFault: Error {
    let problem: String
  }

  /// Takes the first line; returns whether it is a header.
  private mutating func begin(_ line: String, _ number: Int) throws(CommandFailure) -> Bool {
    do { return try table.begin(line, number: number) } catch { throw .noData("\(error)") }
  }

  private mutating func sample(
    _ line: StandardInputLines.Line
  ) throws(LineFault) -> (sample: TouchSample, beginsStroke: Bool) {
    guard !line.isTooLong else {
      throw LineFault(
        problem: "the line is longer than \(StandardInputLines.lengthLimit / 1024) kB")
    }
    do { return try table.sample(line.text) } catch { throw LineFault(problem: error.problem) }
  }

  private func warn(_ warning: ReadProblem?) {
    if let warning { Terminal.warn(warning) }
  }

  private func answer(_ replies: [Prediction?]?, from sample: TouchSample?) {
    let start = sample.map { "\($0.time),\($0.position.x),\($0.position.y)" } ?? ",,"
    let lines = horizons.indices.map { index in
      let position = replies?[index]?.position
      return "\(start),\(horizons[index]),"
        + (position.map { "\($0.x),\($0.y)" } ?? ",") + "\n"
    }
    Terminal.write(lines.joined())
  }
}
