import MotionNumerics

/// How often the predicted point moves against the contact.
struct WrongDirectionScore: SummedScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "wrong_direction_share", "share of steps in the wrong direction", .behavior, .share,
      perfect: nil,
      formula: "share of (r − g)·(p̂_n − p̂_(n−1)) < 0, r the first recorded point after the target",
      source: "Chromium PredictionMetricsHandler, WrongDirection (an older version)")
  ]

  private var wrong = CaseShare()

  static func needs(of measure: String) -> ScoreNeeds { .steps }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) {
    wrong.judge(totals.truth.onward, found: Int(totals.sums.wrongSteps[lane]))
  }

  mutating func merge(_ other: WrongDirectionScore) { wrong.merge(other.wrong) }

  func values() -> [Double?] { [wrong.value] }
}
