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
extension DisplayPipeline.Delivery: ExpressibleByArgument {}

/// What is predicted, and what it is compared with.
struct ProtocolArguments: ParsableArguments {
  @Option(name: .customLong("protocol"), help: "The protocol.")
  var name: EvaluationProtocol.Name?

  @Option(help: "Targets after the last sample: drop them, or clamp them to it.")
  var tail: EvaluationProtocol.Tail?

  @Option(
    help: ArgumentHelp("Score from the n-th sample of a stroke (default: 1).", valueName: "n"))
  var history: Int?

  @Option(
    name: .customLong("min-samples"),
    help: ArgumentHelp("Score strokes of at least n samples (default: 1).", valueName: "n"))
  var leastSamples: Int?

  @Option(help: "The predictor's clock: recorded times, or sample index / rate.")
  var clock: EvaluationProtocol.ClockSource?

  @Option(help: "Reset predictors for each recording or each stroke.")
  var state: EvaluationProtocol.StateScope?

  @Option(help: "The truth: recorded positions, or exact ones if available.")
  var truth: EvaluationProtocol.TruthSource?

  @Option(help: "Times to predict: all, or only those that the device predicted (recorded).")
  var targets: EvaluationProtocol.Targets?

  @Option(
    name: .customLong("max-gap"),
    help: ArgumentHelp(
      "Ignore targets inside gaps longer than this many nominal intervals (default: 4).",
      valueName: "intervals"))
  var maximumGap: Double?

  @Option(help: "henze2017: observe the whole recording, or only each window.")
  var observe: EvaluationProtocol.Observe?

  @Option(
    name: .customLong("refresh-rate"),
    help: ArgumentHelp("display: the refresh rate (default: 60).", valueName: "hz"))
  var refreshRate: Double?

  @Option(
    name: .customLong("refresh-phase-ms"),
    help: ArgumentHelp(
      "display: from a recording's first sample to the first refresh (default: 0).", valueName: "ms"
    )
  )
  var phaseMilliseconds: Double?

  @Option(help: "display: deliver all samples since the last refresh, or only the newest.")
  var delivery: DisplayPipeline.Delivery?

  @Option(
    name: .customLong("input-latency-ms"),
    help: ArgumentHelp(
      "display: from a sample to its earliest delivery (default: 0). The horizons are the output "
        + "latency.", valueName: "ms"))
  var inputLatencyMilliseconds: Double?

  @Option(
    name: .customLong("dropped-frames"),
    help: ArgumentHelp(
      "display: the fraction of refreshes that repeat the previous frame (default: 0).",
      valueName: "share"))
  var droppedFrames: Double?

  /// What the flags say about the screen.
  private var screen: DisplayChoices {
    DisplayChoices(
      refreshRate: refreshRate, phaseMilliseconds: phaseMilliseconds, delivery: delivery,
      inputLatencyMilliseconds: inputLatencyMilliseconds, droppedFrames: droppedFrames)
  }

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
      try screen.apply(to: &result)
      if let contradiction = ProtocolContradiction(in: result) { throw contradiction }
    } catch let contradiction as ProtocolContradiction {
      throw CommandFailure.usage("--\(contradiction.key) \(contradiction.problem)")
    }
    return result
  }
}
