import ArgumentParser
import Evaluation
import TouchInput

extension EvaluationProtocol.Name: ExpressibleByArgument {}
extension EvaluationProtocol.Tail: ExpressibleByArgument {}
extension EvaluationProtocol.ClockSource: ExpressibleByArgument {}
extension EvaluationProtocol.StateScope: ExpressibleByArgument {}
extension EvaluationProtocol.TruthSource: ExpressibleByArgument {}
extension EvaluationProtocol.Targets: ExpressibleByArgument {}
extension EvaluationProtocol.Observe: ExpressibleByArgument {}
extension EvaluationProtocol.Rests: ExpressibleByArgument {}
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

  @Option(help: "The truth where a contact stops without reports: it rests (hold), or none (gap).")
  var rests: EvaluationProtocol.Rests?

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

  @Option(
    help: ArgumentHelp(
      "display: deliver all samples since the last refresh, only the newest, or at every refresh the "
        + "latest position as a sample taken then (polled)."))
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

  /// The settings of the simulated screen.
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
    if let rests { result.rests = rests == .gap ? nil : rests }
    do {
      try screen.apply(to: &result)
      if let contradiction = ProtocolContradiction(in: result) { throw contradiction }
    } catch let contradiction as ProtocolContradiction {
      throw CommandFailure.usage("--\(contradiction.key) \(contradiction.problem)")
    }
    return result
  }
}

/// Why a protocol cannot be: a choice out of its range, or two that exclude each other.
struct ProtocolContradiction: Error {
  /// The name of the setting, as a flag without dashes and as a key of a plan.
  let key: String
  /// The rest of the sentence, with the remedy.
  let problem: String

  /// A contradiction that was found elsewhere.
  init(key: String, problem: String) { (self.key, self.problem) = (key, problem) }

  /// Finds the first contradiction in a protocol; nil if there is none.
  init?(in replay: EvaluationProtocol) {
    if !(1...1_000_000).contains(replay.history) {
      (key, problem) = ("history", "\(replay.history) is not from 1 to 1000000")
    } else if !(1...1_000_000).contains(replay.leastSamples) {
      (key, problem) = ("min-samples", "\(replay.leastSamples) is not from 1 to 1000000")
    } else if let gap = replay.maximumGap, !(gap > 0) {
      (key, problem) = ("max-gap", "\(gap) is not above 0")
    } else if replay.name == .henze2017, !Self.isHenze(replay) {
      (key, problem) = (
        "protocol",
        "henze2017 fixes tail, history, targets, max-gap and rests; leave them out, or use the "
          + "protocol sample"
      )
    } else if replay.name != .henze2017, replay.observe == .window {
      (key, problem) = ("observe", "window requires the protocol henze2017")
    } else if replay.name == .display, replay.targets == .recorded {
      (key, problem) = (
        "targets",
        "recorded asks for the device's own moments, and the protocol display for those of the "
          + "screen; leave it out, or use the protocol sample"
      )
    } else if let found = replay.pipeline.flatMap(Self.init(in:)) {
      self = found
    } else {
      return nil
    }
  }

  /// Finds the first setting of a screen that is out of range; nil if there is none.
  private init?(in pipeline: DisplayPipeline) {
    let (phase, latency) = (pipeline.phase * 1000, pipeline.inputLatency * 1000)
    if !(1...10_000).contains(pipeline.refreshRate) {
      (key, problem) = ("refresh-rate", "\(pipeline.refreshRate) is not from 1 to 10000 Hz")
    } else if !(0...1000).contains(phase) {
      (key, problem) = ("refresh-phase-ms", "\(phase) is not from 0 to 1000 ms")
    } else if !(0...10_000).contains(latency) {
      (key, problem) = ("input-latency-ms", "\(latency) is not from 0 to 10000 ms")
    } else if !(0..<1).contains(pipeline.droppedFrames) {
      (key, problem) = (
        "dropped-frames", "\(pipeline.droppedFrames) is not a share from 0 to below 1"
      )
    } else {
      return nil
    }
  }

  private static func isHenze(_ replay: EvaluationProtocol) -> Bool {
    replay.tail == .clamp && replay.history == 11 && replay.targets == .all
      && replay.maximumGap == nil && !replay.holdsRests
  }
}

/// The kinds of strokes to score, which `train` does not choose: it learns from all.
struct KindArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The strokes to score: contact, hover, motion or all (default: contacts if there are any).",
      valueName: "kinds"))
  var kind: String?

  /// The kinds; nil without the flag.
  func chosen() throws(CommandFailure) -> [Stroke.Kind]? {
    do {
      return try kind.map { text throws(ProtocolContradiction) in try StrokeKinds.parse(text) }
    } catch {
      throw .usage("--\(error.key) \(error.problem)")
    }
  }
}

/// The kinds of strokes that a flag or a plan names.
enum StrokeKinds {
  /// The name for all kinds.
  private static let all = "all"

  /// Reads `contact,hover` or `all`.
  ///
  /// - Throws: `ProtocolContradiction` for another name.
  static func parse(_ text: String) throws(ProtocolContradiction) -> [Stroke.Kind] {
    if text == all { return Stroke.Kind.allCases }
    var chosen: Set<Stroke.Kind> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = Stroke.Kind(rawValue: part.filter { $0 != " " }) else {
        throw ProtocolContradiction(
          key: "kind",
          problem: "\(text): '\(part)' is not a kind of stroke; choose from contact, hover, motion "
            + "and all")
      }
      chosen.insert(kind)
    }
    return Stroke.Kind.allCases.filter(chosen.contains)
  }
}

/// The settings of the simulated screen from flags or a plan file; nil for those not given.
struct DisplayChoices {
  var refreshRate: Double?
  var phaseMilliseconds: Double?
  var delivery: DisplayPipeline.Delivery?
  var inputLatencyMilliseconds: Double?
  var droppedFrames: Double?

  /// Puts the choices that were made into a protocol.
  ///
  /// - Throws: `ProtocolContradiction` where there are any and the protocol has no screen.
  func apply(to replay: inout EvaluationProtocol) throws(ProtocolContradiction) {
    guard var pipeline = replay.pipeline else {
      guard let key = firstKey else { return }
      throw ProtocolContradiction(
        key: key, problem: "requires the protocol display; leave it out, or choose that")
    }
    if let refreshRate { pipeline.refreshRate = refreshRate }
    if let phaseMilliseconds { pipeline.phase = phaseMilliseconds / 1000 }
    if let delivery { pipeline.delivery = delivery }
    if let inputLatencyMilliseconds { pipeline.inputLatency = inputLatencyMilliseconds / 1000 }
    if let droppedFrames { pipeline.droppedFrames = droppedFrames }
    replay.pipeline = pipeline
  }

  /// The name of the first choice that was made.
  private var firstKey: String? {
    if refreshRate != nil { return "refresh-rate" }
    if phaseMilliseconds != nil { return "refresh-phase-ms" }
    if delivery != nil { return "delivery" }
    if inputLatencyMilliseconds != nil { return "input-latency-ms" }
    return droppedFrames == nil ? nil : "dropped-frames"
  }
}
