import Evaluation

/// Why a protocol cannot be: a choice out of its range, or two that exclude each other.
struct ProtocolContradiction {
  /// The name of the choice, as a flag without its dashes and as the key of a plan.
  let key: String
  /// The rest of the sentence, with the remedy.
  let problem: String

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
    } else if replay.name == .sample, replay.observe == .window {
      (key, problem) = ("observe", "window goes with the protocol henze2017 only")
    } else {
      return nil
    }
  }

  private static func isHenze(_ replay: EvaluationProtocol) -> Bool {
    replay.tail == .clamp && replay.history == 11 && replay.targets == .all
      && replay.maximumGap == nil
  }
}
