import MotionNumerics

/// Over- and under-prediction against where the contact is when the frame begins that shows it.
///
/// Empty where nothing is shown in frames: only the protocol `display` has them.
struct ChromiumFrameScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = OverUnderTally.metrics(
    of: .init(
      prefix: "frame_", title: " at the frame", error: "p̂ − g_F",
      points: "s has the sign of (r_F − g_F)·(p̂ − g_F), g_F where the contact is at the frame's "
        + "tick, r_F the first recorded point after it",
      perfect: nil))

  private var tally: OverUnderTally

  init(_ settings: ScoreSettings) { tally = OverUnderTally(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard target.next != nil, let truth = target.frameTruth, let next = target.frameNext else {
        return
      }
      tally.add(
        stroke.predictions[index] - truth, onward: next - truth,
        motion: (truth - stroke.anchors[index]).length + (next - truth).length)
    }
  }

  mutating func merge(_ other: ChromiumFrameScore) { tally.merge(other.tally) }

  mutating func settle() { tally.settle() }

  func values() -> [Double?] { tally.values }
}
