import ArgumentParser
import Evaluation

extension DisplayPipeline.Delivery: ExpressibleByArgument {}

/// The simulated screen of the protocol `display`.
struct DisplayArguments: ParsableArguments {
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

  /// What the flags say.
  var choices: DisplayChoices {
    DisplayChoices(
      refreshRate: refreshRate, phaseMilliseconds: phaseMilliseconds, delivery: delivery,
      inputLatencyMilliseconds: inputLatencyMilliseconds, droppedFrames: droppedFrames)
  }
}
