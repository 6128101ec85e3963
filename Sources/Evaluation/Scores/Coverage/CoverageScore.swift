/// How many predictions were scored, and which not.
struct CoverageScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      name: "scored", title: "scored predictions", family: .behavior, dimension: .count,
      perfect: nil, order: .none, formula: "number of targets with a truth",
      source: "nextpoint"),
    MetricDefinition(
      name: "dropped", title: "targets without truth", family: .behavior, dimension: .count,
      perfect: nil, order: .none,
      formula: "number of targets after the last sample or inside a gap", source: "nextpoint"),
    MetricDefinition(
      name: "resting", title: "scored predictions at rest", family: .behavior, dimension: .count,
      perfect: nil, order: .none,
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
