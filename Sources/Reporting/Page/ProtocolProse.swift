import Evaluation

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
      Choice(name: "Targets", sentence: targets(replay)),
      Choice(name: "Truth", sentence: truth(replay.truth) + gap(replay.maximumGap)),
      Choice(name: "Tail", sentence: tail(replay.tail)),
      Choice(name: "History", sentence: history(replay.history, leastSamples: replay.leastSamples)),
      Choice(name: "Clock", sentence: clock(replay.clock)),
      Choice(name: "State", sentence: state(replay.state)),
    ] + observation(replay) + [
      Choice(name: "Grouping", sentence: grouping(plan.groupBy)),
      Choice(name: "Unit", sentence: unit(plan.unit)),
      Choice(name: "Seed", sentence: "Everything drawn at random comes from seed \(plan.seed)."),
    ]
  }

  private static func named(_ name: EvaluationProtocol.Name) -> String {
    switch name {
    case .sample:
      "sample: after each sample a prediction is made, one for each horizon ahead of that sample's "
        + "time. The predictor sees samples in the order of arrival, and nothing later."
    case .henze2017:
      "henze2017: the published protocol of Henze et al. (2017). Windows of eleven points choose "
        + "what is scored; horizons count samples."
    case .display:
      "display: what was on screen. At each refresh of a simulated screen a prediction is made from "
        + "what had been delivered by then, for the moment when that frame is shown: the tick and "
        + "the output latency after it. It is compared with where the contact is at that moment. "
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
      case .coalesced: "all samples that have come since the refresh before are delivered, in order"
      case .newest:
        "only the newest of the samples that have come since the refresh before is delivered"
      }
    let dropped =
      pipeline.droppedFrames == 0
      ? "No frame is dropped."
      : "\(FixedPoint.trimmed(100 * pipeline.droppedFrames, decimals: 3))\u{A0}% of the frames are "
        + "dropped, drawn from the seed: the screen then goes on showing the frame before, which is "
        + "compared with where the contact has got to."
    return [
      Choice(
        name: "Screen",
        sentence:
          "The screen refreshes at \(FixedPoint.trimmed(pipeline.refreshRate, decimals: 3)) "
          + "Hz, one tick being \(milliseconds(pipeline.phase)) after \(origin). At each refresh "
          + "\(delivered); a sample can be delivered \(milliseconds(pipeline.inputLatency)) after it "
          + "was taken. \(dropped)")
    ]
  }

  private static func participants(_ split: [String]?) -> String {
    guard let split else { return "All participants of each data set are replayed." }
    return "Only participants in \(split.joined(separator: " and ")) of each data set's split are "
      + "replayed; the names stand below the table of data."
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
      "Every frame that shows a stroke is a target, from the first delivery to that of its last "
        + "sample; not while nothing arrives for longer than the longest gap."
    case .all: "Every horizon after every sample is a target."
    case .recorded:
      "Only the moments for which the recording carries a prediction of the device itself are "
        + "targets, so that every predictor answers what the device answered."
    }
  }

  private static func truth(_ truth: EvaluationProtocol.TruthSource) -> String {
    switch truth {
    case .recorded: "A prediction is compared with the recorded track, linearly interpolated."
    case .exact: "A prediction is compared with the closed-form track that the recording carries."
    }
  }

  private static func gap(_ gap: Double?) -> String {
    guard let gap else { return " There is no limit to the gap that is interpolated." }
    return " A target in a gap longer than \(FixedPoint.trimmed(gap, decimals: 3)) nominal "
      + "intervals has no truth: it is dropped and counted."
  }

  private static func tail(_ tail: EvaluationProtocol.Tail) -> String {
    switch tail {
    case .drop: "drop: targets after the last sample of a stroke are not scored."
    case .clamp: "clamp: for targets after the last sample of a stroke, the last sample is true."
    }
  }

  private static func history(_ history: Int, leastSamples: Int) -> String {
    let scored =
      history <= 1
      ? "Every sample of a stroke, from the first on, is scored"
      : "Scoring begins at sample \(history) of each stroke"
    let length =
      leastSamples <= 1 ? "" : " in strokes of at least \(leastSamples) samples, shorter ones not"
    return scored + length
      + "; where a predictor cannot answer, it is scored as holding still, and counted "
      + "as abstention."
  }

  private static func clock(_ clock: EvaluationProtocol.ClockSource) -> String {
    switch clock {
    case .recorded: "Predictors see the recorded times."
    case .index: "Predictors see a steady clock: sample n of a stroke is at n / nominal rate."
    }
  }

  private static func state(_ state: EvaluationProtocol.StateScope) -> String {
    switch state {
    case .recording:
      "A predictor is made fresh at the start of each recording (one participant and task) and sees "
        + "its strokes in order."
    case .stroke: "A predictor is made fresh at the start of each stroke."
    }
  }

  private static func observation(_ replay: EvaluationProtocol) -> [Choice] {
    guard replay.name == .henze2017 else { return [] }
    let sentence =
      switch replay.observe {
      case .recording: "Before each window, predictors have seen the whole recording up to it."
      case .window: "Predictors see the eleven points of each window alone, in a fresh state."
      }
    return [Choice(name: "Observation", sentence: sentence)]
  }

  private static func grouping(_ groups: [EvaluationPlan.Grouping]) -> String {
    guard !groups.isEmpty else { return "Scores are of whole data sets." }
    return "Scores are also given by \(groups.map(\.rawValue).joined(separator: " and "))."
  }

  private static func unit(_ unit: EvaluationPlan.ReportUnit) -> String {
    switch unit {
    case .automatic:
      "Lengths are in millimeters where the scale of a recording is known, else in its own unit."
    case .millimeter: "Lengths are in millimeters."
    case .pixel: "Lengths are in pixels."
    case .native: "Lengths are in each recording's own unit."
    }
  }
}
