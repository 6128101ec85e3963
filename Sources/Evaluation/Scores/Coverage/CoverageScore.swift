/// How many predictions were scored, and which not.
struct CoverageScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "scored", "scored predictions", .behavior, .count, perfect: nil, .none,
      formula: "number of targets with a truth", source: "nextpoint"),
    MetricDefinition(
      "dropped", "targets without truth", .behavior, .count, perfect: nil, .none,
      formula: "number of targets after the last sample or inside a gap", source: "nextpoint"),
    MetricDefinition(
      "resting", "scored predictions at rest", .behavior, .count, perfect: nil, .none,
      formula: "number of scored targets where the contact rests, without along and across",
      source: "nextpoint"),
  ]

  private var scored = 0
  private var dropped = 0
  private var resting = 0

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    let judged = stroke.runs.scored.indexCount
    scored += judged
    dropped += stroke.runs.dropped
    resting += judged - stroke.runs.directed.indexCount
  }

  mutating func merge(_ other: CoverageScore) {
    scored += other.scored
    dropped += other.dropped
    resting += other.resting
  }

  func values() -> [Double?] { [scored, dropped, resting].map { Double($0) } }
}
