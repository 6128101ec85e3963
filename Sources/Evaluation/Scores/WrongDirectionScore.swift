import MotionNumerics

/// How often the predicted point moves against the contact.
struct WrongDirectionScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      name: "wrong_direction_share", title: "share of steps in the wrong direction",
      family: .behaviour, dimension: .share, perfect: nil, order: .lower,
      formula: "share of (r − g)·(p̂_n − p̂_(n−1)) < 0, r the first recorded point after the target",
      source: "Chromium PredictionMetricsHandler, WrongDirection (an older version)")
  ]

  private var wrong = CaseShare()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScoredPair { before, index in
      let target = stroke.targets[index]
      guard let truth = target.truth, let next = target.next else { return }
      let step = stroke.predictions[index] - stroke.predictions[before]
      wrong.judge((next - truth).dot(step) < 0)
    }
  }

  mutating func merge(_ other: WrongDirectionScore) { wrong.merge(other.wrong) }

  func values() -> [Double?] { [wrong.value] }
}
