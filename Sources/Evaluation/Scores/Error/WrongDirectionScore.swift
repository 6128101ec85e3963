import MotionNumerics

/// How often the predicted point moves against the contact.
struct WrongDirectionScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "wrong_direction_share", "share of steps in the wrong direction", .behavior, .share,
      perfect: nil,
      formula: "share of (r − g)·(p̂_n − p̂_(n−1)) < 0, r the first recorded point after the target",
      source: "Chromium PredictionMetricsHandler, WrongDirection (an older version)")
  ]

  private var wrong = CaseShare()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    wrong.judge(
      stroke.runs.onward.indexCount, found: Int(stroke.lanes.sums.wrongSteps[stroke.lane]))
  }

  mutating func merge(_ other: WrongDirectionScore) { wrong.merge(other.wrong) }

  func values() -> [Double?] { [wrong.value] }
}
