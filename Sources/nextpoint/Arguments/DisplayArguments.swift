import ArgumentParser
import Evaluation

extension DisplayPipeline.Delivery: ExpressibleByArgument {}

/// The simulated screen of the protocol `display`.
struct DisplayArguments: ParsableArguments {
  @Option(
    name: .customLong("refresh-rate"),
    help: ArgumentHelp("display: refreshes a second, 60 by default.", valueName: "hz"))
  var refreshRate: Double?

  @Option(
    name: .customLong("refresh-phase-ms"),
    help: ArgumentHelp(
      "display: the first refresh after a recording's first sample, 0 by default.", valueName: "ms")
  )
  var phaseMilliseconds: Double?

  @Option(help: "display: deliver all samples since the last refresh, or the newest.")
  var delivery: DisplayPipeline.Delivery?

  @Option(
    name: .customLong("input-latency-ms"),
    help: ArgumentHelp(
      "display: from a sample to its earliest delivery, 0 by default. The horizons are the output "
        + "latency.", valueName: "ms"))
  var inputLatencyMilliseconds: Double?

  @Option(
    name: .customLong("dropped-frames"),
    help: ArgumentHelp(
      "display: the share of refreshes that show the frame before, 0 by default.",
      valueName: "share"))
  var droppedFrames: Double?

  /// What the flags say.
  var choices: DisplayChoices {
    DisplayChoices(
      refreshRate: refreshRate, phaseMilliseconds: phaseMilliseconds, delivery: delivery,
      inputLatencyMilliseconds: inputLatencyMilliseconds, droppedFrames: droppedFrames)
  }
}
