/// How often the predictor said nothing and was scored as hold.
struct AbstentionScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "abstention_share", "share of abstentions", .behavior, .share,
      formula: "share of scored targets for which the predictor said nothing", source: "nextpoint")
  ]

  private var silent = 0
  private var asked = 0

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    asked += stroke.runs.scored.indexCount
    guard !stroke.lanes.silences.isEmpty else { return }
    stroke.forEachScored { silent += stroke.isSilent(at: $0) ? 1 : 0 }
  }

  mutating func merge(_ other: AbstentionScore) {
    silent += other.silent
    asked += other.asked
  }

  func values() -> [Double?] { [asked == 0 ? nil : Double(silent) / Double(asked)] }
}
