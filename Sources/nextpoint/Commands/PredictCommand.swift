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
      flushes it before reading the next sample. If the predictor abstains, the last
      two fields are empty, or with --fallback raw the position of the sample. A line
      that cannot be read raises a warning, and its output has empty fields.

      With --glide-ms, the end of each stroke is the lift of the contact: the output
      goes on at every interval of --rate with the last sample and where the
      predictor then has the object, as a scroll view glides (inertial-release).

      EXAMPLES
        nextpoint datasets samples synthetic-noisy-60hz |
          nextpoint predict --predictor polynomial:window=3 --horizon-ms 33.3
        nextpoint datasets samples synthetic-noisy-60hz |
          nextpoint predict --predictor inertial-release --horizon-ms 0 --glide-ms 90
      """)

  @Option(help: ArgumentHelp("The predictor.", valueName: "spec"))
  var predictor: String

  @OptionGroup(title: "Horizons") var horizons: HorizonArguments

  /// What is written if the predictor abstains.
  enum Fallback: String, ExpressibleByArgument, CaseIterable {
    /// No position.
    case none
    /// The position of the sample.
    case raw
  }

  @Option(help: "If the predictor abstains: no position, or that of the sample (raw).")
  var fallback = Fallback.none

  @Option(
    name: .customLong("glide-ms"),
    help: ArgumentHelp("Go on after the end of each stroke for this long.", valueName: "ms"))
  var glide: Double?

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
    let steps = try glideSteps()
    let context = PredictorContext(
      horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: unitsPerMillimeter)
    let options = try reading.options()
    let made = try CommandFailure.asUsage { try configured.make(context) }
    var filter = PredictionFilter(
      horizons: asked.map(\.seconds), reading: options, fallsBack: fallback == .raw,
      glide: (steps.map(Array.init) ?? []).map { Double($0) / rate })
    let rejected = try filter.run(made)
    if rejected > 0 { throw ExitStatus.incomplete }
  }

  /// The maximum number of lines after a stroke.
  private static let mostGlideSteps = 1_000_000

  /// The numbers of the intervals after the lift.
  private func glideSteps() throws(CommandFailure) -> ClosedRange<Int>? {
    guard let glide else { return nil }
    try CommandFailure.checkPositive("--glide-ms", glide)
    let count = (glide / 1000 * rate + 1e-9).rounded(.down)
    guard (1...Double(Self.mostGlideSteps)).contains(count) else {
      throw .usage(
        "--glide-ms \(glide) at --rate \(rate) is not from 1 to \(Self.mostGlideSteps) intervals; give "
          + "\(count < 1 ? "more" : "fewer") milliseconds")
    }
    return 1...Int(count)
  }
}

/// Reads samples line by line and answers each before it reads the next.
private struct PredictionFilter {
  private let horizons: [Double]
  private let fallsBack: Bool
  /// The times after a lift at which the output goes on, in seconds.
  private let glide: [Double]
  private var latest: TouchSample?
  private var replies: [Prediction?] = []
  private var warnings = WarningLog(of: source)
  private var table: SampleLines
  private var times: ArrivingTimes

  private static let source = "standard input"

  init(horizons: [Double], reading: ReadingOptions, fallsBack: Bool, glide: [Double]) {
    (self.horizons, self.fallsBack, self.glide) = (horizons, fallsBack, glide)
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
        end(&predictor)
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
      if isFresh {
        end(&predictor)
        predictor.beginStroke()
      }
      warn(times.add(read.sample.time, beginsStroke: isFresh, of: Self.source))
      isFresh = false
      predictor.observe(read.sample)
      predictor.predict(ahead: horizons, into: &replies)
      answer(replies, from: read.sample)
      latest = read.sample
    }
    end(&predictor)
    warn(times.finish(Self.source))
    warnings.finish()
    return warnings.count
  }

  /// Ends a stroke with the glide of its object.
  private mutating func end(_ predictor: inout some Predictor) {
    guard let sample = latest else { return }
    latest = nil
    guard !glide.isEmpty else { return }
    predictor.endStroke(at: sample.time)
    for ahead in glide {
      let position = predictor.predict(ahead: ahead)?.position
      Terminal.write(line(position, ahead: ahead, from: sample))
    }
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
    let lines = horizons.indices.map { index in
      line(replies?[index]?.position, ahead: horizons[index], from: sample)
    }
    Terminal.write(lines.joined())
  }

  private func line(
    _ position: SIMD2<Double>?, ahead: Double, from sample: TouchSample?
  ) -> String {
    let start = sample.map { "\($0.time),\($0.position.x),\($0.position.y)" } ?? ",,"
    let shown = position ?? (fallsBack ? sample?.position : nil)
    return "\(start),\(ahead)," + (shown.map { "\($0.x),\($0.y)" } ?? ",") + "\n"
  }
}
