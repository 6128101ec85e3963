import ArgumentParser
import Evaluation

extension EvaluationProtocol.Name: ExpressibleByArgument {}
extension EvaluationProtocol.Tail: ExpressibleByArgument {}
extension EvaluationProtocol.ClockSource: ExpressibleByArgument {}
extension EvaluationProtocol.StateScope: ExpressibleByArgument {}
extension EvaluationProtocol.TruthSource: ExpressibleByArgument {}
extension EvaluationProtocol.Targets: ExpressibleByArgument {}
extension EvaluationProtocol.Observe: ExpressibleByArgument {}
extension EvaluationPlan.ReportUnit: ExpressibleByArgument {}

/// What is predicted, and what it is compared with.
struct ProtocolArguments: ParsableArguments {
  @Option(name: .customLong("protocol"), help: "The named protocol: sample, henze2017, display.")
  var name: EvaluationProtocol.Name?

  @Option(help: "Targets after the last sample: drop, or clamp to the last sample.")
  var tail: EvaluationProtocol.Tail?

  @Option(
    help: ArgumentHelp("Score from the N-th sample of a stroke on, 1 by default.", valueName: "n"))
  var history: Int?

  @Option(
    name: .customLong("min-samples"),
    help: ArgumentHelp("Score only strokes of at least N samples, 1 by default.", valueName: "n"))
  var leastSamples: Int?

  @Option(help: "Times that the predictor sees: recorded, or index (sample n at n / rate).")
  var clock: EvaluationProtocol.ClockSource?

  @Option(help: "Make a predictor fresh for each recording or stroke.")
  var state: EvaluationProtocol.StateScope?

  @Option(help: "The truth: recorded, or exact where a set carries it.")
  var truth: EvaluationProtocol.TruthSource?

  @Option(help: "Moments to predict: all, or those the device itself predicted (recorded).")
  var targets: EvaluationProtocol.Targets?

  @Option(
    name: .customLong("max-gap"),
    help: ArgumentHelp(
      "No truth inside a gap longer than this many nominal intervals, 4 by default.",
      valueName: "intervals"))
  var maximumGap: Double?

  @Option(help: "henze2017: observe the whole recording, or each window alone.")
  var observe: EvaluationProtocol.Observe?

  @OptionGroup(title: "Protocol") var display: DisplayArguments

  /// The named protocol with the choices that flags change.
  func applied(to base: EvaluationProtocol?) throws -> EvaluationProtocol {
    var result = name.map { EvaluationProtocol($0) } ?? base ?? .sample
    if let tail { result.tail = tail }
    if let history { result.history = history }
    if let leastSamples { result.leastSamples = leastSamples }
    if let clock { result.clock = clock }
    if let state { result.state = state }
    if let truth { result.truth = truth }
    if let targets { result.targets = targets }
    if let maximumGap { result.maximumGap = maximumGap }
    if let observe { result.observe = observe }
    do {
      try display.choices.apply(to: &result)
      if let contradiction = ProtocolContradiction(in: result) { throw contradiction }
    } catch let contradiction as ProtocolContradiction {
      throw CommandFailure.usage("--\(contradiction.key) \(contradiction.problem)")
    }
    return result
  }
}
