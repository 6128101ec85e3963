import ArgumentParser
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
      Reads samples from standard input as CSV, t_s,x,y; a header line is skipped,
      and an empty line begins a new stroke. After each sample writes one line per
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

  mutating func run() throws {
    let configured = try PredictorCatalogue.openingModels.named(predictor)
    guard let asked = try horizons.horizons() else {
      throw CommandFailure.usage("give --horizon-ms or --frames-ahead")
    }
    try CommandFailure.checkPositive("--rate", rate)
    try CommandFailure.checkPositive("--px-per-mm", unitsPerMillimeter)
    let context = PredictorContext(
      horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: unitsPerMillimeter)
    let made = try CommandFailure.asUsage { try configured.make(context) }
    var filter = PredictionFilter(horizons: asked.map(\.seconds))
    let rejected = try filter.run(made)
    if rejected > 0 { throw ExitStatus.incomplete }
  }
}

/// Reads samples line by line and answers each before it reads the next.
private struct PredictionFilter {
  private let horizons: [Double]
  private var replies: [Prediction?] = []
  private var warnings = WarningLog(of: "standard input")

  init(horizons: [Double]) { self.horizons = horizons }

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
      if number == 1, line.text.hasPrefix("t_s") { continue }
      let sample: TouchSample
      do { sample = try Self.sample(line) } catch {
        warnings.warn("\(error.problem); the line is left out", line: number)
        answer(nil, from: nil)
        continue
      }
      if isFresh { predictor.beginStroke() }
      isFresh = false
      predictor.observe(sample)
      predictor.predict(ahead: horizons, into: &replies)
      answer(replies, from: sample)
    }
    warnings.finish()
    return warnings.count
  }

  private struct LineFault: Error {
    let problem: String
  }

  private static func sample(_ line: StandardInputLines.Line) throws(LineFault) -> TouchSample {
    guard !line.isTooLong else {
      throw LineFault(
        problem: "the line is longer than \(StandardInputLines.lengthLimit / 1024) kB")
    }
    let fields = line.text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace } }
    guard fields.count >= 3 else {
      throw LineFault(problem: "'\(ShownText(line.text))' is not t_s,x,y")
    }
    let numbers = fields.prefix(3).map { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    guard let time = numbers[0], let x = numbers[1], let y = numbers[2] else {
      let index = numbers.firstIndex(of: nil) ?? 0
      let name = ["t_s", "x", "y"][index]
      throw LineFault(
        problem: "\(name) is '\(ShownText(fields[index]))' and not a finite number")
    }
    return TouchSample(time: time, position: SIMD2(x, y))
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
