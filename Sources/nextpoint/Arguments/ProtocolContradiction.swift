import Evaluation

/// Why a protocol cannot be: a choice out of its range, or two that exclude each other.
struct ProtocolContradiction: Error {
  /// The name of the choice, as a flag without its dashes and as the key of a plan.
  let key: String
  /// The rest of the sentence, with the remedy.
  let problem: String

  /// A contradiction that was found elsewhere.
  init(key: String, problem: String) { (self.key, self.problem) = (key, problem) }

  /// The first contradiction in a protocol; nil where there is none.
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
        "henze2017 fixes tail, history, targets and max-gap; leave them out, or use the protocol "
          + "sample"
      )
    } else if replay.name != .henze2017, replay.observe == .window {
      (key, problem) = ("observe", "window goes with the protocol henze2017 only")
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

  /// The first choice of a screen that is out of its range; nil where there is none.
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
      && replay.maximumGap == nil
  }
}
