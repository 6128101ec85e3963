import Evaluation
import TouchInput

/// The choices of an evaluation as sentences.
enum ProtocolProse {
  /// One choice: its name and what was chosen.
  struct Choice: Hashable {
    let name: String
    let sentence: String
  }

  /// Returns every choice of a plan, most important first.
  static func choices(_ plan: EvaluationPlan) -> [Choice] {
    let replay = plan.replay
    return [
      Choice(name: "Protocol", sentence: named(replay.name)),
      Choice(name: "Participants", sentence: participants(plan.split)),
      Choice(
        name: replay.name == .display ? "Output latencies" : "Horizons",
        sentence: horizons(plan.horizons)),
    ] + screen(replay) + [
      Choice(name: "Targets", sentence: targets(replay))
    ] + kinds(replay.kinds) + [
      Choice(
        name: "Truth",
        sentence: truth(replay.truth) + gap(replay.maximumGap)
          + (replay.holdsRests ? rests : "")),
      Choice(name: "Tail", sentence: tail(replay.tail)),
      Choice(name: "History", sentence: history(replay.history, leastSamples: replay.leastSamples)),
      Choice(name: "Clock", sentence: clock(replay.clock)),
      Choice(name: "State", sentence: state(replay.state)),
    ] + observation(replay) + [
      Choice(name: "Grouping", sentence: grouping(plan.groupBy)),
      Choice(name: "Unit", sentence: unit(plan.unit)),
      Choice(name: "Seed", sentence: "All random numbers come from seed \(plan.seed)."),
    ]
  }

  private static func named(_ name: EvaluationProtocol.Name) -> String {
    switch name {
    case .sample:
      "sample: after each sample, the predictor makes one prediction per horizon, measured from that "
        + "sample's time. It sees samples in the order of arrival and nothing later."
    case .henze2017:
      "henze2017: the published protocol of Henze et al. (2017). Windows of eleven points choose "
        + "what is scored; horizons count samples."
    case .display:
      "display: what was on screen. At each refresh of a simulated screen, the predictor uses what "
        + "had been delivered by then to predict the moment when that frame is shown, one output "
        + "latency after the refresh. The prediction is compared with the contact at that moment. "
        + "Horizons are output latencies."
    }
  }

  private static func screen(_ replay: EvaluationProtocol) -> [Choice] {
    guard replay.name == .display, let pipeline = replay.pipeline else { return [] }
    let milliseconds = HorizonText.milliseconds
    let origin =
      replay.clock == .index
      ? "the first sample of each stroke" : "the first sample of each recording"
    let delivered =
      switch pipeline.delivery {
      case .coalesced: "all samples since the previous refresh are delivered in order"
      case .newest:
        "only the newest sample since the previous refresh is delivered"
      case .polled:
        "the latest position is observed as a sample taken then, also if nothing new has arrived"
      }
    let dropped =
      pipeline.droppedFrames == 0
      ? "No frame is dropped."
      : "\(FixedPoint.trimmed(100 * pipeline.droppedFrames, decimals: 3))\u{A0}% of the frames are "
        + "dropped at random by the seed: the screen then keeps showing the previous frame, which is "
        + "compared with the contact's new position."
    return [
      Choice(
        name: "Screen",
        sentence:
          "The screen refreshes at \(FixedPoint.trimmed(pipeline.refreshRate, decimals: 3)) "
          + "Hz, with one refresh \(milliseconds(pipeline.phase)) after \(origin). At each refresh, "
          + "\(delivered); a sample can be delivered \(milliseconds(pipeline.inputLatency)) after it "
          + "was taken. \(dropped)")
    ]
  }

  private static func participants(_ split: [String]?) -> String {
    guard let split else { return "All participants of each data set are replayed." }
    return
      "Only participants in the part \(split.joined(separator: " and ")) of each data set's split "
      + "are replayed; their names are below the table of data."
  }

  private static func horizons(_ horizons: [Horizon]) -> String {
    let texts = horizons.map {
      HorizonText.full($0)
    }
    return texts.isEmpty ? "None." : texts.joined(separator: ", ") + "."
  }

  private static func targets(_ replay: EvaluationProtocol) -> String {
    switch replay.targets {
    case .all where replay.name == .display:
      "Every frame that shows a stroke is a target, from the delivery of its first sample to that of "
        + "its last, except while nothing arrives for longer than the longest gap."
    case .all: "Every horizon after every sample is a target."
    case .recorded:
      "Only the moments that the device itself predicted are targets, so that every predictor is "
        + "scored where the device was."
    }
  }

  private static func truth(_ truth: EvaluationProtocol.TruthSource) -> String {
    switch truth {
    case .recorded: "Predictions are compared with the recorded track, linearly interpolated."
    case .exact: "Predictions are compared with the recording's closed-form track."
    }
  }

  private static func gap(_ gap: Double?) -> String {
    guard let gap else { return " Gaps of any length are interpolated." }
    return " A target in a gap longer than \(FixedPoint.trimmed(gap, decimals: 3)) nominal "
      + "intervals has no known truth; it is dropped and counted."
  }

  private static let rests =
    " A contact that stops without reports rests where it is: a gap whose ends are no farther apart "
    + "than a usual step has that truth."

  private static func kinds(_ kinds: [Stroke.Kind]?) -> [Choice] {
    guard let kinds else { return [] }
    let names = kinds.map(\.rawValue).joined(separator: " and ")
    return [Choice(name: "Strokes", sentence: "Strokes of the kinds \(names) are scored.")]
  }

  private static func tail(_ tail: EvaluationProtocol.Tail) -> String {
    switch tail {
    case .drop: "drop: targets after the last sample of a stroke are not scored."
    case .clamp:
      "clamp: targets after the last sample of a stroke are compared with the last sample."
    }
  }

  private static func history(_ history: Int, leastSamples: Int) -> String {
    let scored =
      history <= 1
      ? "Every sample of a stroke is scored, including the first"
      : "Scoring begins at sample \(history) of each stroke"
    let length =
      leastSamples <= 1
      ? "" : " in strokes of at least \(leastSamples) samples; shorter strokes are not scored"
    return scored + length
      + ". Where a predictor abstains, it is scored as holding still, and the abstention is counted."
  }

  private static func clock(_ clock: EvaluationProtocol.ClockSource) -> String {
    switch clock {
    case .recorded: "Predictors see the recorded times."
    case .index: "Predictors see a steady clock: sample n of a stroke is at time n / nominal rate."
    }
  }

  private static func state(_ state: EvaluationProtocol.StateScope) -> String {
    switch state {
    case .recording:
      "Each recording (one participant and task) starts with a fresh predictor, which sees the strokes "
        + "in order."
    case .stroke: "Each stroke starts with a fresh predictor."
    }
  }

  private static func observation(_ replay: EvaluationProtocol) -> [Choice] {
    guard replay.name == .henze2017 else { return [] }
    let sentence =
      switch replay.observe {
      case .recording: "Before each window, predictors have seen the recording up to it."
      case .window: "Predictors see only the eleven points of each window, in a fresh state."
      }
    return [Choice(name: "Observation", sentence: sentence)]
  }

  private static func grouping(_ groups: [EvaluationPlan.Grouping]) -> String {
    guard !groups.isEmpty else { return "Scores are for whole data sets." }
    return "Scores are also given by \(groups.map(\.rawValue).joined(separator: " and "))."
  }

  private static func unit(_ unit: EvaluationPlan.ReportUnit) -> String {
    switch unit {
    case .automatic:
      "Lengths are in millimeters where the scale of a recording is known, otherwise in its own unit."
    case .millimeter: "Lengths are in millimeters."
    case .pixel: "Lengths are in pixels."
    case .native: "Lengths are in each recording's own unit."
    }
  }
}
