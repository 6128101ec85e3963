import MotionNumerics

/// Over- and under-prediction at the moment that was asked for.
///
/// As in Chromium a prediction is scored only where the contact was recorded after its moment: the
/// target at the last sample itself, and those clamped after it, take no part.
struct ChromiumPredictionScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = OverUnderTally.metrics(
    of: .init(
      prefix: "", title: "", error: "e",
      points: "s has the sign of (r − g)·e, r the first recorded point after the target",
      perfect: 0))

  private var tally: OverUnderTally

  init(_ settings: ScoreSettings) { tally = OverUnderTally(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard let truth = target.truth, let next = target.next else { return }
      tally.add(
        stroke.error(at: index), onward: next - truth,
        motion: (truth - stroke.anchors[index]).length + (next - truth).length)
    }
  }

  mutating func merge(_ other: ChromiumPredictionScore) { tally.merge(other.tally) }

  mutating func settle() { tally.settle() }

  func values() -> [Double?] { tally.values }
}
